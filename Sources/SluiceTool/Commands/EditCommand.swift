import Sluice
import SluiceEditing
import SluiceFeed
import SluiceImport
import SluiceSystem

/// `sluice edit`: a document with changes, and no other byte changed.
struct EditCommand: Command {
  static let name = "edit"
  static let summary = "change a document, and no other byte of it"
  static let synopsis =
    "FILE [--set POINTER=VALUE] [--delete POINTER] [--patch FILE] [--merge-patch FILE]"
  static let discussion = """
    Makes the changes in the order of the flags. Everything else keeps its bytes: white space, the
    order of fields, numbers and strings as they are spelled. New fields and elements look like their
    neighbours; deleted ones take their comma and their line with them.

    The file is replaced as a whole once all of it is written, and keeps its mode and owner. It stays
    as it was if it is not valid JSON or if one of the changes can't be made: exit status 1. The text
    of - (standard input) goes to standard output.

    If several fields have one name, the first is changed; deleting deletes all of them.
    """
  static let example = """
    sluice edit config.json --set '/server/port=8080' --set '/server/name="ann"' --delete /debug
    sluice edit - --set '/tags/-="new"' < old.json > new.json
    """
  static let flags = [
    Flag(
      "--set", "POINTER=VALUE",
      "replace the value at a JSON Pointer, or add a field, or an element at the end of an array (as"
        + " the next index, or -); VALUE is JSON: a string has its quotes", repeats: true),
    Flag("--delete", "POINTER", "delete the value at a JSON Pointer", repeats: true),
    Flag("--patch", "FILE", "apply a JSON Patch (RFC 6902)", repeats: true),
    Flag("--merge-patch", "FILE", "merge a JSON Merge Patch (RFC 7396)", repeats: true),
    Flag(
      "--output", "FILE", "write the text there (- is standard output), and leave FILE as it is"),
  ]

  private enum Change {
    case set(JSONPointer, String)
    case delete(JSONPointer)
    case patch(String)
    case mergePatch(String)
  }

  private let file: String
  private let changes: [Change]
  private let output: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    file = try arguments.operand("FILE")
    output = arguments.value("--output")
    if output?.isEmpty == true { throw UsageError("--output needs a file's name") }
    var changes: [Change] = []
    for (flag, value) in arguments.flagsInOrder {
      switch flag {
      case "--set": changes.append(try EditCommand.set(value))
      case "--delete": changes.append(.delete(try EditCommand.pointer(value, of: flag)))
      case "--patch": changes.append(.patch(value))
      case "--merge-patch": changes.append(.mergePatch(value))
      default: break
      }
    }
    guard !changes.isEmpty else {
      throw UsageError(
        "sluice edit needs a change: --set, --delete, --patch or --merge-patch;"
          + " see sluice edit --help")
    }
    self.changes = changes
    guard !isInPlace || SourceAddress(ifURL: file) == nil else {
      throw UsageError(
        "a document on a server can't be replaced: give --output FILE, or --output -")
    }
    let inputs = ([file] + patches).filter { $0 == "-" }
    guard inputs.count <= 1 else {
      throw UsageError("standard input (-) can be only one of the document and its patches")
    }
  }

  /// POINTER=VALUE. Iterates over scalars, because a combining mark at the start of the value is one
  /// character with the `=`.
  private static func set(_ text: String) throws(UsageError) -> Change {
    let scalars = text.unicodeScalars
    guard let equals = scalars.firstIndex(of: "=") else {
      throw UsageError("--set takes POINTER=VALUE, found \"\(text)\"")
    }
    let path = String(scalars[..<equals])
    let value = String(scalars[scalars.index(after: equals)...])
    let pointer = try pointer(path, of: "--set")
    let options = JSONOptions(checking: .full, duplicateKeys: .reject)
    do {
      _ = try JSON(parsing: value, options: options)
    } catch {
      throw UsageError(
        "--set \(path) takes JSON, found \"\(value)\" (\(error));"
          + " a string is written with its quotes: --set '\(path)=\"text\"'")
    }
    return .set(pointer, value)
  }

  private static func pointer(_ text: String, of flag: String) throws(UsageError) -> JSONPointer {
    do throws(JSONError) {
      return try JSONPointer(text)
    } catch {
      throw UsageError("\(flag): \(error)")
    }
  }

  private var patches: [String] {
    changes.compactMap { change in
      switch change {
      case .patch(let path), .mergePatch(let path): path
      default: nil
      }
    }
  }

  /// Whether the file itself is replaced.
  private var isInPlace: Bool { output == nil && file != "-" }

  func files() -> FileRoles {
    var files = FileRoles(documents: isInPlace ? [] : [file])
    if isInPlace { files.writes(file, as: "the document") }
    for path in patches {
      if path == "-" {
        files.reads(descriptor: .standardInput, as: "the patch", name: "standard input")
      } else {
        files.reads(path, as: "the patch")
      }
    }
    if let output, output != "-" { files.writes(output, as: "the output") }
    return files
  }

  func run() throws -> ExitStatus {
    if isInPlace, let status = try? FileStatus(at: file), !status.isRegular, status.kind != .folder
    {
      throw UsageError("\(file) is no regular file and can't be replaced: use - or --output")
    }
    var edits: [(inout JSONEditor) -> Void] = []
    for change in changes {
      var edit: ((inout JSONEditor) -> Void)?
      let name =
        switch change {
        case .patch(let path), .mergePatch(let path): path
        default: file
        }
      let status = try DocumentFile.forEach([name]) { _ in
        edit = try EditCommand.edit(change)
        return .success
      }
      guard let edit else { return status }
      edits.append(edit)
    }
    return try DocumentFile.forEach([file]) { file in
      let read = isInPlace ? try? FileStatus(at: file) : nil
      let (old, new) = try DocumentFile.edited(file) { editor in
        for edit in edits { edit(&editor) }
      }
      if isInPlace {
        // A file that is as it should be keeps its date.
        if new != old {
          let common = zip(old, new).prefix { $0 == $1 }.prefix(16).map(\.0)
          try Leftovers.remove(ofDocument: file, beginning: common)
          try EditCommand.replace(file, with: new, since: read)
        }
      } else if let output, output != "-" {
        try OutputFile.write(new, to: output, over: .anything)
      } else {
        try unsafe StandardOutput.shared.write(contentsOf: new)
      }
      return .success
    }
  }

  /// Replaces a file that is still as it was read.
  private static func replace(
    _ file: String, with new: [UInt8], since read: FileStatus?
  ) throws(ImportError) {
    let now = try? FileStatus(at: file)
    guard now?.size == read?.size, now?.modified == read?.modified else {
      throw ImportError(
        .sink,
        "\(file) was changed by another program while it was edited, and was not touched: run the same"
          + " command again")
    }
    try OutputFile.write(new, to: file, over: .file(read?.identity))
  }

  /// Reads the patch, if the change is one.
  private static func edit(_ change: Change) throws -> (inout JSONEditor) -> Void {
    switch change {
    case .set(let pointer, let value): return { $0[pointer].set(rawJSON: value) }
    case .delete(let pointer): return { $0[pointer].remove() }
    case .patch(let path):
      let patch = try JSONPatch(try DocumentFile.json(of: path))
      return { $0.apply(patch) }
    case .mergePatch(let path):
      let patch = try DocumentFile.json(of: path)
      return { $0.merge(patch) }
    }
  }
}
