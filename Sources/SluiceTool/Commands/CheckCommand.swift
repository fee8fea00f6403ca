import Sluice

/// `sluice check`: whether documents are valid JSON.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "check whole documents against RFC 8259"
  static let synopsis = "FILE…"
  static let discussion = """
    Checks everything: grammar, every number, every escape, UTF-8, nesting. Prints a line for each
    file: ok, or what is wrong, with line, column and path, and the place marked below it. Exits
    with 1 when a file is not valid JSON. For feeds of many records, see sluice count.
    """
  static let example = "sluice check config.json data/*.json"
  static let flags: [Flag] = []

  private let files: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = try arguments.someOperands("FILE")
  }

  func run() throws -> ExitStatus {
    try DocumentFile.forEach(files) { file in
      do {
        try DocumentFile.check(file)
        try StandardOutput.shared.write("\(file): ok\n")
        return .success
      } catch let error as JSONError where error.code != .io {
        try StandardOutput.shared.write("\(file): \(DocumentFile.report(error))")
        return .rejected
      }
    }
  }
}
