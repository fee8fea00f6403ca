import Sluice

/// The compressed bytes that a decoder reads, and their place in the file.
///
/// Sound because it owns the buffer, and lends parts of it for one call.
@safe
struct CompressedBytes: ~Copyable {
  private let input: any ByteInput
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var start = 0
  private var end = 0
  /// The offset of the first pending byte in the file.
  private(set) var offset: Int64
  /// The name of the file.
  let name: String

  /// The number of bytes read at a time.
  static let size = 64 << 10

  /// `input` is at `offset` of the file.
  init(_ input: any ByteInput, name: String, from offset: Int64) {
    self.input = input
    self.offset = offset
    self.name = name
    unsafe buffer = .allocate(capacity: CompressedBytes.size)
  }

  deinit { unsafe buffer.deallocate() }

  /// The bytes that were read and not decoded. Valid until the next change.
  var pending: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: buffer[start..<end])
  }

  mutating func advance(_ count: Int) {
    start += count
    offset += Int64(count)
  }

  /// Reads on if nothing is pending. Returns false at the end.
  mutating func fill() throws(InputEvent) -> Bool {
    guard start == end else { return true }
    start = 0
    end = 0
    end = try unsafe input.read(into: UnsafeMutableRawBufferPointer(buffer))
    return end > 0
  }

  /// Reads on if that does not wait. False: it would wait, it failed, or the input has ended; `fill`
  /// tells which.
  mutating func isFilledAtOnce() -> Bool {
    guard input.isReady else { return false }
    return (try? fill()) ?? false
  }

  borrowing func heed(_ stop: FeedStop) { input.heed(stop) }

  borrowing func failure(_ reason: String) -> JSONError {
    JSONError(.decompressionFailed, at: Int(clamping: offset), name: name, reason: reason)
  }
}
