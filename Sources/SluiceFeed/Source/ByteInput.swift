import Sluice

/// Where bytes come from: a file, memory, or another input that is decompressed or transcoded.
///
/// An input that has thrown may be read again, and nothing is lost by it: one that has to wait for
/// somebody else throws to say so, and is asked again later; one that is broken throws the same
/// again.
protocol ByteInput: AnyObject {
  /// Up to `room.count` bytes, and no more than are there; 0 at the end, and from then on. Waits
  /// until there are some.
  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int

  /// Gives a buffer with the next bytes in exchange for `bytes`, of which those from `front` on then stand
  /// before them: reading without a copy. Answers where they begin. Nil, and nothing is done: it has no
  /// buffer of its own, or none of about the usual size; read then.
  func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(JSONError) -> Int?

  /// Goes `count` bytes on. False: there are fewer.
  func skip(_ count: Int64) throws(JSONError) -> Bool

  /// Whether reading is known not to wait.
  var isReady: Bool { get }

  /// How many bytes there are in all, as far as that is known.
  var size: Int64? { get }

  /// Ends its waits when the feed is stopped. Called before the first read.
  func heed(_ stop: FeedStop)
}

extension ByteInput {
  func heed(_ stop: FeedStop) {}

  func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(JSONError) -> Int? {
    nil
  }

  var isReady: Bool { false }
  var size: Int64? { nil }

  func skip(_ count: Int64) throws(JSONError) -> Bool { try discard(count) }

  /// Reads `count` bytes and drops them. False: there are fewer.
  func discard(_ count: Int64) throws(JSONError) -> Bool {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
    defer { room.deallocate() }
    var left = count
    while left > 0 {
      let piece = Int(min(left, Int64(room.count)))
      let got = try read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<piece]))
      guard got > 0 else { return false }
      left -= Int64(got)
    }
    return true
  }
}

/// Bytes in memory.
final class MemoryInput: ByteInput {
  private let bytes: [UInt8]
  private var taken = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isReady: Bool { true }
  var size: Int64? { Int64(bytes.count) }

  func skip(_ count: Int64) -> Bool {
    guard count <= Int64(bytes.count - taken) else { return false }
    taken += Int(count)
    return true
  }

  func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, bytes.count - taken)
    room.copyBytes(from: bytes[taken..<taken + count])
    taken += count
    return count
  }
}

/// An input whose first bytes can be looked at before they are read.
final class PeekedInput: ByteInput {
  private let input: any ByteInput
  private(set) var head: [UInt8] = []
  private var isAtEnd = false

  init(_ input: any ByteInput) { self.input = input }

  /// The most bytes that are read ahead.
  static let most = 16

  /// Reads ahead as long as the bytes read so far do not suffice.
  func peek(
    while isUndecided: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(JSONError) {
    while !isAtEnd, head.count < PeekedInput.most, head.withUnsafeBufferPointer(isUndecided) {
      // In steps: of a pipe no more is asked for than it takes to tell.
      var room: UInt32 = 0
      let wanted = 4 - head.count % 4
      try withUnsafeMutableBytes(of: &room) { (room) throws(JSONError) in
        let got = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<wanted]))
        isAtEnd = got == 0
        head += room[..<got]
      }
    }
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    guard !head.isEmpty else { return isAtEnd ? 0 : try input.read(into: room) }
    let count = min(room.count, head.count)
    room.copyBytes(from: head[..<count])
    head.removeFirst(count)
    return count
  }

  func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(JSONError) -> Int? {
    guard head.isEmpty, !isAtEnd else { return nil }
    return try input.exchange(&bytes, from: front, usualSize: usualSize)
  }

  func skip(_ count: Int64) throws(JSONError) -> Bool {
    let known = Int(min(count, Int64(head.count)))
    head.removeFirst(known)
    guard count > Int64(known) else { return true }
    return try input.skip(count - Int64(known))
  }

  func heed(_ stop: FeedStop) { input.heed(stop) }

  /// The file behind it, once nothing of it is held here.
  var file: FileDescriptor? { head.isEmpty ? input as? FileDescriptor : nil }

  var isReady: Bool { !head.isEmpty || isAtEnd || input.isReady }
  var size: Int64? { input.size }
}
