import CSimdJSON
import Sluice

/// The walk through a window: what is looked at for each token, and the fast path.
///
/// Apart from all that reads and indexes, and reached through a pointer: a tokenizer is then two words,
/// which is what it costs to lend a token of it.
@usableFromInline
struct TokenWalk {
  /// What may come next. At depth 0 before a document (`root`) and behind one (`end`).
  @usableFromInline
  enum Place: UInt8 { case behind, value, firstValue, firstKey, key, colon, root, end }

  /// The window: what was indexed last.
  @usableFromInline var bytes: UnsafePointer<UInt8>
  /// The next entry of the index.
  @usableFromInline var here: UnsafePointer<UInt32>
  /// Before it, an entry and the two behind it are complete tokens.
  @usableFromInline var fastStop: UnsafePointer<UInt32>
  /// Behind the last complete token.
  @usableFromInline var stop: UnsafePointer<UInt32>
  /// The offset of the window in the stream.
  @usableFromInline var windowOffset: Int64
  /// How many bytes are indexed.
  @usableFromInline var windowEnd = 0
  @usableFromInline var place = Place.root
  /// The byte that closes the innermost container.
  @usableFromInline var closing: UInt8 = 0
  @usableFromInline var levels: NestingLevels
  /// The first backslash that is not checked, or one before the place at hand; `UInt32.max`: none
  /// is to be checked.
  @usableFromInline var backslash = UInt32.max

  // The token at hand: its text in the window.

  @usableFromInline var kind = JSONToken.Kind.null
  /// Where a number has its point: see `csj_measure_number`.
  @usableFromInline var point: UInt8 = .max
  @usableFromInline var isFirst = true
  @usableFromInline var isLast = true
  @usableFromInline var start: UInt32 = 0
  @usableFromInline var end: UInt32 = 0
  @usableFromInline var entry: UnsafePointer<UInt32>
  @usableFromInline let index: UnsafeMutablePointer<StructuralIndex>

  init(over index: UnsafeMutablePointer<StructuralIndex>, depthLimit: Int, offset: Int64) {
    self.index = index
    bytes = index.pointee.bytes
    here = index.pointee.tokens
    fastStop = here
    stop = here
    entry = here
    windowOffset = offset
    levels = NestingLevels(limit: depthLimit)
  }

  /// There is no token at hand.
  mutating func forget() {
    kind = .null
    (start, end, entry) = (0, 0, stop)
    (isFirst, isLast) = (true, true)
  }

  /// Before the next token.
  mutating func settle() {
    (isFirst, isLast) = (true, true)
    fastStop = stop - here > 2 ? stop - 2 : here
  }

  var isInObject: Bool { closing == Byte.closeBrace }
}

/// The fast path: tokens in the middle of a window, in order. Whatever is not as it mostly is
/// changes nothing here, and goes to `nextCarefully`.
///
/// Sound because `here < fastStop` says that the entry at `here` and the two behind it are complete
/// tokens of the window, and a fourth entry is readable; each is an offset into readable bytes; and
/// a complete string has its quote before the next token.
extension TokenWalk {
  @inlinable @inline(__always)
  mutating func nextQuickly() -> JSONToken.Kind? {
    var p = here
    var byte = bytes[Int(p[0])]
    if place == .behind {
      if byte != Byte.comma { return byte == closing ? closeQuickly(p) : nil }
      p += 1
      byte = bytes[Int(p[0])]
      if closing == Byte.closeBrace { return keyQuickly(p, byte) }
    } else if place != .value {
      if place == .firstKey { return byte == closing ? closeQuickly(p) : keyQuickly(p, byte) }
      guard place == .firstValue else { return nil }
      if byte == closing { return closeQuickly(p) }
    }
    if byte == Byte.quote {
      let close = closingQuote(p)
      if close > backslash, !checkEscapes(from: p[0], to: close) { return nil }
      return took(.string, p, p[0] &+ 1, close)
    }
    if Byte.opens(byte) { return openQuickly(p, byte) }
    let end = scalarEnd(p)
    // Form feed and SUB are operators to stage 1, but don't end a scalar.
    let behind = bytes[Int(end)]
    if behind == 0x0C || behind == 0x1A { return nil }
    let count = end &- p[0]
    let text = bytes + Int(p[0])
    let point = csj_measure_number(text, Int(count))
    if point != .max {
      self.point = point
      return took(.number, p, p[0], end)
    }
    let word = csj_load32(text)
    if count == 4 {
      if word == 0x6C6C_756E { return took(.null, p, p[0], end) }
      if word == 0x6575_7274 { return took(.true, p, p[0], end) }
    } else if count == 5, word == 0x736C_6166, text[4] == 0x65 {
      return took(.false, p, p[0], end)
    }
    return nil
  }

