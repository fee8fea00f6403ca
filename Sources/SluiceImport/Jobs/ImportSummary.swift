/// What a run of a job did. `records == rows + rejects`.
public struct ImportSummary: Sendable, Hashable {
  /// How the run began.
  public enum Beginning: Sendable, Hashable {
    /// At the source's start.
    case fresh
    /// An earlier run did not come to its end: this one went on from there.
    case resumed(offset: Int64)
    /// An earlier run came to its end: this one read what was appended since, if anything.
    case continued(offset: Int64)
  }

  public var beginning: Beginning
  /// Records that this run read.
  public var records: Int64 { rows + rejects }
  /// Rows that this run stored.
  public var rows: Int64
  /// Records that this run rejected.
  public var rejects: Int64
  /// Bytes of the source that this run read.
  public var bytes: Int64
  /// Rows of this job since it first ran.
  public var totalRows: Int64
  /// Rejects of this job since it first ran.
  public var totalRejects: Int64
}

/// How far a run is, told at each commit.
public struct ImportProgress: Sendable, Hashable {
  /// Bytes of the source that are done, those of earlier runs included.
  public let offset: Int64
  /// The source's size, where it is known.
  public let size: Int64?
  /// Rows that this run stored.
  public let rows: Int64
  /// Records that this run rejected.
  public let rejects: Int64
}
