import Sluice

extension QueryReader {
  /// A string in single or double quotes, unescaped. Its quote is the next byte.
  mutating func quoted() throws(JSONError) -> String {
    let quote = bytes[place]
    let start = place
    place += 1
    var content: [UInt8] = []
    while let byte = next {
      switch byte {
      case quote:
        place += 1
        return String(decoding: content, as: UTF8.self)
      case Byte.backslash:
        place += 1
        content += String(try escaped(in: quote)).utf8
      case 0..<0x20:
        throw fault(
          "expected an escape such as \\n or \\u0000 at character \(character(at: place)), found a"
            + " raw control character")
      default:
        content.append(byte)
        place += 1
      }
    }
    throw fault(
      "expected a closing quote for the string at character \(character(at: start)), found the end")
  }

  /// What follows a backslash.
  private mutating func escaped(in quote: UInt8) throws(JSONError) -> Unicode.Scalar {
    let hint = "write \\\\ for a backslash"
    guard let byte = next else { throw unexpected("an escape after '\\'", hint) }
    place += 1
    switch byte {
    case quote, Byte.backslash, UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicode()
    default:
      place -= 1
      throw unexpected("an escape after '\\'", hint)
    }
  }

  /// What follows `\u`: four digits, or two times four for a pair of surrogates.
  private mutating func unicode() throws(JSONError) -> Unicode.Scalar {
    let start = place
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, consume(word: "\\u") {
      let second = try codeUnit()
      if (0xDC00..<0xE000).contains(second),
        let scalar = Unicode.Scalar(
          0x10000 + (UInt32(first - 0xD800) << 10) + UInt32(second - 0xDC00))
      {
        return scalar
      }
    }
    throw fault(
      "expected a pair of surrogates such as \\uD83D\\uDE00 at character"
        + " \(character(at: start - 2)), found one without its partner", at: start - 2)
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let letter = (next ?? 0) | 0x20
      if let next, QueryReader.isDigit(next) {
        unit = unit << 4 | UInt16(next - 0x30)
      } else if (0x61...0x66).contains(letter) {
        unit = unit << 4 | UInt16(letter - 0x61 + 10)
      } else {
        throw unexpected("four hexadecimal digits after '\\u'")
      }
      place += 1
    }
    return unit
  }

  /// A number by the grammar of JSON, whose first byte is the next.
  mutating func number() throws(JSONError) -> QueryLiteral {
    let start = place
    while let next, QueryReader.isDigit(next) || "+-.eE".utf8.contains(next) { place += 1 }
    let digits = Array(bytes[start..<place])
    guard unsafe digits.withUnsafeBufferPointer({ unsafe DecimalDigits($0) != nil }) else {
      throw fault(
        "expected a number by RFC 8259 at character \(character(at: start)), found"
          + " '\(String(decoding: digits, as: UTF8.self))'", at: start)
    }
    let short = digits.count < 19 ? Int64(String(decoding: digits, as: UTF8.self)) : nil
    return .number(digits, short: short)
  }
}
