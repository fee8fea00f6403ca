/// Base64 (RFC 4648 section 4).
package enum Base64 {
  private static let alphabet: StaticString =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// Why a text is not valid Base64.
  package enum Damage: Error {
    case letter, padding, length, bits
  }

  /// The number of characters that encode this many bytes.
  package static func encodedCount(_ count: Int) -> Int { (count + 2) / 3 * 4 }

  /// Writes `encodedCount` characters. Sound when `target` has room for them.
  package static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>
  ) {
    func letter(_ bits: UInt32) -> UInt8 { unsafe alphabet.utf8Start[Int(bits & 63)] }
    var target = unsafe target
    for i in stride(from: 0, to: bytes.count, by: 3) {
      let left = bytes.count - i
      let second = unsafe left > 1 ? UInt32(bytes[i + 1]) : 0
      let third = unsafe left > 2 ? UInt32(bytes[i + 2]) : 0
      let bits = unsafe UInt32(bytes[i]) << 16 | second << 8 | third
      unsafe target[0] = letter(bits >> 18)
      unsafe target[1] = letter(bits >> 12)
      unsafe target[2] = left > 1 ? letter(bits >> 6) : UInt8(ascii: "=")
      unsafe target[3] = left > 2 ? letter(bits) : UInt8(ascii: "=")
      unsafe target += 4
    }
  }

  /// Decodes a text and returns the number of bytes written. Accepts text without its padding unless `needsPadding` is
  /// set.
  ///
  /// Sound when `target` has room for three quarters of the text's count.
  package static func decode(
    _ text: UnsafeBufferPointer<UInt8>, into target: UnsafeMutablePointer<UInt8>,
    needsPadding: Bool = false
  ) throws(Damage) -> Int {
    guard !needsPadding || text.count % 4 == 0 else { throw .padding }
    var count = text.count
    while count > 0, text.count - count < 2, unsafe text[count - 1] == UInt8(ascii: "=") {
      count -= 1
    }
    guard count == text.count || text.count % 4 == 0 else { throw .padding }
    var written = 0
    var bits: UInt32 = 0
    for i in 0..<count {
      guard let value = unsafe value(of: text[i]) else {
        throw unsafe text[i] == UInt8(ascii: "=") ? .padding : .letter
      }
      bits = bits << 6 | value
      // Each letter but the first of four completes a byte.
      if i & 3 > 0 {
        unsafe target[written] = UInt8(truncatingIfNeeded: bits >> UInt32(6 - 2 * (i & 3)))
        written += 1
      }
    }
    guard count & 3 != 1 else { throw .length }
    // In a group of two letters, four bits belong to no byte; in a group of three, two bits.
    let spare: UInt32 = count & 3 == 2 ? 15 : count & 3 == 3 ? 3 : 0
    guard bits & spare == 0 else { throw .bits }
    return written
  }

  package static func encode(_ bytes: [UInt8]) -> String {
    unsafe String(unsafeUninitializedCapacity: encodedCount(bytes.count)) { target in
      guard let start = target.baseAddress else { return 0 }
      unsafe bytes.withUnsafeBufferPointer { unsafe encode($0, into: start) }
      return encodedCount(bytes.count)
    }
  }

  /// Returns nil for invalid Base64. Padding is optional.
  package static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { unsafe decode($0) }
  }

  /// The same for a text in UTF-8.
  package static func decode(
    _ text: UnsafeBufferPointer<UInt8>, needsPadding: Bool = false
  ) -> [UInt8]? {
    // One byte more, so that the address is never nil.
    try? unsafe [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 4) { target, count in
      guard let start = target.baseAddress else { return }
      count = try unsafe decode(text, into: start, needsPadding: needsPadding)
    }
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
