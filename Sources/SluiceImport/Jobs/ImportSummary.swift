/// What a run of a job did. `records == rowRecords + rejects + filtered + empty`; unless an array is
/// exploded, `rows + skippedByTarget == rowRecords`, and `empty == 0`.
public struct ImportSummary: Sendable, Hashable {
  /// How the reading of a source began.
  public enum Beginning: Sendable, Hashable {
    /// At the source's start.
    case fresh
    /// An earlier run did not come to its end: this one went on from there.
    case resumed(offset: Int64)
    /// An earlier run came to its end: this one read what was appended since, if anything.
    case continued(offset: Int64)
  }

  /// What was read of one source. A followed path has one for each file that stood there.
  public struct Source: Sendable, Hashable {
    public let name: String
    public let beginning: Beginning
    /// Bytes of it that this run read, decompressed and in UTF-8.
    public internal(set) var bytes: Int64
    /// What is left at its end for the next run, because it may not be whole; nil: nothing.
    public internal(set) var left: Left?
  }

  /// What a run leaves at a source's end. ``ImportOptions/isFinal`` has it taken or rejected.
  public enum Left: Sendable, Hashable {
    /// A line or another record that may not be whole, with the size of its text.
    case record(bytes: Int64)
    /// The array whose elements are the records has not ended, with the size of the text after the last
    /// one.
    case array(bytes: Int64)
    /// The last member or frame of a compressed file, which is cut short. It has this many bytes of the
    /// file, and begins at the offset.
    case member(bytes: Int64, offset: Int64)

    /// How many bytes it is.
    public var bytes: Int64 {
      switch self {
      case .record(let bytes), .array(let bytes), .member(let bytes, _): bytes
      }
    }
  }

  /// In the order in which they were read: those first that an earlier run had begun.
  public internal(set) var sources: [Source] = []
  /// Records that this run read.
  public var records: Int64 { rowRecords + rejects + filtered + empty }
  /// Rows that this run stored.
  public internal(set) var rows: Int64 = 0
  /// Rows that the target took and did not store, though it refused none of them: a trigger or a rule of the
  /// table decided so. Which ones, only that knows.
  public internal(set) var skippedByTarget: Int64 = 0
  /// Records of which this run stored all rows, but for those that the target skipped.
  public internal(set) var rowRecords: Int64 = 0
  /// Records that this run rejected: with none of their rows stored, or, where an array is exploded and
  /// the target refused some, with the others (``refusedRows``).
  public internal(set) var rejects: Int64 = 0
  /// Where an array is exploded, rows that the target refused. The first one of each record is in its
  /// reject.
  public internal(set) var refusedRows: Int64 = 0
  /// Where an array is exploded, records without an element.
  public internal(set) var empty: Int64 = 0
  /// Records that this run passed over, as the filter says.
  public internal(set) var filtered: Int64 = 0
  /// By column, the values that were set to NULL, or to the column's default, because they were not of
  /// its type, in the rows that this run stored.
  public internal(set) var nulled: [String: Int64] = [:]
  /// Why this run rejected records, in the order in which the reasons came first.
  public internal(set) var rejectReasons: [RejectReason] = []
  /// How often this run met which keys that nothing asks for, by their paths, when they are to be
  /// reported: at most 1000 different ones. Those of rejects and of filtered records do not count.
  public internal(set) var unknownKeys: [String: Int64] = [:]
  /// How often it met others.
  public internal(set) var otherUnknownKeys: Int64 = 0
  /// Rows of this job since it first ran.
  public internal(set) var totalRows: Int64 = 0
  /// Rejects of this job since it first ran.
  public internal(set) var totalRejects: Int64 = 0
  /// What else should be known, in the order in which it was found.
  public internal(set) var notes: [ImportNote] = []
  /// Whether the run was stopped before the end of its sources. Run again, the job goes on from there.
  public internal(set) var isStopped = false

  /// Of a run that has done nothing yet.
  public init() {}

  /// Bytes that this run read.
  public var bytes: Int64 { sources.reduce(0) { $0 + $1.bytes } }

  /// Bytes at the ends of its sources that this run left for the next one.
  public var leftBytes: Int64 { sources.reduce(0) { $0 + ($1.left?.bytes ?? 0) } }

  /// How the first source's reading began.
  public var beginning: Beginning { sources.first?.beginning ?? .fresh }
}

/// How far a run is, told at each commit.
public struct ImportProgress: Sendable, Hashable {
  /// The source that is being read.
  public let source: String
  /// Its number among the job's sources, from 1, and how many there are.
  public let sourceNumber: Int
  public let sourceCount: Int
  /// Bytes of it that are done, those of earlier runs included.
  public let offset: Int64
  /// Its size, where it is known in the same bytes: of what is compressed or transcoded it is not.
  public let size: Int64?
  /// Rows that this run stored.
  public let rows: Int64
  /// Records that this run rejected.
  public let rejects: Int64
  /// Bytes that this run read, of all sources.
  public let bytes: Int64
  /// Bytes of all sources that are done, those of earlier runs included.
  public let totalOffset: Int64
  /// The size of all sources together, where that of each that is not done is known in the same bytes.
  public let totalSize: Int64?
  /// What was found since the last call and should be known.
  public let notes: [ImportNote]
}
