/// UUIDs as text (RFC 9562 section 4), in lower or upper case.
package enum UUIDText {
  /// The first and the last eight bytes, each with the most significant byte first. Nil unless the text is 8, 4, 4, 4
  /// and 12 hexadecimal digits with `-` between them.
  package static func bits(_ text: UnsafeBufferPointer<UInt8>) -> (high: UInt64, low: UInt64)? {
    guard text.count == 36 else { return nil }
    var (high, low) = (UInt64(0), UInt64(0))
    for place in 0..<36 {
      let byte = unsafe text[place]
      if place == 8 || place == 13 || place == 18 || place == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      var digit = byte &- 0x30
      if digit > 9 {
        digit = (byte | 0x20) &- 0x61
        guard digit <= 5 else { return nil }
        digit += 10
      }
      if place < 18 { high = high << 4 | UInt64(digit) } else { low = low << 4 | UInt64(digit) }
    }
    return (high, low)
  }
}
