/// Base64 with padding (RFC 4648 section 4).
enum Base64 {
  static func encode(_ bytes: [UInt8]) -> String {
    let alphabet: StaticString =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
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
}
