import Sluice
import SluiceImport

/// `sluice get`: one value of a document.
struct GetCommand: Command {
  static let name = "get"
  static let summary = "print the value at a JSON Pointer"
  static let synopsis = "POINTER FILE…"
  static let discussion = """
    Prints the value at the pointer (RFC 6901) of each file on a line of its own, compact, with
    numbers and strings as they are written. The empty pointer means the whole document. Exits with
    1 when a file has no such value or is not valid JSON.
    """
  static let example = "sluice get /statuses/0/user/screen_name twitter.json"
  static let flags: [Flag] = []

  private let pointer: JSONPointer
  private let paths: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let words = try arguments.someOperands("POINTER")
    guard words.count > 1 else {
      throw UsageError("sluice get needs FILE: sluice get \(GetCommand.synopsis)")
    }
    do throws(JSONError) {
      pointer = try JSONPointer(words[0])
    } catch {
      throw UsageError("\(error)")
    }
    paths = Array(words.dropFirst())
  }

  func files() -> FileRoles { FileRoles(documents: paths) }

  func run() throws -> ExitStatus {
    try DocumentFile.forEach(paths) { file in
      try DocumentFile.withRoot(of: file) { root in
        try unsafe StandardOutput.shared.write(try root.at(pointer), .compact)
      }
      return .success
    }
  }
}