  /// A value, behind which the container goes on.
  @inlinable @inline(__always)
  mutating func took(
    _ kind: JSONToken.Kind, _ p: UnsafePointer<UInt32>, _ start: UInt32, _ end: UInt32
  ) -> JSONToken.Kind {
    place = .behind
    here = p + 1
    stand(at: p, kind, start, end)
    return kind
  }

  @inlinable @inline(__always)
  mutating func stand(
    at p: UnsafePointer<UInt32>, _ kind: JSONToken.Kind, _ start: UInt32, _ end: UInt32
  ) {
    self.kind = kind
    self.start = start
    self.end = end
    entry = p
  }

  @inlinable @inline(__always)
  mutating func keyQuickly(_ p: UnsafePointer<UInt32>, _ byte: UInt8) -> JSONToken.Kind? {
    guard byte == Byte.quote, bytes[Int(p[1])] == Byte.colon else { return nil }
    let close = closingQuote(p)
    if close > backslash, !checkEscapes(from: p[0], to: close) { return nil }
    place = .value
    here = p + 2
    stand(at: p, .key, p[0] &+ 1, close)
    return .key
  }

  @inlinable @inline(__always)
  mutating func openQuickly(_ p: UnsafePointer<UInt32>, _ byte: UInt8) -> JSONToken.Kind? {
    guard levels.depth < levels.room else { return nil }
    let isObject = byte == Byte.openBrace
    let kind: JSONToken.Kind = isObject ? .beginObject : .beginArray
    levels.push(isObject: isObject)
    closing = byte &+ 2
    place = isObject ? .firstKey : .firstValue
    here = p + 1
    stand(at: p, kind, p[0], p[0] &+ 1)
    return kind
  }

  @inlinable @inline(__always)
  mutating func closeQuickly(_ p: UnsafePointer<UInt32>) -> JSONToken.Kind? {
    guard levels.depth > 1 else { return nil }
    let kind: JSONToken.Kind = closing == Byte.closeBrace ? .endObject : .endArray
    levels.pop()
    closing = levels.isObject(levels.depth &- 1) ? Byte.closeBrace : Byte.closeBracket
    return took(kind, p, p[0], p[0] &+ 1)
  }

  /// Where the string at an entry ends: between it and the next there is only white space.
  @inlinable @inline(__always)
  func closingQuote(_ p: UnsafePointer<UInt32>) -> UInt32 {
    var close = p[1] &- 1
    while bytes[Int(close)] != Byte.quote { close &-= 1 }
    return close
  }

  /// Where the scalar at an entry ends.
  @inlinable @inline(__always)
  func scalarEnd(_ p: UnsafePointer<UInt32>) -> UInt32 {
    var end = p[1]
    while true {
      let byte = bytes[Int(end &- 1)]
      guard byte <= 0x20, 0x1_0000_2600 &>> UInt64(byte) & 1 != 0 else { return end }
      end &-= 1
    }
  }

  /// Checks the escapes of the string whose quotes are at `from` and `to`, and goes on to the next
  /// backslash behind it. False: one is none.
  @usableFromInline @inline(never)
  mutating func checkEscapes(from: UInt32, to: UInt32) -> Bool {
    var next = Escapes.firstBackslash(in: bytes, from: Int(from), to: windowEnd)
    while next < to {
      guard let end = Escapes.end(ofEscapeAt: next, in: bytes, before: Int(to)) else {
        return false
      }
      next = Escapes.firstBackslash(in: bytes, from: end, to: windowEnd)
    }
    backslash = UInt32(truncatingIfNeeded: min(next, Int(UInt32.max)))
    return true
  }
}
