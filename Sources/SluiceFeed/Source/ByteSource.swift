import Sluice

/// Bytes one piece after the other, from wherever they come.
final class ByteSource {
  let name: String
  private let origin: Origin
  /// How many bytes were taken from a source in memory.
  private var taken = 0

  private enum Origin {
    case file(FileDescriptor)
    case memory([UInt8])
  }

  /// Opens the source and goes to `offset`. Throws `io`.
  init(_ source: FeedSource, from offset: Int64) throws(JSONError) {
    name = source.name
    switch source {
    case .file(let path): origin = .file(try FileDescriptor(opening: path))
    case .standardInput: origin = .file(FileDescriptor(borrowing: 0, name: source.name))
    case .fileDescriptor(let descriptor, let name):
      origin = .file(FileDescriptor(borrowing: descriptor, name: name))
    case .bytes(let bytes, _): origin = .memory(bytes)
    }
    if offset > 0 { try skip(offset) }
  }

  /// Up to `room.count` bytes; 0 at the end. Blocks until there are some. Throws `io`.
  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    switch origin {
    case .file(let file): return try file.read(into: room)
    case .memory(let bytes):
      let count = min(room.count, bytes.count - taken)
      room.copyBytes(from: bytes[taken..<taken + count])
      taken += count
      return count
    }
  }

  /// How many bytes there are in all, as far as that is known.
  var size: Int64? {
    switch origin {
    case .file(let file): file.size
    case .memory(let bytes): Int64(bytes.count)
    }
  }

  /// Whether there is something to read, or the end, without waiting for it.
  var isReady: Bool {
    switch origin {
    case .file(let file): file.isReady
    case .memory: true
    }
  }

  /// The bytes and how many of them were taken, when they are in memory.
  var inMemory: (bytes: [UInt8], taken: Int)? {
    guard case .memory(let bytes) = origin else { return nil }
    return (bytes, taken)
  }

  /// Takes the next `count` bytes of a source in memory without copying them.
  func take(_ count: Int) { taken += count }

  private func skip(_ offset: Int64) throws(JSONError) {
    switch origin {
    case .file(let file): try file.skip(offset)
    case .memory(let bytes):
      guard offset <= bytes.count else { throw ByteSource.endsEarly(name, before: offset) }
      taken = Int(offset)
    }
  }

  static func endsEarly(_ name: String, before offset: Int64) -> JSONError {
    JSONError(
      .io, at: 0, name: name,
      reason: "it ends before byte \(offset), where reading was to go on; was it replaced or cut?")
  }
}
