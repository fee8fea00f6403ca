import Sluice

/// A view of Arrow: the length, and the bytes themselves, or their first four and where they are.
///
/// During the reading of a piece, that is an address in a window which is kept, or an offset in the bytes of
/// the column's own; in a batch, it is a buffer's number and the offset there.
package struct TextView: BitwiseCopyable {
  package let count: Int32
  private let start: UInt32
  /// The bytes after the fourth, or where they are.
  private let rest: UInt64

  /// The most bytes that a view holds itself.
  package static let most = 12
  /// Set where the bytes are the column's own. No address has it.
  private static let own: UInt64 = 1 << 63

  /// No text.
  package static let empty = TextView(count: 0, start: 0, rest: 0)

  private init(count: Int32, start: UInt32, rest: UInt64) {
    self.count = count
    self.start = start
    self.rest = rest
  }

  /// At most 12 bytes. Without a branch on their number, which is not predictable.
  ///
  /// Sound because 12 are readable: the caller's text has padding after it.
  @inline(__always)
  package init(short bytes: UnsafePointer<UInt8>, count: Int) {
    let bits = 8 &* UInt64(truncatingIfNeeded: count)
    // The first 8 bytes and the last 4. A shift by 64 leaves nothing, so that its mask is a whole word.
    let low = unsafe TextView.word(bytes) & ~(UInt64.max << bits)
    let high = unsafe (TextView.word(bytes + 4) >> 32) & ~(UInt64.max << (max(bits, 64) &- 64))
    self.init(
      count: Int32(truncatingIfNeeded: count), start: UInt32(truncatingIfNeeded: low),
      rest: low >> 32 | high << 32)
  }

  /// More bytes, in a window.
  @inline(__always)
  init(long bytes: UnsafePointer<UInt8>, count: Int) {
    self.init(
      count: Int32(truncatingIfNeeded: count),
      start: UInt32(truncatingIfNeeded: unsafe TextView.word(bytes)),
      rest: UInt64(UInt(bitPattern: bytes)))
  }

  /// More bytes, at an offset in the column's own bytes.
  init(long bytes: UnsafePointer<UInt8>, count: Int, at offset: Int) {
    self.init(
      count: Int32(truncatingIfNeeded: count),
      start: UInt32(truncatingIfNeeded: unsafe TextView.word(bytes)),
      rest: UInt64(offset) | TextView.own)
  }

  /// Any number of bytes without padding after them; those beyond 12 are at an offset in a batch's first
  /// buffer, too.
  package init(_ bytes: UnsafePointer<UInt8>, count: Int, at offset: Int) {
    var words: (UInt64, UInt64) = (0, 0)
    for i in 0..<min(count, TextView.most) {
      let byte = unsafe UInt64(bytes[i])
      if i < 8 { words.0 |= byte << UInt64(8 * i) } else { words.1 |= byte << UInt64(8 * i - 64) }
    }
    let isShort = count <= TextView.most
    self.init(
      count: Int32(truncatingIfNeeded: count), start: UInt32(truncatingIfNeeded: words.0),
      rest: isShort ? words.0 >> 32 | words.1 << 32 : UInt64(offset) << 32)
  }

  /// The same text in a buffer of a batch. Both numbers have 31 bits.
  @inline(__always)
  package func at(buffer: Int, offset: Int) -> TextView {
    TextView(count: count, start: start, rest: UInt64(buffer) | UInt64(offset) << 32)
  }

  /// Whether the bytes are in the view.
  @inline(__always)
  package var isShort: Bool { count <= Int32(TextView.most) }

  /// While a piece is read: the offset of the bytes in the column's own; nil: they are in a window.
  @inline(__always)
  package var ownOffset: Int? {
    rest & TextView.own != 0 ? Int(truncatingIfNeeded: rest & ~TextView.own) : nil
  }

  /// The same of a long text that is known not to be in a window.
  @inline(__always)
  package var knownOwnOffset: Int { Int(truncatingIfNeeded: rest & ~TextView.own) }

  /// Copies views, which are short or in the column's own bytes, after these were moved by `distance` into a batch's
  /// first buffer. A loop of this module: a call for each view took twice as long.
  package static func copy(
    _ views: UnsafePointer<TextView>, count: Int, movedBy distance: Int,
    to out: UnsafeMutablePointer<TextView>
  ) {
    for i in 0..<count { unsafe out[i] = views[i].moved(by: distance) }
  }

  /// Without a branch, as there are many in a row.
  @inline(__always)
  private func moved(by distance: Int) -> TextView {
    // The sign of being the column's own is shifted out.
    let place = (rest &+ UInt64(truncatingIfNeeded: distance)) &<< 32
    return TextView(count: count, start: start, rest: isShort ? rest : place)
  }

  /// While a piece is read: where the bytes are in a window.
  @inline(__always)
  package var address: UInt { UInt(truncatingIfNeeded: rest) }

  /// In a batch: the buffer's number, and the offset in it.
  package var place: (buffer: Int, offset: Int) { (Int(rest & 0xFFFF_FFFF), Int(rest >> 32)) }

  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    unsafe UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }
}
