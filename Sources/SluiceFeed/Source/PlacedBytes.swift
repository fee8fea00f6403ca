import Sluice

/// Bytes that can be read at any offset: a regular file, or memory.
package protocol PlacedBytes: AnyObject {
  /// Reads up to `room.count` bytes from an offset on; 0 at the end. Throws `io`.
  func read(into room: UnsafeMutableRawBufferPointer, at offset: Int64) throws(JSONError) -> Int

  /// Their number, if known.
  var size: Int64? { get }
}

extension FileInput: PlacedBytes {}

extension MemoryInput: PlacedBytes {
  func read(into room: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
    let rest = bytes.dropFirst(Int(clamping: offset)).prefix(room.count)
    unsafe room.copyBytes(from: rest)
    return rest.count
  }
}

extension PlacedBytes {
  /// The next `count` bytes; fewer at the end.
  func bytes(at offset: Int64, count: Int) throws(JSONError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let got = try unsafe bytes.withUnsafeMutableBytes { room in
        Result { () throws(JSONError) in
          try unsafe read(
            into: UnsafeMutableRawBufferPointer(rebasing: room[done...]), at: offset + Int64(done))
        }
      }.get()
      if got == 0 { break }
      done += got
    }
    bytes.removeLast(count - done)
    return bytes
  }
}

/// Bytes from an offset on, in order.
final class PlacedInput: ByteInput {
  private let bytes: any PlacedBytes
  private var offset: Int64

  init(_ bytes: any PlacedBytes, from offset: Int64) {
    self.bytes = bytes
    self.offset = offset
  }

  var isReady: Bool { true }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    let got = try unsafe InputEvent.asFailures(try bytes.read(into: room, at: offset))
    offset += Int64(got)
    return got
  }
}
