import Sluice
import SluiceFeed
import SluiceImport
import SluiceQueries

/// `sluice get`: values of a document.
struct GetCommand: Command {
  static let name = "get"
  static let summary = "print the value at a JSON Pointer, or all that a JSONPath selects"
  static let synopsis = "PATH FILE…"
  static let discussion = """
    Prints the value at the path of each file on a line of its own, compact, with numbers and strings
    as they are written. A path that begins with $ is a JSONPath (RFC 9535), which may select several
    values; any other is a JSON Pointer (RFC 6901), and the empty one means the whole document. Put a
    JSONPath in single quotes, so that the shell leaves it alone. Exits with 1 when a file has no such
    value or is not valid JSON.
    """
  static let example = "sluice get '$.statuses[?@.retweet_count > 10].user.name' twitter.json"
  static let flags: [Flag] = []

  private enum Path {
    case pointer(JSONPointer)
    case query(JSONQuery)

    init(_ text: String) throws(JSONError) {
      self =
        text.utf8.first == UInt8(ascii: "$")
        ? .query(try JSONQuery(text)) : .pointer(try JSONPointer(text))
    }
  }

  private let path: Path
  private let documents: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let words = try arguments.someOperands("PATH")
    guard words.count > 1 else {
      throw UsageError("sluice get needs FILE: sluice get \(GetCommand.synopsis)")
    }
    guard SourceAddress(ifURL: words[0]) == nil else {
      throw UsageError(
        "sluice get needs PATH before FILE, found \(DocumentFile.name(of: words[0]))")
    }
    do throws(JSONError) {
      path = try Path(words[0])
    } catch {
      throw UsageError("\(error)")
    }
    documents = Array(words.dropFirst())
  }

  func files() -> FileRoles { FileRoles(documents: documents) }

  func run() throws -> ExitStatus {
    try DocumentFile.forEach(documents) { file in
      try DocumentFile.withRoot(of: file) { root in
        switch path {
        case .pointer(let pointer):
          try unsafe StandardOutput.shared.write(try root.at(pointer), .compact)
        case .query(let query):
          try write(query, in: root)
        }
      }
      return .success
    }
  }

  /// Writes each value that the query selects. Throws `invalid-path` if it selects none.
  private func write(_ query: JSONQuery, in root: JSONCursor) throws {
    var isEmpty = true
    try query.forEach(in: root) { value in
      isEmpty = false
      try unsafe StandardOutput.shared.write(value, .compact)
    }
    guard isEmpty else { return }
    throw JSONError(
      .invalidPath, at: root.offset, name: query.description, reason: "it selects nothing here")
  }
}
