public import Sluice
import SluiceFeed

/// An import as a JSON document: where records come from, which are taken, how their values are treated,
/// and where rows go.
///
/// ```swift
/// let file = try ImportJobFile(contentsOf: path)
/// let summary = try file.job().run()
/// ```
///
/// Everything is optional except what `job()` requires; defaults are those of `sluice import`. The command
/// line's flags make the same value: a key of the file is the name of a flag (<doc:JobFiles>). It holds no
/// password: PostgreSQL's client takes those from `PGPASSWORD` and from its password file.
public struct ImportJobFile: Sendable, Hashable {
  /// Paths and patterns of glob(7), or only `-` for standard input. A word that names an existing file is
  /// that file, even with an asterisk in its name.
  public var sources: [String] = []
  /// Whether the source is followed, as a log that grows; it must be the only one.
  public var isFollowing = false
  public var columns: [ImportColumn] = []
  /// The target, in the form that ``SinkTarget`` takes.
  public var target: String?
  /// The table, when the target is a database.
  public var table: String?
  /// The mode, with the key's columns for an upsert, and for ignore.
  public var mode = WriteMode.append
  /// The columns that make the key of messages, when the target is a topic of Kafka.
  public var messageKey: [ByteName] = []
  /// The table of the same database that rejected records go to; nil: ``ImportOptions/rejectFile`` says
  /// where they go.
  public var rejectTable: String?
  /// What the job may change about the table.
  public var changes = TableChanges()
  /// What to do with a target that is not as earlier runs left it. A decision for one run, which files do
  /// not contain.
  public var choices: TableChoices = []
  /// How records are read and rows are stored.
  public var options: ImportOptions

  /// A job without any settings.
  public init() {
    options = ImportOptions(feed: FeedOptions(framing: .auto, checking: .full))
  }
}
