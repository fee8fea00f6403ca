import Sluice
import SluiceImport

/// `sluice format`: a document with other white space.
struct FormatCommand: Command {
  static let name = "format"
  static let summary = "reformat a document: indented, or compact"
  static let synopsis = "FILE [--compact]"
  static let discussion = """
    Changes only white space: every number and every string keeps its bytes. A document that is
    not valid JSON is not written at all.
    """
  static let example = "sluice format --compact config.json"
  static let flags = [
    Flag("--compact", nil, "no white space at all, instead of indenting by two spaces")
  ]

  private let file: String
  private let options: JSONWriter.Options

  init(_ arguments: ParsedArguments) throws(UsageError) {
    file = try arguments.operand("FILE")
    options = arguments.has("--compact") ? .compact : .pretty
  }

  func files() -> FileRoles { FileRoles(documents: [file]) }

  func run() throws -> ExitStatus {
    try DocumentFile.forEach([file]) { file in
      try DocumentFile.withRoot(of: file) { root in
        try unsafe StandardOutput.shared.write(root, options)
      }
      return .success
    }
  }
}
