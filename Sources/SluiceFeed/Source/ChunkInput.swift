import Sluice

/// Bytes that somebody else brings: an asynchronous sequence's.
///
/// Nobody can wait here. Where there are no more bytes and it is not the end, reading throws, and
/// `isStarved` says why; when more were brought, it is read again.
final class ChunkInput: ByteInput {
  private var bytes: [UInt8] = []
  private var taken = 0
  private var isEnded = false
  private let name: String

  init(name: String) { self.name = name }

  /// Takes over more bytes. Only when those before are read.
  func bring(_ chunk: some Sequence<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: chunk)
    taken = 0
  }

  /// There will be no more.
  func end() { isEnded = true }

  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    let count = min(room.count, bytes.count - taken)
    guard count > 0 || room.isEmpty else {
      if isEnded { return 0 }
      throw JSONError(.io, at: 0, name: name, reason: ChunkInput.starvation)
    }
    room.copyBytes(from: bytes[taken..<taken + count])
    taken += count
    return count
  }

  /// Whether an error says only that more bytes are to be brought.
  static func isStarvation(_ error: any Error) -> Bool {
    guard let error = error as? JSONError else { return false }
    return error.code == .io && error.detail?.reason == starvation
  }

  private static let starvation = "more is to come"
}
