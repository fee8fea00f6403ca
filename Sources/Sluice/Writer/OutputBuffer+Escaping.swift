import CSimdJSON

extension OutputBuffer {
  /// Appends text with `"`, `\` and control characters escaped.
  ///
  /// Copies 16 bytes at a time and checks them on the way: nearly all strings need no escape.
  package mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>, slashes: Bool) {
    guard let start = text.baseAddress else { return }
    let plain = unsafe slashes ? 0 : csj_copy_plain(start, end(withRoom: text.count), text.count)
    advance(by: plain)
    if plain < text.count {
      unsafe appendWithEscapes(UnsafeBufferPointer(rebasing: text[plain...]), slashes: slashes)
    }
  }

  /// Appends text between quotes, escaped.
  @inlinable @inline(__always)
  package mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, slashes: Bool) {
    if !slashes, unsafe appendQuotedPlain(text) { return }
    unsafe appendQuotedWithEscapes(text, slashes: slashes)
  }

  @usableFromInline @inline(never)
  mutating func appendQuotedWithEscapes(_ text: UnsafeBufferPointer<UInt8>, slashes: Bool) {
    // Text without a slash is copied in blocks.
    let hasSlashes =
      if slashes, let start = text.baseAddress {
        unsafe csj_find(start, UInt8(ascii: "/"), text.count) != nil
      } else { false }
    append(Byte.quote)
    unsafe appendEscaped(text, slashes: hasSlashes)
    append(Byte.quote)
  }

  /// Appends text between quotes if nothing in it needs an escape; otherwise appends nothing and returns false.
  @inlinable @inline(__always)
  mutating func appendQuotedPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = text.baseAddress else { return false }
    let target = unsafe end(withRoom: text.count &+ 2)
    guard unsafe csj_copy_plain(start, target + 1, text.count) == text.count else { return false }
    unsafe target[0] = Byte.quote
    unsafe target[text.count &+ 1] = Byte.quote
    advance(by: text.count &+ 2)
    return true
  }

  /// Copies from one escape to the next.
  @inline(never)
  mutating func appendWithEscapes(_ text: UnsafeBufferPointer<UInt8>, slashes: Bool) {
    guard var source = text.baseAddress else { return }
    var left = text.count
    while left > 0 {
      let byte = unsafe source[0]
      let escape = unsafe OutputBuffer.escapes[Int(byte)]
      if escape != 0 || (slashes && byte == UInt8(ascii: "/")) {
        appendEscape(byte, escape)
      } else {
        append(byte)
      }
      unsafe source += 1
      left &-= 1
      if slashes { continue }
      let plain = unsafe csj_copy_plain(source, end(withRoom: left), left)
      advance(by: plain)
      unsafe source += plain
      left &-= plain
    }
  }

  private mutating func appendEscape(_ byte: UInt8, _ escape: UInt8) {
    append(Byte.backslash)
    switch escape {
    case UInt8(ascii: "u"):
      append("u00")
      unsafe append(OutputBuffer.hexDigits.utf8Start[Int(byte >> 4)])
      unsafe append(OutputBuffer.hexDigits.utf8Start[Int(byte & 15)])
    case 0: append(byte)
    default: append(escape)
    }
  }

  private static var hexDigits: StaticString { "0123456789abcdef" }

  /// What follows the backslash, for each byte; 0 if it needs no escape.
  @inline(__always)
  private static var escapes: UnsafePointer<UInt8> { unsafe escapeTable.utf8Start }

  // U+0000–001F, then zeros except for the quote and the backslash.
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
