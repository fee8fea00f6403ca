import Sluice
import SluiceFeed

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A whole document from a file or from standard input (`-`).
enum DocumentFile {
  /// Checks the document in full. Memory: little more than its bytes. Throws what is wrong with it or, with
  /// code `io`, why it can't be read.
  static func check(_ path: String) throws {
    let bytes = try read(path)
    var checker = JSONChecker()
    try checker.check(bytes)
  }

  /// Opens the document, checked in full, and passes its root to `body`. UTF-16 and UTF-32 are transcoded.
  static func withRoot<R>(of path: String, _ body: (JSONCursor) throws -> R) throws -> R {
    let bytes = try read(path)
    var reader = JSONReader(checking: .full)
    guard let encoding = bytes.withUnsafeBytes({ TextEncoding(detectedIn: $0) }) else {
      return try reader.withDocument(bytes, body)
    }
    var utf8 = PaddedBytes()
    try bytes.withUnsafeBytes { (text) throws(JSONError) in
      try encoding.transcode(text, into: &utf8)
    }
    return try reader.withDocument(utf8, body)
  }

  private static func read(_ path: String) throws(JSONError) -> PaddedBytes {
    let isInput = path == "-"
    let descriptor = isInput ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(path) }
    defer { if !isInput { close(descriptor) } }
    var bytes = PaddedBytes()
    var status = stat()
    var room = 1 << 20
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      // One byte more than the size: its absence is the end.
      room = min(max(Int(status.st_size), 0), JSONOptions.largestSize) + 1
    }
    while true {
      // The closure may not throw. A failed read looks like the end to its caller, so `failed` tells them
      // apart.
      var failed = false
      try bytes.reserve(bytes.count + room)
      let count = bytes.append(upTo: room) { free in
        let count = readAll(descriptor, into: free)
        failed = count < 0
        return max(count, 0)
      }
      if failed { throw fault(path) }
      if count < room {
        try checkIsText(bytes, path)
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
    _ bytes: borrowing PaddedBytes, _ path: String
  ) throws(JSONError) {
    let name = path == "-" ? "standard input" : path
    let program: String
    switch bytes.withUnsafeBytes({ Packing($0) }) {
    case .plain: return
    case .foreign(let format): throw format.error(name)
    case .gzip: program = "gzip"
    case .zstd: program = "zstd"
    }
    throw JSONError(
      .unsupportedEncoding, at: 0,
      name: "a \(program) file (\(name)): only feeds are decompressed here; for documents,"
        + " \(program) -dc FILE | sluice … -")
  }

  /// Fills the memory up to the end of the file; -1: reading failed.
  private static func readAll(
    _ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer
  ) -> Int {
    guard let base = memory.baseAddress else { return 0 }
    var done = 0
    while done < memory.count {
      let count = systemRead(descriptor, base + done, memory.count - done)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return -1 }
      if count == 0 { break }
      done += count
    }
    return done
  }

  private static func fault(_ path: String) -> JSONError {
    JSONError(
      .io, at: 0, name: path == "-" ? "standard input" : path,
      reason: SystemMessage.text(errno))
  }
}

/// `read(2)`, by a name that a method doesn't hide.
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
) -> Int {
  read(descriptor, bytes, count)
}
