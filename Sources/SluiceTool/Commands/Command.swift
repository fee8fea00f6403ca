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

  /// Takes the arguments; throws for what is missing or wrong.
  init(_ arguments: ParsedArguments) throws(UsageError)
  func run() throws -> ExitStatus
}

/// How the tool ends.
enum ExitStatus: Int32 {
  /// All went well; also when the reader of the output went away.
  case success = 0
  /// Records were rejected, a document is not valid JSON, or a value is not there.
  case rejected = 1
  /// Wrong usage, or something could not be read or written.
  case failure = 2
  /// Ctrl-C before the end of what has one. What an import committed stays.
  case interrupted = 130
}
