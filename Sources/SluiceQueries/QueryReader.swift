import Sluice

/// Reads the text of a query, byte by byte, by the grammar of RFC 9535.
struct QueryReader {
  let text: String
  let bytes: [UInt8]
  /// The offset of the next byte.
  var place = 0
  /// How many parentheses, filters and function calls are open.
  private var depth = 0

  static let deepest = 32

  init(_ text: String) throws(JSONError) {
    self.text = text
    bytes = Array(text.utf8)
    guard bytes.count <= JSONQuery.largestSize else {
      throw JSONError(
        .invalidPath, at: 0, name: "\(text.prefix(40))…",
        reason: "expected a query of at most \(JSONQuery.largestSize) bytes, found"
          + " \(bytes.count): select in two steps, or filter in your own code")
    }
  }

  /// The next byte, or nil at the end.
  var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  /// The byte after the next.
  var second: UInt8? { place + 1 < bytes.count ? bytes[place + 1] : nil }

  /// Skips one byte if it is the next.
  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard let next, next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// Skips these bytes if they are the next.
  mutating func consume(word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    for i in 0..<count where unsafe bytes[place + i] != word.utf8Start[i] { return false }
    place += count
    return true
  }

  /// Skips spaces, tabs and line ends.
  mutating func skipBlanks() {
    while let next, next == 0x20 || next == 0x09 || next == 0x0A || next == 0x0D { place += 1 }
  }

  /// Skips one byte, which must be the next.
  mutating func expect(_ character: Unicode.Scalar, _ hint: String = "") throws(JSONError) {
    guard consume(character) else { throw unexpected("'\(character)'", hint) }
  }

  /// Enters one level of nesting; `leave` ends it.
  mutating func enter() throws(JSONError) {
    guard depth < QueryReader.deepest else {
      throw fault(
        "expected at most \(QueryReader.deepest) levels of parentheses, filters and function calls,"
          + " found more at character \(character(at: place)): split the query")
    }
    depth += 1
  }

  mutating func leave() { depth -= 1 }

  /// The error for something else at this place than was expected.
  func unexpected(_ expected: String, _ hint: String = "") -> JSONError {
    let rest = String(decoding: bytes[place...].prefix(8), as: UTF8.self)
    let found = rest.unicodeScalars.first.map { "'\($0)'" } ?? "the end"
    let advice = hint.isEmpty ? "" : "; \(hint)"
    return fault(
      "expected \(expected) at character \(character(at: place)), found \(found)\(advice)")
  }

  /// An error at this place.
  func fault(_ reason: String) -> JSONError { fault(reason, at: place) }

  func fault(_ reason: String, at place: Int) -> JSONError {
    JSONError(.invalidPath, at: place, name: text, reason: reason)
  }

  /// The number of the character that begins at this byte, counted from 1.
  func character(at place: Int) -> Int {
    1 + bytes[..<place].count { $0 & 0xC0 != 0x80 }
  }
}
