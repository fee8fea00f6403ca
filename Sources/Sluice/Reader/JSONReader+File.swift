import SluiceSystem

extension JSONReader {
  /// Opens the document in a file. Reads it once into the reader's buffer, which has the padding. UTF-16 and UTF-32 are
  /// recognised by the first bytes and transcoded.
  ///
  /// Reads to the end, whatever size the file claims. So pipes and devices work too, and a file that grows or shrinks
  /// meanwhile is used as it was read. (If the file were mapped instead, truncating it would crash the process.)
  ///
  /// Throws `io` with the path and the system's message, `too-large` once more than the size limit was read, and the
  /// errors of opening a document.
  public mutating func withDocument<R>(
    contentsOfFile path: String, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    let storage = try unsafe storage().takeUnretainedValue()
    storage.buffer.removeAll()
    try FileContents(path).read(into: &storage.buffer, limit: options.sizeLimit)
    if let encoding = unsafe TextEncoding(detectedIn: storage.buffer.unsafeBytes) {
      var utf8 = PaddedBytes()
      try unsafe encoding.transcode(storage.buffer.unsafeBytes, into: &utf8)
      return try withDocument(utf8, body)
    }
    return try unsafe withDocument(padded: storage.buffer.unsafeBytes, body)
  }
}

/// A file that is open for reading.
struct FileContents: ~Copyable {
  private let path: String
  private let descriptor: FileDescriptor

  init(_ path: String) throws(JSONError) {
    guard !path.utf8.contains(0) else {
      throw JSONError(.io, at: 0, name: path, reason: "the path contains a NUL character")
    }
    descriptor = try JSONError.naming(path) { () throws(SystemError) in
      try FileDescriptor.open(reading: path, waitsForWriter: true)
    }
    self.path = path
  }

  deinit { descriptor.close() }

  func read(into bytes: inout PaddedBytes, limit: Int) throws(JSONError) {
    let expected = descriptor.regularStatus.map { Int($0.size) } ?? 0
    guard expected <= limit else { throw tooLarge(limit) }
    // Leaves room for another read, so that the end is seen without growing.
    let least = 64 << 10
    try bytes.reserve(expected + least)
    while true {
      let room = max(min(bytes.capacity - bytes.count, 1 << 30), least)
      try bytes.reserve(bytes.count + room)
      let count = try unsafe bytes.append(upTo: room) { (free) throws(JSONError) -> Int in
        try JSONError.naming(path) { () throws(SystemError) in
          try unsafe descriptor.read(into: free)
        }
      }
      if count == 0 { return }
      guard bytes.count <= limit else { throw tooLarge(limit) }
    }
  }

  private func tooLarge(_ limit: Int) -> JSONError { JSONError(.tooLarge, at: 0, name: "\(limit)") }
}
