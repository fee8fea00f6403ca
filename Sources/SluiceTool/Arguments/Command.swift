import SluiceImport

/// A command of the tool: its help, its flags, and its action.
protocol Command {
  static var name: String { get }
  /// One line for the overview.
  static var summary: String { get }
  /// The words after the name: `FEED --into DATABASE …`.
  static var synopsis: String { get }
  /// The help's text before the flags.
  static var discussion: String { get }
  static var example: String { get }
  static var flags: [Flag] { get }
  /// The names among them that mean something else in jobs.
  static var ownFlags: Set<String> { get }
  /// The kind of its operands.
  static var operands: Operands { get }

  /// Takes the arguments; throws for missing or wrong ones.
  init(_ arguments: ParsedArguments) throws(UsageError)
  /// The files that it will read and write, except standard output and standard error. They are compared
  /// before it runs.
  func files() throws -> FileRoles
  func run() throws -> ExitStatus
}

/// What a shell can propose for a command's operands.
enum Operands {
  case none, files
  case words([String])
}

extension Command {
  static var operands: Operands { .files }
  static var ownFlags: Set<String> { [] }
}
