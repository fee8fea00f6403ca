import Sluice

/// Bytes delivered from outside: by an asynchronous sequence.
///
/// This input can't wait. If it runs out of bytes before the end, reading throws
/// `InputEvent.starved`, and is tried again after more bytes were delivered.
final class ChunkInput: ByteInput {
  private var bytes: [UInt8] = []
  private var taken = 0
  private var isEnded = false
  private let name: String

  init(name: String) { self.name = name }

  /// Takes more bytes. Call it only after the earlier ones are read.
  func bring(_ chunk: some Sequence<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: chunk)
    taken = 0
  }

  func end() { isEnded = true }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    let count = min(room.count, bytes.count - taken)
    guard unsafe count > 0 || room.isEmpty else {
      if isEnded { return 0 }
      throw .starved(name)
    }
    unsafe room.copyBytes(from: bytes[taken..<taken + count])
    taken += count
    return count
  }
}
