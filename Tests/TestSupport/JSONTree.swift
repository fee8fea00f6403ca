/// What a text of JSON says, read by a small strict parser that shares no code with what it judges.
///
/// Numbers keep their text, objects the order of their fields. Strings are equal if their bytes are.
public indirect enum JSONTree: Equatable, Sendable, CustomStringConvertible {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONTree])
  case object([Field])

  public struct Field: Equatable, Sendable {
    public var key: String
    public var value: JSONTree

    public init(_ key: String, _ value: JSONTree) { (self.key, self.value) = (key, value) }

    public static func == (left: Field, right: Field) -> Bool {
      left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
    }
  }

  public static func == (left: JSONTree, right: JSONTree) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// A text that breaks RFC 8259's grammar, or has a key twice in one object.
  public struct Fault: Error, CustomStringConvertible {
    public let description: String
  }

  public init(strictly text: some Sequence<UInt8>) throws(Fault) {
    var parser = StrictParser(text: Array(text))
    self = try parser.document()
  }

  public init(strictly text: String) throws(Fault) { try self.init(strictly: text.utf8) }

  /// The tree with the fields of each object in the order of their keys' bytes.
  public var sorted: JSONTree {
    switch self {
    case .array(let elements): .array(elements.map(\.sorted))
    case .object(let fields):
      .object(
        fields.map { Field($0.key, $0.value.sorted) }
          .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    default: self
    }
  }

  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let text): text
    case .string(let string): string.debugDescription
    case .array(let elements): "[" + elements.map(\.description).joined(separator: ",") + "]"
    case .object(let fields):
      "{" + fields.map { "\($0.key.debugDescription):\($0.value)" }.joined(separator: ",") + "}"
    }
  }
}

private struct StrictParser {
  let text: [UInt8]
  var place = 0

  mutating func document() throws(JSONTree.Fault) -> JSONTree {
    let tree = try value()
    skipSpace()
    guard place == text.count else { throw fault("more text") }
    return tree
  }

  private func fault(_ words: String) -> JSONTree.Fault {
    JSONTree.Fault(
      description: "\(words) at \(place) of \(String(decoding: text, as: UTF8.self))")
  }

  private mutating func skipSpace() {
    while place < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[place]) { place += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard place < text.count, text[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func value() throws(JSONTree.Fault) -> JSONTree {
    skipSpace()
    if take("{") { return try object() }
    if take("[") { return try array() }
    if take("\"") { return .string(try string()) }
    for (word, tree) in [("null", JSONTree.null), ("true", .bool(true)), ("false", .bool(false))]
    where text[place...].starts(with: word.utf8) {
      place += word.utf8.count
      return tree
    }
    return .number(try number())
  }

  private mutating func object() throws(JSONTree.Fault) -> JSONTree {
    var fields: [JSONTree.Field] = []
    skipSpace()
    if take("}") { return .object(fields) }
    repeat {
      skipSpace()
      guard take("\"") else { throw fault("no key") }
      let key = try string()
      guard !fields.contains(where: { $0.key.utf8.elementsEqual(key.utf8) }) else {
        throw fault("the key \(key) twice")
      }
      skipSpace()
      guard take(":") else { throw fault("no colon") }
      fields.append(JSONTree.Field(key, try value()))
      skipSpace()
    } while take(",")
    guard take("}") else { throw fault("no end of the object") }
    return .object(fields)
  }

  private mutating func array() throws(JSONTree.Fault) -> JSONTree {
    var elements: [JSONTree] = []
    skipSpace()
    if take("]") { return .array(elements) }
    repeat {
      elements.append(try value())
      skipSpace()
    } while take(",")
    guard take("]") else { throw fault("no end of the array") }
    return .array(elements)
  }

  private mutating func digits() -> Bool {
    let start = place
    while place < text.count, (0x30...0x39).contains(text[place]) { place += 1 }
    return place > start
  }

  private mutating func number() throws(JSONTree.Fault) -> String {
    let start = place
    _ = take("-")
    if !take("0"), !digits() { throw fault("no value") }
    if take("."), !digits() { throw fault("no fraction") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      if !digits() { throw fault("no exponent") }
    }
    return String(decoding: text[start..<place], as: UTF8.self)
  }

  /// The rest of a string after its first quote.
  private mutating func string() throws(JSONTree.Fault) -> String {
    var units: [UInt16] = []
    while place < text.count {
      if take("\"") { return String(decoding: units, as: UTF16.self) }
      if take("\\") {
        units.append(try escape())
        continue
      }
      guard text[place] >= 0x20 else { throw fault("a control character") }
      let start = place
      repeat { place += 1 } while place < text.count && text[place] & 0xC0 == 0x80
      guard let character = String(validating: text[start..<place], as: UTF8.self) else {
        throw fault("no UTF-8")
      }
      units += character.utf16
    }
    throw fault("no end of the string")
  }

  private mutating func escape() throws(JSONTree.Fault) -> UInt16 {
    let simple: [(Unicode.Scalar, UInt16)] = [
      ("\"", 0x22), ("\\", 0x5C), ("/", 0x2F), ("b", 8), ("f", 12), ("n", 10), ("r", 13), ("t", 9),
    ]
    for (letter, unit) in simple where take(letter) { return unit }
    guard take("u"), place + 4 <= text.count,
      let unit = UInt16(String(decoding: text[place..<place + 4], as: UTF8.self), radix: 16)
    else { throw fault("no escape") }
    place += 4
    return unit
  }
}
