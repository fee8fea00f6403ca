import CSimdJSON
import Sluice

/// The walk through a window: everything used for each token, and the fast path.
///
/// Separate from all that reads and indexes, and reached through a pointer. So a tokenizer is two
/// words, which is what lending a token of it costs.
///
/// Sound because only `TokenStream` sets its pointers, into the buffer and the index that the
/// stream owns, and sets them anew whenever either moves.
@usableFromInline
@safe
struct TokenWalk {
  /// What may come next. At depth 0 before a document (`root`) and after one (`end`).
  @usableFromInline
  enum WalkPosition: UInt8 { case behind, value, firstValue, firstKey, key, colon, root, end }

  /// The window: the last indexed bytes.
  @usableFromInline var bytes: UnsafePointer<UInt8>
  /// The next entry of the index.
  @usableFromInline var here: UnsafePointer<UInt32>
  /// Before this entry, an entry and the two after it are complete tokens.
  @usableFromInline var fastStop: UnsafePointer<UInt32>
  /// The end of the complete tokens.
  @usableFromInline var stop: UnsafePointer<UInt32>
  /// The offset of the window in the stream.
  @usableFromInline var windowOffset: Int64
  /// The number of indexed bytes.
  @usableFromInline var windowEnd = 0
  @usableFromInline var place = WalkPosition.root
  @usableFromInline var levels: NestingLevels
  /// The first backslash that is not checked, or one before the current place; `UInt32.max`: no
  /// backslash needs a check.
  @usableFromInline var backslash = UInt32.max

  // The current token: its text in the window.

  @usableFromInline var kind = JSONToken.Kind.null
  /// The offset of a usual number's point, or of its end: see `csj_measure_number`. `UInt8.max`: it is
  /// unusual, or a piece.
  @usableFromInline var point: UInt8 = .max
  @usableFromInline var isFirst = true
  @usableFromInline var isLast = true
  @usableFromInline var start: UInt32 = 0
  @usableFromInline var end: UInt32 = 0
  @usableFromInline let index: UnsafeMutablePointer<StructuralIndex>

  init(
    over index: UnsafeMutablePointer<StructuralIndex>, _ levels: NestingLevels, offset: Int64
  ) {
    unsafe self.index = unsafe index
    self.levels = levels
    unsafe bytes = unsafe index.pointee.bytes
    unsafe here = unsafe index.pointee.tokens
    unsafe fastStop = unsafe here
    unsafe stop = unsafe here
    windowOffset = offset
  }

  /// Drops the current token.
  mutating func forget() {
    kind = .null
    (start, end) = (0, 0)
    (isFirst, isLast) = (true, true)
  }

  /// Prepares for the next token.
  mutating func settle() {
    (isFirst, isLast) = (true, true)
    unsafe fastStop = unsafe stop - here > 2 ? stop - 2 : here
  }

  /// The byte that closes the innermost container; 0 when none is open.
  @inlinable @inline(__always)
  var closing: UInt8 { levels.closing }

  var isInObject: Bool { closing == Byte.closeBrace }
}

/// The fast path: tokens in the middle of a window, in order. Unusual input changes nothing here,
/// and goes to `nextSlowly`.
///
/// Sound because `here < fastStop` says that the entry at `here` and the two after it are complete
/// tokens of the window, and a fourth entry is readable; each is an offset into readable bytes; and
/// a complete string has its quote before the next token.
extension TokenWalk {
  @inlinable @inline(__always)
  mutating func nextQuickly() -> JSONToken.Kind? {
    var p = unsafe here
    var byte = unsafe bytes[Int(p[0])]
    if _fastPath(place == .behind) {
      if byte != Byte.comma { return unsafe byte == closing ? closeQuickly(p, byte) : nil }
      unsafe p += 1
      byte = unsafe bytes[Int(p[0])]
      if closing == Byte.closeBrace { return unsafe keyQuickly(p, byte) }
    } else if place != .value {
      if place == .firstValue {
        if byte == closing { return unsafe closeQuickly(p, byte) }
      } else {
        guard place == .firstKey else { return nil }
        return unsafe byte == closing ? closeQuickly(p, byte) : keyQuickly(p, byte)
      }
    }
    let offset = unsafe p[0]
    if byte == Byte.quote {
      let close = unsafe csj_closing_quote(bytes, p[1])
      if _slowPath(close > backslash), !checkEscapes(from: offset, to: close) { return nil }
      return unsafe took(.string, p, offset &+ 1, close)
    }
    // Among the first bytes of values, digits and the minus sign sort before letters.
    if byte <= UInt8(ascii: "9") { return unsafe numberQuickly(p, offset) }
    if Byte.opens(byte) { return unsafe openQuickly(p, byte) }
    return unsafe wordQuickly(p, offset, byte)
  }

  /// Takes a value after which the container continues.
  @inlinable @inline(__always)
  mutating func took(
    _ kind: JSONToken.Kind, _ p: UnsafePointer<UInt32>, _ start: UInt32, _ end: UInt32
  ) -> JSONToken.Kind {
    place = .behind
    unsafe here = unsafe p + 1
    stand(at: kind, start, end)
    return kind
  }

