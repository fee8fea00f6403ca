/// Base64 with padding (RFC 4648 section 4).
enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  static func encode(_ bytes: [UInt8]) -> String {
    func letter(_ bits: UInt32) -> UInt8 { alphabet.utf8Start[Int(bits & 63)] }
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for i in stride(from: 0, to: bytes.count, by: 3) {
      let left = bytes.count - i
      let second = left > 1 ? UInt32(bytes[i + 1]) : 0
      let third = left > 2 ? UInt32(bytes[i + 2]) : 0
      let bits = UInt32(bytes[i]) << 16 | second << 8 | third
      text.append(letter(bits >> 18))
      text.append(letter(bits >> 12))
      text.append(left > 1 ? letter(bits >> 6) : UInt8(ascii: "="))
      text.append(left > 2 ? letter(bits) : UInt8(ascii: "="))
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil for what is not Base64 with padding.
  static func decode(_ text: String) -> [UInt8]? {
    let letters = Array(text.utf8)
    guard letters.count % 4 == 0 else { return nil }
    let padding = letters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(letters.count / 4 * 3)
    var bits: UInt32 = 0
    for (i, letter) in letters.dropLast(padding).enumerated() {
      guard let value = value(of: letter) else { return nil }
      bits = bits << 6 | value
      // Each letter but the first of four completes a byte.
      if i % 4 > 0 { bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * (i % 4)))) }
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case 0x41...0x5A: UInt32(letter) - 0x41
    case 0x61...0x7A: UInt32(letter) - 0x61 + 26
    case 0x30...0x39: UInt32(letter) - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
