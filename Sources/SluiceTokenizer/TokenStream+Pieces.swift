import CSimdJSON
import Sluice

/// A string, key or number that is longer than a window, and comes in pieces.
struct LongValue {
  let kind: JSONToken.Kind
  /// The offset of its first byte.
  let offset: Int64
  var number = LongNumber()
}

/// Returns long tokens in pieces. A window begins with the token, so that whether it is longer than
/// a window does not depend on its place or on how the stream was cut.
///
/// ```
/// "abcdefgh…      the window is full: a piece, whose last byte is replaced by a quote
///    "fghijk",…   the next window: a string again, whose quote is not its own
/// ```
extension TokenStream {
  /// A piece of the token that fills the window.
  func takeChunk() throws(JSONError) -> JSONToken.Kind {
    guard let base = unsafe buffer.base else { throw fault() }
    let isContinued = long != nil
    if long == nil { long = unsafe try beginLong(base[0]) }
    guard var long else { throw fault() }
    (walk.isFirst, walk.isLast) = (!isContinued, false)
    buffer.uncover()
    if long.kind == .number {
      // A byte is left, so that the last piece is not empty.
      let count = options.windowSize - 1
      var number = long.number
      guard unsafe number.append(text(base, 0, count)) else { throw noNumber(long) }
      long.number = number
      guard unsafe number.append(text(base, count, count + 1)) else { throw noNumber(long) }
      self.long = long
      rest = count
      walk.point = .max
      walk.stand(at: .number, 0, UInt32(truncatingIfNeeded: count))
    } else {
      let end = unsafe pieceEnd(base, options.windowSize - 1)
      if walk.backslash < end, !walk.checkEscapes(from: 1, to: UInt32(truncatingIfNeeded: end)) {
        throw fault()
      }
      // Unescaping stops at a quote.
      buffer.cover(at: end)
      unsafe base[end] = Byte.quote
      rest = end - 1
      continuesString = true
      walk.stand(at: long.kind, 1, UInt32(truncatingIfNeeded: end))
    }
    return long.kind
  }

  /// The kind of the value that fills the window, after a check that it may be here.
  private func beginLong(_ first: UInt8) throws(JSONError) -> LongValue {
    if walk.place == .end, options.takesSeveralDocuments { walk.place = .root }
    let isValue = walk.place == .value || walk.place == .firstValue || walk.place == .root
    let isKey = walk.place == .key || walk.place == .firstKey
    let isNumber = first == Byte.minus || first &- 0x30 <= 9
    guard (isValue && isNumber) || ((isValue || isKey) && first == Byte.quote) else {
      throw fault()
    }
    return LongValue(kind: isKey ? .key : isNumber ? .number : .string, offset: walk.windowOffset)
  }

  /// The rest of a long value: the first token of the window.
  func takeLastChunk() throws(JSONError) -> JSONToken.Kind {
    let p = unsafe walk.here
    guard let long, let base = unsafe buffer.base else { throw fault() }
    if long.kind == .number {
      let end = unsafe walk.scalarEnd(p)
      guard unsafe csj_ends_scalar(base[Int(end)]) else { throw noNumber(long) }
      if let fault = unsafe fault(of: long, endingWith: text(base, 0, Int(end))) { throw fault }
      unsafe walk.here = unsafe p + 1
      walk.place = placeBehindValue
      walk.point = .max
      walk.stand(at: .number, 0, end)
    } else {
      let close = unsafe walk.closingQuote(p)
      guard unsafe close <= walk.backslash || walk.checkEscapes(from: p[0], to: close) else {
        throw fault()
      }
      unsafe walk.here = unsafe p + 1
      walk.place = long.kind == .key ? .colon : placeBehindValue
      unsafe walk.stand(at: long.kind, p[0] &+ 1, close)
    }
    self.long = nil
    walk.isFirst = false
    // The next token is not a piece: the slow path takes it.
    unsafe walk.fastStop = unsafe walk.here
    return long.kind
  }

  /// Where a piece ends, at most at `limit`: between two characters, and not inside an escape or a
  /// surrogate pair.
  private func pieceEnd(_ base: UnsafeMutablePointer<UInt8>, _ limit: Int) -> Int {
    var end = limit
    while end > 1, unsafe base[end] & 0xC0 == 0x80 { end -= 1 }
    // The last escape that begins before the end.
    var i = end - 1
    while i > max(end - 12, 1), unsafe base[i] != Byte.backslash { i -= 1 }
    guard unsafe isEscape(base, i) else { return end }
    let isUnicode = unsafe i + 1 < end && base[i + 1] == UInt8(ascii: "u")
    let isCut = i + (isUnicode ? 6 : 2) > end
    // The first half of a pair goes with the second, which may be the cut one.
    if isCut, i > 6, unsafe isEscape(base, i - 6), unsafe isHighSurrogate(base + (i - 6)) {
      return i - 6
    }
    return unsafe isCut || isHighSurrogate(base + i) ? i : end
  }

  /// Whether an escape begins at an offset: with the last of an odd number of backslashes.
  private func isEscape(_ base: UnsafeMutablePointer<UInt8>, _ i: Int) -> Bool {
    var slashes = 0
    while i - slashes > 0, unsafe base[i - slashes] == Byte.backslash { slashes += 1 }
    return !slashes.isMultiple(of: 2)
  }

  /// Whether the six bytes are the escape of a surrogate pair's first half.
  private func isHighSurrogate(_ text: UnsafeMutablePointer<UInt8>) -> Bool {
    unsafe text[0] == Byte.backslash && text[1] == UInt8(ascii: "u") && text[2] | 0x20 == 0x64
      && (text[3] == 0x38 || text[3] == 0x39 || (0x61...0x62).contains(text[3] | 0x20))
  }

  private func text(
    _ base: UnsafeMutablePointer<UInt8>, _ from: Int, _ to: Int
  ) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: base + from, count: to - from)
  }

  /// The fault of a long number whose last piece has arrived.
  func fault(of long: LongValue, endingWith text: UnsafeBufferPointer<UInt8>) -> JSONError? {
    var number = long.number
    guard unsafe number.append(text), number.isWhole else { return noNumber(long) }
    guard options.checking == .full, !number.isInRange else { return nil }
    return foreignEncoding
      ?? absolute(JSONError(.numberOutOfRange, at: 0, expected: .double), at: long.offset)
  }

  private func noNumber(_ long: LongValue) -> JSONError {
    foreignEncoding ?? absolute(JSONError(.invalidNumber, at: 0), at: long.offset)
  }
}
