import Sluice
import SluiceImport
import SluiceSystem

/// `sluice check`: whether documents are valid JSON.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "check whole documents against RFC 8259"
  static let synopsis = "FILE…"
  static let discussion = """
    Checks everything: grammar, every number, every escape, UTF-8, nesting. Prints a line for each
    file: ok, or the fault with its line, column and path, and a mark below the place. Documents in
    UTF-16 and UTF-32 are ok, as to all other commands, which is said. Exits with 1 when a file is
    not valid JSON. For feeds of many records, see sluice count.
    """
  static let example = "sluice check config.json data/*.json"
  static let flags: [Flag] = []

  private let paths: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = try arguments.someOperands("FILE")
  }

  func files() -> FileRoles { FileRoles(documents: paths) }

  func run() throws -> ExitStatus {
    try DocumentFile.forEach(paths) { file in
      let name = DocumentFile.name(of: file)
      do {
        let encoding = try DocumentFile.check(file)
        let note = encoding.map { " (in \($0.rawValue); RFC 8259 asks for UTF-8)" } ?? ""
        try unsafe StandardOutput.shared.tell("\(name): ok\(note)\n")
        return .success
      } catch let error as JSONError where error.code != .io {
        try unsafe StandardOutput.shared.tell("\(name): \(DocumentFile.report(error))")
        return .rejected
      }
    }
  }
}
