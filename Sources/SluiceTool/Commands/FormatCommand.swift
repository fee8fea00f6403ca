import Sluice
import SluiceImport

/// `sluice format`: a document with other white space.
struct FormatCommand: Command {
  static let name = "format"
  static let summary = "reformat a document: indented, or compact"
  static let synopsis = "FILE [--compact | --canonical] [--sort-keys]"
  static let discussion = """
    Changes only white space, and with --sort-keys the order of fields: every number and every
    string keeps its bytes. --canonical also writes numbers and escapes in one way, so that equal
    documents have equal bytes; it refuses integers that no double holds exactly, and objects with
    a key twice. A document that is not valid JSON is not written at all.
    """
  static let example = "sluice format --compact config.json"
  static let flags = [
    Flag("--compact", nil, "no white space at all, instead of indenting by two spaces"),
    Flag("--sort-keys", nil, "the fields of each object sorted by the UTF-8 of their keys"),
    Flag("--canonical", nil, "the canonical form of RFC 8785: to hash and sign"),
  ]

  private let file: String
  private let options: JSONWriter.Options

  init(_ arguments: ParsedArguments) throws(UsageError) {
    file = try arguments.operand("FILE")
    var options: JSONWriter.Options = arguments.has("--compact") ? .compact : .pretty
    options.sortsKeys = arguments.has("--sort-keys")
    if arguments.has("--canonical") { options = .canonical }
    self.options = options
  }

  func files() -> FileRoles { FileRoles(documents: [file]) }

  func run() throws -> ExitStatus {
    try DocumentFile.forEach([file]) { file in
      try DocumentFile.withRoot(of: file) { root in
        guard options.isCanonical else {
          return try unsafe StandardOutput.shared.write(root, options)
        }
        // Whole, because objects may be refused; and without a newline, which the form does not have.
        var writer = JSONWriter(options: options)
        try writer.value(root)
        try unsafe StandardOutput.shared.write(contentsOf: try writer.takeBytes())
      }
      return .success
    }
  }
}
