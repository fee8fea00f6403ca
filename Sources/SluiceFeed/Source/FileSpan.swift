import Sluice
import SluiceSystem

/// The first bytes of an open regular file, read at offsets: the descriptor's position does not move.
///
/// A job reads a compressed file only as far as it is verified, and a file in another encoding only as far
/// as its checkpoint will say.
final class FileSpan: ByteInput {
  private let file: FileInput
  private let end: Int64
  private var offset: Int64 = 0

  /// The descriptor stays open, and must outlive this.
  init(_ descriptor: FileDescriptor, end: Int64, name: String) {
    file = FileInput(borrowing: descriptor, name: name)
    self.end = end
  }

  var isReady: Bool { true }
  var size: Int64? { file.size.map { min($0, end) } }
  var placed: (any PlacedBytes)? { self }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    let count = Int(min(Int64(room.count), end - offset))
    guard count > 0 else { return 0 }
    let room = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<count])
    let got = try unsafe InputEvent.asFailures(try file.read(into: room, at: offset))
    offset += Int64(got)
    return got
  }
}

extension FileSpan: PlacedBytes {
  func read(
    into room: UnsafeMutableRawBufferPointer, at offset: Int64
  ) throws(JSONError) -> Int {
    let count = Int(max(min(Int64(room.count), end - offset), 0))
    guard count > 0 else { return 0 }
    return try unsafe file.read(
      into: UnsafeMutableRawBufferPointer(rebasing: room[..<count]), at: offset)
  }
}
