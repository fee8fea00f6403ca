import Sluice

/// Finds where a window of values may end.
enum ValueCut {
  /// After the last newline, which no valid string contains, or after the last closing bracket whose
  /// next byte begins another value or that ends the bytes. Without either, after the last comma or
  /// space between two scalars. Text in a string may look the same, and then stage 1 refuses the
  /// window. Nil: there is no such place.
  static func end(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var scalarEnd: Int?
    // The next two bytes that are neither white space nor separators.
    var next: UInt8?
    var afterNext: UInt8?
    var i = bytes.count
    while i > 0 {
      i -= 1
      let byte = unsafe bytes[i]
      switch byte {
      case UInt8(ascii: "\n"): return i + 1
      case Byte.closeBrace, Byte.closeBracket:
        if next == nil { return i + 1 }
        if let next, Byte.opens(next), afterNext.map(beginsInside) ?? true { return i + 1 }
      case 0x20, 0x0D, 0x09, Byte.comma, FeedFraming.recordSeparator:
        if scalarEnd == nil, let next, beginsScalar(next), i > 0, unsafe endsScalar(bytes[i - 1]) {
          scalarEnd = i + 1
        }
        continue
      default: break
      }
      afterNext = next
      next = byte
    }
    return scalarEnd
  }

  private static func beginsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.quote, Byte.minus, 0x30...0x39, UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"):
      true
    default: false
    }
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.quote, 0x30...0x39, UInt8(ascii: "e"), UInt8(ascii: "l"): true
    default: false
    }
  }

  /// Whether a byte may follow an opening bracket.
  private static func beginsInside(_ byte: UInt8) -> Bool {
    byte != Byte.backslash && byte != Byte.colon
  }
}
