extension [UInt8] {
  /// Appends `bytes` in base64 with padding (RFC 4648 section 4).
  mutating func appendBase64(_ bytes: [UInt8]) {
    let alphabet: StaticString =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    func letter(_ bits: UInt32) -> UInt8 { alphabet.utf8Start[Int(bits & 63)] }
    reserveCapacity(count + (bytes.count + 2) / 3 * 4)
    var i = 0
    while i < bytes.count {
      let left = bytes.count - i
      let second = left > 1 ? UInt32(bytes[i + 1]) : 0
      let third = left > 2 ? UInt32(bytes[i + 2]) : 0
      let bits = UInt32(bytes[i]) << 16 | second << 8 | third
      append(letter(bits >> 18))
      append(letter(bits >> 12))
      append(left > 1 ? letter(bits >> 6) : UInt8(ascii: "="))
      append(left > 2 ? letter(bits) : UInt8(ascii: "="))
      i += 3
    }
  }
}
