/// SipHash-2-4 (Aumasson and Bernstein, 2012): a hash of 64 bits under a key of 128.
struct KeyedHash: Hashable {
  private let key: (UInt64, UInt64)

  static func == (one: KeyedHash, other: KeyedHash) -> Bool { one.key == other.key }
  func hash(into hasher: inout Hasher) { hasher.combine(key.0) }

  /// A new key, from the system's generator.
  init() {
    var generator = SystemRandomNumberGenerator()
    key = (generator.next(), generator.next())
  }

  /// Nil when the text isn't a key's 32 hexadecimal digits.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, let first = UInt64(text.prefix(16), radix: 16),
      let second = UInt64(text.suffix(16), radix: 16)
    else { return nil }
    key = (first, second)
  }

  init(key: (UInt64, UInt64)) { self.key = key }

  var text: String { SourceFingerprint.digits(key.0) + SourceFingerprint.digits(key.1) }

  func value(of bytes: [UInt8]) -> UInt64 {
    var state = Lanes(key)
    var word: UInt64 = 0
    for (i, byte) in bytes.enumerated() {
      word |= UInt64(byte) << (8 * UInt64(i % 8))
      if i % 8 == 7 {
        state.add(word)
        word = 0
      }
    }
    state.add(word | UInt64(bytes.count & 0xFF) << 56)
    return state.end()
  }

  private struct Lanes {
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64)

    init(_ key: (UInt64, UInt64)) {
      (a, b) = (key.0 ^ 0x736F_6D65_7073_6575, key.1 ^ 0x646F_7261_6E64_6F6D)
      (c, d) = (key.0 ^ 0x6C79_6765_6E65_7261, key.1 ^ 0x7465_6462_7974_6573)
    }

    mutating func add(_ word: UInt64) {
      d ^= word
      for _ in 0..<2 { round() }
      a ^= word
    }

    mutating func end() -> UInt64 {
      c ^= 0xFF
      for _ in 0..<4 { round() }
      return a ^ b ^ c ^ d
    }

    private mutating func round() {
      func left(_ word: UInt64, _ count: UInt64) -> UInt64 { word << count | word >> (64 - count) }
      a &+= b
      b = left(b, 13) ^ a
      a = left(a, 32)
      c &+= d
      d = left(d, 16) ^ c
      a &+= d
      d = left(d, 21) ^ a
      c &+= b
      b = left(b, 17) ^ c
      c = left(c, 32)
    }
  }
}
