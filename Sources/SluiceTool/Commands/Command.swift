import SluiceImport

/// A command of the tool: what its help says, which flags it takes, and what it does.
protocol Command {
  static var name: String { get }
  /// One line for the overview.
  static var summary: String { get }
  /// What follows the name: `FEED --into DATABASE …`.
  static var synopsis: String { get }
  /// What the help says beside the flags.
  static var discussion: String { get }
  static var example: String { get }
  static var flags: [Flag] { get }
  /// What is no flag among its words.
  static var operands: Operands { get }

  /// Takes the arguments; throws for what is missing or wrong.
  init(_ arguments: ParsedArguments) throws(UsageError)
  /// The files that it will read and write, but for standard output and standard error: compared before
  /// it runs.
  func files() throws -> FileRoles
  func run() throws -> ExitStatus
}

/// What a shell can propose for a command's words.
enum Operands {
  case none, files
  case words([String])
}

extension Command {
  static var operands: Operands { .files }
}
