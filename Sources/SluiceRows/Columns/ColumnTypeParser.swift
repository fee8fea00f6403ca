import Sluice

/// Parses the text of a column's type. Recursive, no deeper than types may be.
struct ColumnTypeParser {
  private let bytes: [UInt8]
  private var place = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The type that the whole text stands for.
  mutating func type() throws(ImportError) -> ColumnType {
    let type = try type(level: 1)
    skipSpace()
    guard place == bytes.count else { throw fault("the end of the type") }
    try type.check()
    return type
  }

  /// Whether a name may hold the byte without being quoted.
  static func isPlain(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 <= 25 || byte &- 0x30 <= 9 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "$")
  }

  private mutating func type(level: Int) throws(ImportError) -> ColumnType {
    guard level <= ColumnType.mostLevels else {
      throw fault(
        "at most \(ColumnType.mostLevels) levels of types; make the deepest of type json,")
    }
    skipSpace()
    let start = place
    let word = plainWord()
    switch word {
    case "list":
      try expect("<")
      let element = try type(level: level + 1)
      try expect(">")
      return .list(element)
    case "map":
      try expect("<")
      skipSpace()
      let key = place
      guard plainWord() == "text" else {
        place = key
        throw fault("text, the type of a map's keys,")
      }
      try expect(",")
      let value = try type(level: level + 1)
      try expect(">")
      return .map(value)
    case "struct": return .structure(try fields(level: level))
    default:
      guard let type = ColumnType(scalar: word) else {
        place = start
        let words = ColumnType.scalars.map(\.description).joined(separator: ", ")
        throw fault("a type: \(words), \(ColumnType.nestedForms),")
      }
      return type
    }
  }

  private mutating func fields(level: Int) throws(ImportError) -> [ColumnType.Field] {
    try expect("<")
    var fields: [ColumnType.Field] = []
    while true {
      let name = try name()
      try expect(":")
      let type = try type(level: level + 1)
      skipSpace()
      var isRequired = false
      if place < bytes.count, ColumnTypeParser.isPlain(bytes[place]) {
        let word = place
        guard plainWord() == "required" else {
          place = word
          throw fault("'required', ',' or '>'")
        }
        isRequired = true
      }
      fields.append(ColumnType.Field(name: ByteName(name), type: type, isRequired: isRequired))
      skipSpace()
      guard place < bytes.count, bytes[place] == UInt8(ascii: ",") else { break }
      place += 1
    }
    try expect(">")
    return fields
  }

  /// A plain name, or a JSON string.
  private mutating func name() throws(ImportError) -> String {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
      let name = plainWord()
      guard !name.isEmpty else { throw fault("a field's name, plain or as a JSON string,") }
      return name
    }
    let start = place
    place += 1
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    place = min(place + 1, bytes.count)
    let text = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let name = (try? JSON(parsing: text))?.string else {
      place = start
      throw fault("a field's name as a JSON string")
    }
    return name
  }

  private mutating func plainWord() -> String {
    let start = place
    while place < bytes.count, ColumnTypeParser.isPlain(bytes[place]) { place += 1 }
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }

  private mutating func skipSpace() {
    while place < bytes.count, bytes[place] == UInt8(ascii: " ") { place += 1 }
  }

  private mutating func expect(_ sign: Character) throws(ImportError) {
    skipSpace()
    guard place < bytes.count, bytes[place] == sign.asciiValue else { throw fault("'\(sign)'") }
    place += 1
  }

  private func fault(_ expected: String) -> ImportError {
    let text = String(decoding: bytes, as: UTF8.self)
    let rest = String(decoding: bytes[place...].prefix(24), as: UTF8.self)
    let found = rest.isEmpty ? "its end" : "\"\(rest)\(bytes.count - place > 24 ? "…" : "")\""
    return ImportError(
      .badColumn,
      "type \"\(text)\": expected \(expected) at byte \(place + 1), found \(found)")
  }
}
