/// What to do with a target that is not in the state in which earlier runs left it.
///
/// Progress belongs to one table: the one that the server knows by its number, not by its name. When that
/// table is gone, was made anew, or is empty though rows were committed, a job is refused until the caller
/// chooses.
public struct TableChoices: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Forget the progress of the job's sources, and import them from their start.
  public static let restart = TableChoices(rawValue: 1)
  /// Use the table of that name, though it is another one than before: after a dump and restore.
  public static let adoptTable = TableChoices(rawValue: 2)
  /// Continue though the table is empty, because others remove its rows.
  public static let mayBeEmpty = TableChoices(rawValue: 4)
}
