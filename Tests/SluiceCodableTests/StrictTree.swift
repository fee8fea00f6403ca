/// A JSON value as a strict parser of RFC 8259 reads it. Shares no code with what it judges.
///
/// Of several fields with one key, the first counts. Keys are equal if their bytes are.
indirect enum StrictTree {
  case null, bool(Bool), number(Double), string(String), array([StrictTree])
  case object([(key: String, value: StrictTree)])

  struct Reading {
    /// The value at the start of the text, whatever follows it. Nil if the text does not begin with a value.
    var tree: StrictTree?
    /// Whether nothing but white space follows.
    var isWhole = false
    /// Whether a type need not meet what was refused, as far as the text was read: the second value of a key, or a number
    /// beyond all doubles, which is JSON.
    var isFree = false
  }

  static func read(_ bytes: [UInt8]) -> Reading {
    guard String(validating: bytes, as: UTF8.self) != nil else { return Reading() }
    var parser = StrictParser(bytes: bytes)
    let tree = parser.value()
    parser.passSpace()
    return Reading(
      tree: tree, isWhole: tree != nil && parser.isAtEnd, isFree: tree == nil && parser.isFree)
  }

  /// The value as a text that is equal for equal values.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number): StrictTree.text(number)
    case .string(let string): StrictTree.text(string)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let fields): StrictTree.text(fields.map { ($0.key, $0.value.text) })
    }
  }

  static func text(_ number: Double) -> String { "\(number)" }
  static func text(_ string: String) -> String { "\(Array(string.utf8))" }

  /// Fields in any order, as decoders of dictionaries have them.
  static func text(_ fields: [(String, String)]) -> String {
    let texts = fields.map { "\(text($0.0)):\($0.1)" }
    return "{" + texts.sorted().joined(separator: ",") + "}"
  }
}

private struct StrictParser {
  let bytes: [UInt8]
  var place = 0
  var depth = 0
  var isFree = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { place == bytes.count }
  private var byte: UInt8 { place < bytes.count ? bytes[place] : 0 }

  mutating func passSpace() {
    while [0x20, 0x0A, 0x0D, 0x09].contains(byte) { place += 1 }
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  mutating func value() -> StrictTree? {
    passSpace()
    depth += 1
    defer { depth -= 1 }
    guard depth < 200 else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "t"): return scalar("true", .bool(true))
    case UInt8(ascii: "f"): return scalar("false", .bool(false))
    case UInt8(ascii: "n"): return scalar("null", .null)
    default: return number()
    }
  }

  /// What follows a scalar at once must not look like more of it.
  private var endsScalar: Bool { isAtEnd || " \n\r\t,:{}[]\"".utf8.contains(byte) }

  private mutating func scalar(_ text: String, _ tree: StrictTree) -> StrictTree? {
    take(text) && endsScalar ? tree : nil
  }

  private mutating func digits() -> Int {
    let start = place
    while (0x30...0x39).contains(byte) { place += 1 }
    return place - start
  }

  private mutating func number() -> StrictTree? {
    let start = place
    if byte == UInt8(ascii: "-") { place += 1 }
    let leadsWithZero = byte == 0x30
    let count = digits()
    guard count > 0, count == 1 || !leadsWithZero else { return nil }
    if byte == UInt8(ascii: ".") {
      place += 1
      guard digits() > 0 else { return nil }
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      place += 1
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { place += 1 }
      guard digits() > 0 else { return nil }
    }
    guard endsScalar, let number = Double(String(decoding: bytes[start..<place], as: UTF8.self))
    else { return nil }
    if number.isFinite { return .number(number) }
    isFree = true
    return nil
  }

  private mutating func array() -> StrictTree? {
    place += 1
    passSpace()
    if take("]") { return .array([]) }
    var elements: [StrictTree] = []
    while let element = value() {
      elements.append(element)
      passSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { return nil }
    }
    return nil
  }

  private mutating func object() -> StrictTree? {
    place += 1
    passSpace()
    if take("}") { return .object([]) }
    var fields: [(key: String, value: StrictTree)] = []
    while true {
      passSpace()
      guard byte == UInt8(ascii: "\""), let key = string() else { return nil }
      passSpace()
      let isRepeated = fields.contains { $0.key.utf8.elementsEqual(key.utf8) }
      if isRepeated { isFree = true }
      guard take(":"), let value = value() else { return nil }
      if !isRepeated { fields.append((key, value)) }
      passSpace()
      if take("}") { return .object(fields) }
      guard take(",") else { return nil }
    }
  }

  private mutating func string() -> String? {
    place += 1
    var units: [UInt8] = []
    while !isAtEnd {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"):
        place += 1
        guard let scalar = escape() else { return nil }
        units += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default:
        units.append(byte)
        place += 1
      }
    }
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    let plain: [UInt8: Unicode.Scalar] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    if let scalar = plain[byte] {
      place += 1
      return scalar
    }
    guard let first = unit() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard take("\\"), let second = unit(), (0xDC00..<0xE000).contains(second) else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + second - 0xDC00)
  }

  private mutating func unit() -> UInt32? {
    guard take("u"), place + 4 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[place..<place + 4], as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit) else { return nil }
    place += 4
    return UInt32(digits, radix: 16)
  }
}
