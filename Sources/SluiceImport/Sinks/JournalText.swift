import Sluice

/// Reads what a journal's file has, piece by piece, mostly in order: through a window of bounded size.
///
/// It keeps the file open, so that another one that takes its name changes nothing.
final class JournalText {
  private let file: OutputFile
  private var start: Int64 = 0
  private var window: [UInt8] = []

  private static let span = 16 << 10

  init(_ file: OutputFile) { self.file = file }

  var path: String { file.path }

  /// Throws when the file has fewer bytes by now.
  func bytes(at offset: Int64, count: Int) throws(ImportError) -> ArraySlice<UInt8> {
    if offset < start || offset + Int64(count) > start + Int64(window.count) {
      window = try file.bytes(at: offset, count: max(count, JournalText.span))
      start = offset
    }
    let first = Int(offset - start)
    guard window.count - first >= count else {
      throw ImportError(
        .conflict,
        "\(path) keeps the progress of imports, and was cut while it was read: it has no byte"
          + " \(start + Int64(window.count))")
    }
    return window[first..<first + count]
  }
}

/// Writes to a file's end, in pieces of bounded size.
struct JournalOutput {
  let file: OutputFile
  private var piece: [UInt8] = []

  private static let mostBytes = 64 << 10

  init(_ file: OutputFile) { self.file = file }

  /// The length of the file with all that was written here.
  var length: Int64 { file.length + Int64(piece.count) }

  mutating func write(_ bytes: some Collection<UInt8>) throws(ImportError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = rest.prefix(JournalOutput.mostBytes - piece.count)
      piece += part
      rest = rest.dropFirst(part.count)
      if piece.count == JournalOutput.mostBytes { try flush() }
    }
  }

  mutating func flush() throws(ImportError) {
    guard !piece.isEmpty else { return }
    try file.write(piece)
    piece.removeAll(keepingCapacity: true)
  }
}
