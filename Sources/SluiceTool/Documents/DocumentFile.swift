import Sluice
import SluiceEditing
import SluiceFeed
import SluiceSystem

/// A whole document from a file, a URL or standard input (`-`).
enum DocumentFile {
  /// Checks the document in full. Memory: little more than its bytes. Returns its encoding, if that is another one than
  /// UTF-8. Throws what is wrong with it or, with code `io`, why it can't be read.
  static func check(_ path: String) throws -> TextEncoding? {
    let text = try text(of: path)
    var checker = JSONChecker()
    try checker.check(text.utf8)
    return text.encoding
  }

  /// The text of a document in UTF-8.
  private struct Text: ~Copyable {
    let utf8: PaddedBytes
    /// From which it was transcoded: UTF-16 or UTF-32.
    var encoding: TextEncoding?
  }

  private static func text(of path: String) throws(JSONError) -> Text {
    let bytes = try read(path)
    guard let encoding = unsafe bytes.withUnsafeBytes({ unsafe TextEncoding(detectedIn: $0) })
    else { return Text(utf8: bytes) }
    var utf8 = PaddedBytes()
    try unsafe bytes.withUnsafeBytes { (text) throws(JSONError) in
      try unsafe encoding.transcode(text, into: &utf8)
    }
    return Text(utf8: utf8, encoding: encoding)
  }

  /// Opens the document, checked in full, and passes its root to `body`. UTF-16 and UTF-32 are transcoded.
  static func withRoot<R>(of path: String, _ body: (JSONCursor) throws -> R) throws -> R {
    let text = try text(of: path)
    var reader = JSONReader(checking: .full)
    return try reader.withDocument(text.utf8, body)
  }

  /// The owned value of a document in which no object has a key twice.
  static func json(of path: String) throws -> JSON {
    let text = try text(of: path)
    var reader = JSONReader(options: JSONOptions(checking: .full, duplicateKeys: .reject))
    return try reader.withDocument(text.utf8) { root in try root.materialize() }
  }

  /// The document's bytes, and the bytes with changes. A byte order mark stays.
  ///
  /// Throws `unsupported-encoding` for UTF-16 and UTF-32: other bytes would not stay as they are.
  static func edited(
    _ path: String, _ changes: (inout JSONEditor) throws -> Void
  ) throws -> (old: [UInt8], new: [UInt8]) {
    let bytes = try read(path)
    let old = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    if let encoding = unsafe bytes.withUnsafeBytes({ unsafe TextEncoding(detectedIn: $0) }) {
      throw JSONError(
        .unsupportedEncoding, at: 0,
        name: "\(encoding.rawValue), which can be read but not edited: convert it first")
    }
    var reader = JSONReader(checking: .full)
    let text = try reader.withDocument(bytes) { root in try root.edited(changes) }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return (old, old.starts(with: mark) ? mark + text : text)
  }

  private static func read(_ path: String) throws(JSONError) -> PaddedBytes {
    if let address = SourceAddress(ifURL: path) {
      let bytes = try address.object().contents(atMost: JSONOptions.largestSize)
      try checkIsText(bytes, address.description)
      return bytes
    }
    let isInput = path == "-"
    let name = isInput ? "standard input" : path
    let descriptor = try JSONError.naming(name) { () throws(SystemError) in
      try isInput ? .standardInput : FileDescriptor.open(reading: path, waitsForWriter: true)
    }
    defer { if !isInput { descriptor.close() } }
    var bytes = PaddedBytes()
    var room = 1 << 20
    if let status = descriptor.regularStatus {
      // One byte more than the size: its absence is the end.
      room = min(Int(status.size), JSONOptions.largestSize) + 1
    }
    while true {
      try bytes.reserve(bytes.count + room)
      let count = try unsafe bytes.append(upTo: room) { (free) throws(JSONError) in
        try JSONError.naming(name) { () throws(SystemError) in
          try unsafe fill(free, from: descriptor)
        }
      }
      if count < room {
        try checkIsText(bytes, name)
        return bytes
      }
      guard bytes.count <= JSONOptions.largestSize else {
        throw JSONError(.tooLarge, at: 0, name: "\(JSONOptions.largestSize)")
      }
      room = max(bytes.count / 2, 1 << 20)
    }
  }

  /// Throws for a compressed document: an error about its first byte would not tell that.
  private static func checkIsText(
    _ bytes: borrowing PaddedBytes, _ name: String
  ) throws(JSONError) {
    let (program, file): (String, String)
    switch unsafe bytes.withUnsafeBytes({ unsafe Packing($0) }) {
    case .plain: return
    case .foreign(let format): throw format.error(name)
    case .gzip: (program, file) = ("gzip", "a gzip file")
    case .zstd, .skippable: (program, file) = ("zstd", "a zstd file")
    case .loaded(let format): (program, file) = (format.program, format.file)
    }
    throw JSONError(
      .unsupportedEncoding, at: 0,
      name: "\(file) (\(name)): only feeds are decompressed here; for documents,"
        + " \(program) -dc FILE | sluice … -")
  }

  /// Fills the memory, or reads to the end of the file.
  private static func fill(
    _ memory: UnsafeMutableRawBufferPointer, from descriptor: FileDescriptor
  ) throws(SystemError) -> Int {
    var done = 0
    while done < memory.count {
      let count = try unsafe descriptor.read(
        into: UnsafeMutableRawBufferPointer(rebasing: memory[done...]))
      if count == 0 { break }
      done += count
    }
    return done
  }
}
