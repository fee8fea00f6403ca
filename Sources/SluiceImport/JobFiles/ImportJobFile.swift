import Sluice
import SluiceFeed

/// An import as a JSON document: where records come from, which are taken, what becomes of their values,
/// and where rows go.
///
/// ```swift
/// let file = try ImportJobFile(contentsOf: path)
/// let summary = try file.job().run()
/// ```
///
/// All of it may be left out but what `job()` asks for: then it is as `sluice import` has it unless
/// told. The same value is made of the command line's flags: a key of the file is a flag's name
/// (<doc:JobFiles>). It holds no password: PostgreSQL's client takes those from `PGPASSWORD` and from
/// its password file.
public struct ImportJobFile: Sendable, Hashable {
  /// Paths and patterns of glob(7), or nothing but `-`, standard input. A word that names a file is that
  /// file, also with an asterisk in its name.
  public var sources: [String] = []
  /// Whether the one source is followed, as a log that grows.
  public var isFollowing = false
  public var columns: [ImportColumn] = []
  /// As ``SinkTarget`` takes it.
  public var target: String?
  /// Of databases.
  public var table: String?
  /// With the key's columns, where it is an upsert.
  public var mode = WriteMode.append
  /// What was decided about a target that is not as earlier runs left it. A decision for one run, which no file
  /// holds.
  public var choices: TableChoices = []
  /// How records are read and rows are stored.
  public var options: ImportOptions

  /// A job of which nothing is told yet.
  public init() {
    options = ImportOptions(feed: FeedOptions(framing: .auto, checking: .full))
  }
}
