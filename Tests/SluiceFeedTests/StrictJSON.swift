/// A strict JSON parser for tests, written independently of the library: byte by byte, recursive.
/// Returns only a verdict.
///
/// Integers may be of any length; numbers with a fraction or an exponent must be finite doubles.
struct StrictJSON {
  private let bytes: [UInt8]
  private var i = 0

  static func accepts(_ bytes: [UInt8]) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return false }
    var parser = StrictJSON(bytes: bytes)
    parser.space()
    guard parser.value(depth: 0) else { return false }
    parser.space()
    return parser.i == bytes.count
  }

  static func isBlank(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { [0x20, 0x09, 0x0D, 0x0A].contains($0) }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var byte: UInt8? { i < bytes.count ? bytes[i] : nil }

  private mutating func space() {
    while let byte, [0x20, 0x09, 0x0D, 0x0A].contains(byte) { i += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard byte == character.asciiValue else { return false }
    i += 1
    return true
  }

  private mutating func value(depth: Int) -> Bool {
    switch byte {
    case UInt8(ascii: "{"): return depth < 1024 && list("}", depth, isObject: true)
    case UInt8(ascii: "["): return depth < 1024 && list("]", depth, isObject: false)
    case UInt8(ascii: "\""): return string()
    case UInt8(ascii: "t"): return word("true")
    case UInt8(ascii: "f"): return word("false")
    case UInt8(ascii: "n"): return word("null")
    default: return number()
    }
  }

  private mutating func list(_ close: Character, _ depth: Int, isObject: Bool) -> Bool {
    i += 1
    space()
    if take(close) { return true }
    repeat {
      space()
      if isObject {
        guard byte == UInt8(ascii: "\""), string() else { return false }
        space()
        guard take(":") else { return false }
        space()
      }
      guard value(depth: depth + 1) else { return false }
      space()
    } while take(",")
    return take(close)
  }

  private mutating func word(_ word: String) -> Bool {
    guard bytes[i...].starts(with: word.utf8) else { return false }
    i += word.utf8.count
    return true
  }

  private mutating func string() -> Bool {
    i += 1
    while let byte, byte >= 0x20 {
      i += 1
      if byte == UInt8(ascii: "\"") { return true }
      guard byte == UInt8(ascii: "\\") else { continue }
      guard let escape = self.byte else { return false }
      i += 1
      if escape == UInt8(ascii: "u") {
        guard let unit = hex() else { return false }
        if (0xDC00...0xDFFF).contains(unit) { return false }
        if (0xD800...0xDBFF).contains(unit) {
          guard take("\\"), take("u"), let low = hex(), (0xDC00...0xDFFF).contains(low) else {
            return false
          }
        }
      } else if !"\"\\/bfnrt".utf8.contains(escape) {
        return false
      }
    }
    return false
  }

  private mutating func hex() -> Int? {
    guard i + 4 <= bytes.count else { return nil }
    let digits = bytes[i..<i + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    i += 4
    return Int(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func number() -> Bool {
    let start = i
    var isInteger = true
    _ = take("-")
    if !take("0") {
      guard digits() else { return false }
    }
    if take(".") {
      isInteger = false
      guard digits() else { return false }
    }
    if take("e") || take("E") {
      isInteger = false
      if !take("+") { _ = take("-") }
      guard digits() else { return false }
    }
    if isInteger { return true }
    return Double(String(decoding: bytes[start..<i], as: UTF8.self))?.isFinite ?? false
  }

  private mutating func digits() -> Bool {
    let start = i
    while let byte, (0x30...0x39).contains(byte) { i += 1 }
    return i > start
  }
}
