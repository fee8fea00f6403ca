public import SluiceFeed

/// What a job would do, looked at without doing it: see ``ImportJob/plan(records:rows:stop:)``.
public struct ImportPlan: Sendable {
  /// A source, and how its reading would begin.
  public struct Source: Sendable, Hashable {
    public let name: String
    /// In bytes, as it lies on the disk; nil: it is no file.
    public let size: Int64?
    /// What would be chosen by `.auto`; of what can't be read twice, and was not read, `.auto`.
    public internal(set) var framing: FeedFraming
    public let beginning: ImportSummary.Beginning
    /// Whether all of it was imported before.
    public let isDone: Bool
  }

  /// In the order in which they would be read.
  public internal(set) var sources: [Source] = []
  /// What the target is called.
  public let target: String
  public let state: SinkOutlook.State
  /// How a job that replaces the target's rows would begin; nil: it replaces nothing, or the target can't say.
  public let replacement: SinkOutlook.Replacement?
  public let columns: [ImportColumn]
  /// The first rows, of each value the first 200 characters on one line; nil: NULL.
  public internal(set) var rows: [[String?]] = []
  /// What would become of the first records. What only the target can refuse (a key that is there
  /// already, a constraint) is not among the rejects.
  public internal(set) var sample = ImportSummary()
  /// Whether these are all that there are.
  public internal(set) var isComplete = true
  /// Why the job would end among them: a column that is to stop it.
  public internal(set) var stops: String?
}
