import CSimdJSON

extension UnsafeBufferPointer<UInt8> {
  /// Whether the text can be opened where it is, although it has no padding of its own.
  ///
  /// Readers load up to `PaddedBytes.padding` bytes after a text's end, and use none of them if the text ends with a
  /// bracket: no number, literal or string reaches its end, as stage 1 refuses strings that are not closed. So the bytes
  /// there may be anyone's, and may change meanwhile. They must only be readable, which the page shows that the text ends
  /// on: one in 64 texts ends too near to a page's end, and is copied. Short texts are copied too, into memory that is
  /// aligned.
  package var canBeReadInPlace: Bool {
    guard count >= 4096, let start = baseAddress else { return false }
    var last = count &- 1
    // White space may follow the bracket, but is not searched without end.
    while last > count &- 64, unsafe TextInPlace.isSpace(self[last]) { last &-= 1 }
    let bracket = unsafe self[last] | 0x20
    return unsafe bracket == Byte.closeBrace && csj_is_readable(start + count, PaddedBytes.padding)
  }
}

private enum TextInPlace {
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
