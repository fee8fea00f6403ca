import CSimdJSON

/// The grammar of escapes (RFC 8259 section 7); surrogates must come in pairs.
package enum Escapes {
  /// The offset of the first backslash in a range, or `Int.max`.
  @inline(__always)
  package static func firstBackslash(in bytes: UnsafePointer<UInt8>, from: Int, to: Int) -> Int {
    guard from < to else { return .max }
    guard let found = unsafe csj_find(bytes + from, Byte.backslash, to - from) else { return .max }
    return unsafe found - bytes
  }

  /// The offset after the escape at `i`, or nil if it is invalid. `end` is the offset of the closing quote.
  package static func end(ofEscapeAt i: Int, in bytes: UnsafePointer<UInt8>, before end: Int)
    -> Int?
  {
    guard i + 1 < end else { return nil }
    switch unsafe bytes[i + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return i + 2
    case UInt8(ascii: "u"):
      guard let unit = unsafe codeUnit(at: i, in: bytes, before: end) else { return nil }
      switch unit {
      case 0xD800...0xDBFF:
        guard i + 7 < end, unsafe bytes[i + 6] == Byte.backslash,
          unsafe bytes[i + 7] == UInt8(ascii: "u"),
          let low = unsafe codeUnit(at: i + 6, in: bytes, before: end),
          (0xDC00...0xDFFF).contains(low)
        else { return nil }
        return i + 12
      case 0xDC00...0xDFFF: return nil
      default: return i + 6
      }
    default: return nil
    }
  }

  /// The UTF-16 code unit of `\uXXXX` at `i`.
  private static func codeUnit(
    at i: Int, in bytes: UnsafePointer<UInt8>, before end: Int
  ) -> UInt16? {
    guard i + 5 < end else { return nil }
    var unit: UInt16 = 0
    let part = unsafe bytes[i + 2..<i + 6]
    for place in part.indices {
      let digit = unsafe part[place]
      switch digit {
      case 0x30...0x39: unit = unit << 4 | UInt16(digit &- 0x30)
      case 0x41...0x46: unit = unit << 4 | UInt16(digit &- 0x37)
      case 0x61...0x66: unit = unit << 4 | UInt16(digit &- 0x57)
      default: return nil
      }
    }
    return unit
  }
}

extension UnsafePointer<UInt8> {
  fileprivate subscript(range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: self + range.lowerBound, count: range.count)
  }
}
