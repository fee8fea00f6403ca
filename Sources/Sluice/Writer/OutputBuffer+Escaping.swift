extension OutputBuffer {
  /// Appends text with `"`, `\` and control characters escaped.
  ///
  /// Copies eight bytes at a time and looks at them on the way: nearly all strings need no escape.
  /// The words may reach behind what is written so far, never behind the room that was made.
  package mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, slashes: Bool) {
    guard let start = text.baseAddress else { return }
    let source = UnsafeRawPointer(start)
    let target = UnsafeMutableRawPointer(end(withRoom: text.count &+ 8))
    var i = 0
    if !slashes {
      while i &+ 8 <= text.count {
        let word = (source + i).loadUnaligned(as: UInt64.self)
        (target + i).storeBytes(of: word, as: UInt64.self)
        if OutputBuffer.needsEscape(word) { break }
        i &+= 8
      }
      while i < text.count {
        let byte = start[i]
        if OutputBuffer.escapes[Int(byte)] != 0 { break }
        (target + i).storeBytes(of: byte, as: UInt8.self)
        i &+= 1
      }
    }
    advance(by: i)
    if i < text.count {
      appendWithEscapes(UnsafeBufferPointer(rebasing: text[i...]), slashes: slashes)
    }
  }

  /// Byte by byte, and back to whole words when some bytes in a row needed nothing.
  @inline(never)
  private mutating func appendWithEscapes(_ text: UnsafeBufferPointer<UInt8>, slashes: Bool) {
    guard let source = text.baseAddress else { return }
    var i = 0
    var clean = 0
    while i < text.count {
      let byte = source[i]
      let escape = OutputBuffer.escapes[Int(byte)]
      if escape == 0, byte != UInt8(ascii: "/") || !slashes {
        append(byte)
        i &+= 1
        clean &+= 1
        if clean == 16, !slashes {
          return appendEscaped(UnsafeBufferPointer(rebasing: text[i...]), slashes: false)
        }
        continue
      }
      clean = 0
      i &+= 1
      append(Byte.backslash)
      switch escape {
      case UInt8(ascii: "u"):
        append("u00")
        append(OutputBuffer.hexDigits.utf8Start[Int(byte >> 4)])
        append(OutputBuffer.hexDigits.utf8Start[Int(byte & 15)])
      case 0: append(byte)
      default: append(escape)
      }
    }
  }

  /// Whether one of eight bytes is a quote, a backslash or below U+0020.
  @inline(__always)
  private static func needsEscape(_ word: UInt64) -> Bool {
    let low: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    let quote = word ^ 0x2222_2222_2222_2222
    let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let found =
      ((word &- low &* 0x20) & ~word) | ((quote &- low) & ~quote)
      | ((backslash &- low) & ~backslash)
    return found & high != 0
  }

  private static var hexDigits: StaticString { "0123456789abcdef" }

  /// For each byte what follows the backslash; 0: it needs none.
  @inline(__always)
  private static var escapes: UnsafePointer<UInt8> { escapeTable.utf8Start }

  // U+0000–001F, then zeros but for the quote and the backslash.
  private static var escapeTable: StaticString {
    """
    uuuuuuuubtnufruuuuuuuuuuuuuuuuuu\
    \0\0"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\\\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0
    """
  }
}
