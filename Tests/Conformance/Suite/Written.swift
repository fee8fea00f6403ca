import Sluice

extension JSONReader {
  /// The document written again, compactly, from the values that cursors give; nil if it is refused.
  ///
  /// Integers beyond 64 bits keep their digits. It doesn't use the library's writer, which has its own tests.
  mutating func written(_ bytes: [UInt8]) -> String? {
    try? withDocument(bytes) { root in try Written.text(of: root) }
  }
}

private enum Written {
  /// Recursive: the test files are shallow.
  static func text(of value: JSONCursor) throws -> String {
    switch try value.kind {
    case .object:
      var parts: [String] = []
      var fields = try value.fields
      while let field = try fields.next() {
        parts.append(try "\"\(escaped(field.key.string))\":" + text(of: field.value))
      }
      return "{\(parts.joined(separator: ","))}"
    case .array:
      var parts: [String] = []
      var elements = try value.elements
      while let element = try elements.next() { parts.append(try text(of: element)) }
      return "[\(parts.joined(separator: ","))]"
    case .string: return try "\"\(escaped(value.string))\""
    case .number: return try number(value)
    case .bool: return try "\(value.bool)"
    case .null: return "null"
    }
  }

  private static func number(_ value: JSONCursor) throws -> String {
    let digits = unsafe value.position.numberText
    if unsafe !digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }) {
      return try "\(value.double)".replacing("e+", with: "e")
    }
    if let integer = try? value.int64 { return "\(integer)" }
    if let integer = try? value.uint64 { return "\(integer)" }
    return unsafe String(decoding: digits, as: UTF8.self)
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{0}"..<" ": "\\u00\(scalar.value < 16 ? "0" : "")\(String(scalar.value, radix: 16))"
      default: String(scalar)
      }
    }.joined()
  }
}
