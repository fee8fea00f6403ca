public import SluiceFeed

/// What a job would do, found without running it: see ``ImportJob/plan(records:rows:stop:)``.
public struct ImportPlan: Sendable {
  /// A source, and where reading it would begin.
  public struct Source: Sendable, Hashable {
    public let name: String
    /// The size on disk, in bytes; nil: not a file.
    public let size: Int64?
    /// What `.auto` would choose; `.auto` itself for a source that can't be read twice and was not read.
    public internal(set) var framing: FeedFraming
    public let beginning: ImportSummary.Beginning
    /// Whether all of it was imported earlier.
    public let isDone: Bool
  }

  /// In reading order.
  public internal(set) var sources: [Source] = []
  /// Those that would be passed over, because they have changed.
  public internal(set) var refusedSources: [ImportSummary.RefusedSource] = []
  /// The target's name.
  public let target: String
  public let state: SinkInspection.State
  /// How a job that replaces the target's rows would begin; nil: it replaces nothing, or the target can't
  /// tell.
  public let replacement: SinkInspection.Replacement?
  /// The statements by which the job would change the table before its first row.
  public let changes: [String]
  /// What should be known of the target.
  public internal(set) var notes: [ImportNote]
  public let columns: [ImportColumn]
  /// The first rows, each value cut to 200 characters on one line; nil: NULL.
  public internal(set) var rows: [[String?]] = []
  /// The result for the first records. Refusals by the target alone (a key that already exists, a
  /// constraint) are not among the rejects.
  public internal(set) var sample = ImportSummary()
  /// Whether these are all records.
  public internal(set) var isComplete = true
  /// Why the job would end among these records: a column that is to stop it.
  public internal(set) var stops: String?
}