  @inlinable @inline(__always)
  mutating func stand(at kind: JSONToken.Kind, _ start: UInt32, _ end: UInt32) {
    self.kind = kind
    self.start = start
    self.end = end
  }

  @inlinable @inline(__always)
  mutating func keyQuickly(_ p: UnsafePointer<UInt32>, _ byte: UInt8) -> JSONToken.Kind? {
    let offset = unsafe p[0]
    var close: UInt32 = 0
    guard byte == Byte.quote, unsafe csj_key_end(bytes, p[1], &close) else { return nil }
    if _slowPath(close > backslash), !checkEscapes(from: offset, to: close) { return nil }
    place = .value
    unsafe here = unsafe p + 2
    stand(at: .key, offset &+ 1, close)
    return .key
  }

  /// Takes a usual number, which must end where the index ends its token: the byte after it is not
  /// part of it.
  @inlinable @inline(__always)
  mutating func numberQuickly(
    _ p: UnsafePointer<UInt32>, _ offset: UInt32
  ) -> JSONToken.Kind? {
    var (length, point) = (UInt32(0), UInt32(0))
    guard unsafe csj_measure_digits(bytes + Int(offset), &length, &point) else { return nil }
    let end = offset &+ length
    // Tokens that begin directly after a number are structural characters, or control characters that stage 1
    // takes for some.
    let next = unsafe bytes[Int(end)]
    guard unsafe (end == p[1] && next > 0x20) || csj_may_end_scalar(next) else { return nil }
    self.point = UInt8(truncatingIfNeeded: point)
    return unsafe took(.number, p, offset, end)
  }

  @inlinable @inline(__always)
  mutating func wordQuickly(
    _ p: UnsafePointer<UInt32>, _ offset: UInt32, _ byte: UInt8
  ) -> JSONToken.Kind? {
    let text = unsafe bytes + Int(offset)
    // Without its first letter, "false" has four as well.
    let isFalse = byte == UInt8(ascii: "f")
    let word = unsafe csj_load32(text + (isFalse ? 1 : 0))
    let count: UInt32 = isFalse ? 5 : 4
    guard unsafe csj_may_end_scalar(text[Int(count)]) else { return nil }
    if isFalse {
      return unsafe word == 0x6573_6C61 ? took(.false, p, offset, offset &+ count) : nil
    }
    if word == 0x6C6C_756E { return unsafe took(.null, p, offset, offset &+ count) }
    return unsafe word == 0x6575_7274 ? took(.true, p, offset, offset &+ count) : nil
  }

  @inlinable @inline(__always)
  mutating func openQuickly(_ p: UnsafePointer<UInt32>, _ byte: UInt8) -> JSONToken.Kind? {
    guard levels.depth < levels.room else { return nil }
    // A branch for each kind, because most callers branch on it next.
    if byte == Byte.openBrace {
      levels.push(closing: Byte.closeBrace)
      return unsafe opened(.beginObject, .firstKey, p)
    }
    levels.push(closing: Byte.closeBracket)
    return unsafe opened(.beginArray, .firstValue, p)
  }

  @inlinable @inline(__always)
  mutating func opened(
    _ kind: JSONToken.Kind, _ place: WalkPosition, _ p: UnsafePointer<UInt32>
  ) -> JSONToken.Kind {
    self.place = place
    let offset = unsafe p[0]
    unsafe here = unsafe p + 1
    stand(at: kind, offset, offset &+ 1)
    return kind
  }

  @inlinable @inline(__always)
  mutating func closeQuickly(_ p: UnsafePointer<UInt32>, _ byte: UInt8) -> JSONToken.Kind? {
    guard levels.depth > 1 else { return nil }
    let offset = unsafe p[0]
    levels.pop()
    if byte == Byte.closeBrace { return unsafe took(.endObject, p, offset, offset &+ 1) }
    return unsafe took(.endArray, p, offset, offset &+ 1)
  }

  /// Where the string at an entry ends: only white space separates it from the next entry.
  func closingQuote(_ p: UnsafePointer<UInt32>) -> UInt32 { unsafe csj_closing_quote(bytes, p[1]) }

  /// Where the scalar at an entry ends.
  func scalarEnd(_ p: UnsafePointer<UInt32>) -> UInt32 {
    var end = unsafe p[1]
    while true {
      let byte = unsafe bytes[Int(end &- 1)]
      guard byte <= 0x20, 0x1_0000_2600 &>> UInt64(byte) & 1 != 0 else { return end }
      end &-= 1
    }
  }

  /// Checks the escapes of the string whose quotes are at `from` and `to`, and moves to the next
  /// backslash after it. Returns false if an escape is invalid.
  @usableFromInline @inline(never)
  mutating func checkEscapes(from: UInt32, to: UInt32) -> Bool {
    var next = unsafe Escapes.firstBackslash(in: bytes, from: Int(from), to: windowEnd)
    while next < to {
      guard let end = unsafe Escapes.end(ofEscapeAt: next, in: bytes, before: Int(to)) else {
        return false
      }
      next = unsafe Escapes.firstBackslash(in: bytes, from: end, to: windowEnd)
    }
    backslash = UInt32(truncatingIfNeeded: min(next, Int(UInt32.max)))
    return true
  }
}
