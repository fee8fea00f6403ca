package import Sluice

/// Where bytes come from: a file, memory, or another input that is decompressed or transcoded.
///
/// An input that has thrown may be read again without any loss. An input that would have to wait
/// for bytes throws to say so, and is read again later. A broken input throws the same error again.
package protocol ByteInput: AnyObject {
  /// Reads up to `room.count` bytes, and no more than are available; 0 at the end, and from then
  /// on. Waits for at least one byte.
  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int

  /// Exchanges `bytes` for a buffer with the next bytes: reading without a copy. The bytes from `front` on
  /// then precede the next ones. Returns where they begin. Returns nil and does nothing if the input has
  /// no buffer of about the usual size; then use `read`.
  func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(InputEvent) -> Int?

  /// Skips `count` bytes. Returns false if there are fewer.
  func skip(_ count: Int64) throws(InputEvent) -> Bool

  /// Whether the next read is known not to wait.
  var isReady: Bool { get }

  /// The total number of bytes, if known.
  var size: Int64? { get }

  /// The same bytes at any place, if nothing of them was read and they can be had like that.
  var placed: (any PlacedBytes)? { get }

  /// Ends waiting reads when the feed is stopped. Called before the first read.
  func heed(_ stop: FeedStop)

  /// What the caller should know about the bytes, since this was last asked.
  func takeNotes() -> [SourceNote]

  /// The followed file whose bytes these are.
  var followed: FollowedInput? { get }

  /// The object whose bytes these are.
  var object: (any SourceObject)? { get }

  /// Has bytes received, where that takes time, before the first is read.
  func startReceiving() throws(JSONError)
}

extension ByteInput {
  package func heed(_ stop: FeedStop) {}
  package func takeNotes() -> [SourceNote] { [] }
  package var followed: FollowedInput? { nil }
  package var object: (any SourceObject)? { nil }
  package func startReceiving() throws(JSONError) {}

  package func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(InputEvent) -> Int? {
    nil
  }

  package var isReady: Bool { false }
  package var size: Int64? { nil }
  package var placed: (any PlacedBytes)? { nil }

  package func skip(_ count: Int64) throws(InputEvent) -> Bool { try discard(count) }

  /// Reads and drops `count` bytes. Returns false if there are fewer.
  package func discard(_ count: Int64) throws(InputEvent) -> Bool {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
    defer { unsafe room.deallocate() }
    var left = count
    while left > 0 {
      let piece = Int(min(left, Int64(room.count)))
      let got = try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: room[..<piece]))
      guard got > 0 else { return false }
      left -= Int64(got)
    }
    return true
  }
}

/// Bytes in memory.
final class MemoryInput: ByteInput {
  let bytes: [UInt8]
  private var taken = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isReady: Bool { true }
  var size: Int64? { Int64(bytes.count) }
  var placed: (any PlacedBytes)? { self }

  func skip(_ count: Int64) -> Bool {
    guard count <= Int64(bytes.count - taken) else { return false }
    taken += Int(count)
    return true
  }

  func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(room.count, bytes.count - taken)
    unsafe room.copyBytes(from: bytes[taken..<taken + count])
    taken += count
    return count
  }
}

/// An input whose first bytes can be inspected before they are read.
final class PeekableInput: ByteInput {
  private let input: any ByteInput
  private(set) var head: [UInt8] = []
  private var isAtEnd = false
  /// Whether bytes were read, so that the head is not the start.
  private var isBegun = false

  init(_ input: any ByteInput) { self.input = input }

  /// The maximum number of bytes read ahead.
  static let most = 16

  /// Reads ahead as long as the bytes read so far are undecided, up to `most`.
  func peek(
    upTo most: Int = PeekableInput.most, while isUndecided: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(InputEvent) {
    while !isAtEnd, head.count < most,
      unsafe head.withUnsafeBufferPointer(isUndecided)
    {
      // In steps, so that a pipe is asked only for the bytes needed to decide.
      var room: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
      let wanted = head.count < PeekableInput.most ? 4 - head.count % 4 : min(32, most - head.count)
      try unsafe withUnsafeMutableBytes(of: &room) { (room) throws(InputEvent) in
        let got = try unsafe input.read(
          into: UnsafeMutableRawBufferPointer(rebasing: room[..<wanted]))
        isAtEnd = got == 0
        unsafe head += room[..<got]
      }
    }
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    isBegun = true
    guard !head.isEmpty else { return unsafe isAtEnd ? 0 : try input.read(into: room) }
    let count = min(room.count, head.count)
    unsafe room.copyBytes(from: head[..<count])
    head.removeFirst(count)
    return count
  }

  func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(InputEvent) -> Int? {
    guard head.isEmpty, !isAtEnd else { return nil }
    isBegun = true
    return try input.exchange(&bytes, from: front, usualSize: usualSize)
  }

  func skip(_ count: Int64) throws(InputEvent) -> Bool {
    isBegun = true
    let known = Int(min(count, Int64(head.count)))
    head.removeFirst(known)
    guard count > Int64(known) else { return true }
    return try input.skip(count - Int64(known))
  }

  func heed(_ stop: FeedStop) { input.heed(stop) }
  func takeNotes() -> [SourceNote] { input.takeNotes() }
  var followed: FollowedInput? { input.followed }

  /// The file that is read, if no bytes of it are held here.
  var file: FileInput? { head.isEmpty ? input as? FileInput : nil }

  var isReady: Bool { !head.isEmpty || isAtEnd || input.isReady }
  var size: Int64? { input.size }
  var placed: (any PlacedBytes)? { isBegun ? nil : input.placed }
}
