import CSimdJSON
import Sluice

/// The bytes that a tokenizer holds: the current window, and after it the fed bytes that are not
/// indexed yet.
///
/// ```
/// … dropped │ {"id":1,"na   me":"x …     ·  ·  ·     (· = padding, readable)
///   offset ─┘ └ window  ┘└ not indexed ┘
/// ```
///
/// Dropped bytes stay while they are `kept`: an opening bracket and the white space after it.
///
/// Stage 1 needs a few bytes of its own after a window, and a piece of a string needs a quote. The
/// bytes there are saved meanwhile (`cover`), and restored before anything else is done.
struct TokenBuffer: ~Copyable {
  private var bytes = PaddedBytes()
  /// The number of dropped bytes that are still there. Moving the rest for each window would take
  /// quadratic time in the size of a large chunk.
  private var front = 0
  /// The offset of the first held byte in the stream.
  private(set) var offset: Int64
  /// The number of dropped bytes before the front that `takeBack` may still restore.
  private var kept = 0
  private var covered: Covered?

  private struct Covered {
    let place: Int
    let low: UInt64
    let high: UInt64
  }

  init(offset: Int64) { self.offset = offset }

  var count: Int { bytes.count - front }

  /// The bytes. Nil before there are any.
  var base: UnsafeMutablePointer<UInt8>? {
    unsafe bytes.unsafeBytes.baseAddress.map { unsafe UnsafeMutablePointer(mutating: $0 + front) }
  }

  var all: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(rebasing: bytes.unsafeBytes[front...])
  }

  /// Appends a chunk, with room for `capacity` bytes at least. Throws `out-of-memory`; nothing is appended
  /// then.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, reserving capacity: Int
  ) throws(JSONError) {
    compact()
    let (end, overflow) = bytes.count.addingReportingOverflow(chunk.count)
    try bytes.reserve(overflow ? .max : max(end, capacity))
    unsafe bytes.append(chunk)
  }

  /// Reads up to `room` bytes. 0: the stream ends.
  mutating func read(
    upTo room: Int, _ reader: JSONTokenizer.Reader
  ) throws(JSONError) -> Int {
    compact()
    try bytes.reserve(bytes.count + room)
    return try unsafe bytes.append(upTo: room) { (free) throws(JSONError) in
      // A closure that claims more than there was room for must not end the process.
      unsafe min(max(try reader(free), 0), free.count)
    }
  }

  mutating func reserve(_ capacity: Int) throws(JSONError) {
    compact()
    try bytes.reserve(capacity)
  }

  /// Drops bytes from the front. The last `keeping` of all dropped bytes can be taken back.
  mutating func removeFirst(_ count: Int, keeping: Int = 0) {
    uncover()
    front += count
    kept = min(max(keeping, 0), kept + count)
    offset &+= Int64(count)
  }

  /// Restores dropped bytes. False: they are not kept, and nothing changes.
  mutating func takeBack(_ count: Int) -> Bool {
    guard count <= kept else { return false }
    uncover()
    front -= count
    kept -= count
    offset &-= Int64(count)
    return true
  }

  private mutating func compact() {
    uncover()
    bytes.removeFirst(front - kept)
    front = kept
  }

  mutating func restart(at offset: Int64) {
    bytes.removeAll()
    (front, kept, covered) = (0, 0, nil)
    self.offset = offset
  }

  /// Saves the `CSJ_WINDOW_TAIL` bytes at a place, so that they may be overwritten. At most they
  /// reach into the padding.
  mutating func cover(at place: Int) {
    uncover()
    guard let base = unsafe base else { return }
    covered = unsafe Covered(
      place: place, low: csj_load64(base + place), high: csj_load64(base + place + 8))
  }

  mutating func uncover() {
    guard let covered, let base = unsafe base else { return }
    let start = unsafe UnsafeMutableRawPointer(base + covered.place)
    unsafe start.storeBytes(of: covered.low.littleEndian, as: UInt64.self)
    unsafe start.storeBytes(of: covered.high.littleEndian, toByteOffset: 8, as: UInt64.self)
    self.covered = nil
  }
}
