import Sluice
import SluiceSearch
import Testing

/// Applies a getter to one value, inside a parser.
private final class Probe<Value>: JSONParser<Value?> {
  private let get: (JSON) -> Value?
  init(_ get: @escaping (JSON) -> Value?) {
    self.get = get
    super.init()
  }
  override func parseObject(_ data: JSON) -> Value?? {
    guard let value = data["v"] else { return nil }
    return .some(get(value))
  }
}

private func loose<Value>(_ text: String, _ get: @escaping (LooseJSON) -> Value?) throws -> Value? {
  let found = try Probe(get).parse("{\"v\": \(text)}")
  return try #require(found.first)
}

@Suite("Getters that convert")
struct LooseValueTests {
  static let ints: [(String, Int?)] = [
    ("1", 1), ("-7", -7), ("1.0", 1), ("1e2", 100), ("true", 1), ("false", 0), ("\"12\"", 12),
    ("\"+7\"", 7), ("\"-3\"", -3), ("\" 1\"", nil), ("\"1.5\"", nil), ("\"\"", nil), ("\"x\"", nil),
    ("null", nil), ("[1]", nil), ("{}", nil), ("1.5", nil), ("1e300", nil),
    ("18446744073709551615", nil), ("9223372036854775807", .max), ("\"9223372036854775808\"", nil),
    ("\"\\u0031\"", 1),
  ]

  @Test("string→number, and Booleans: Int", arguments: ints)
  func int(text: String, value: Int?) throws {
    #expect(try loose(text) { $0.int } == value)
    #expect(try JSON(parsing: text).asInt() == value)
  }

  static let doubles: [(String, Double?)] = [
    ("1", 1), ("1.5", 1.5), ("-0.25e1", -2.5), ("true", 1), ("false", 0), ("\"1.5\"", 1.5),
    ("\"+1e2\"", 100), ("\"nan\"", nil), ("\"inf\"", nil), ("\"0x10\"", nil), ("\"1e999\"", nil),
    ("\"\"", nil), ("null", nil), ("[]", nil), ("1e300", 1e300),
  ]

  @Test("string→number: Double and Float", arguments: doubles)
  func double(text: String, value: Double?) throws {
    #expect(try loose(text) { $0.double } == value)
    #expect(try JSON(parsing: text).asDouble() == value)
    let float = value.flatMap { $0 == 1e300 ? nil : Float($0) }
    #expect(try loose(text) { $0.float } == float)
    #expect(try JSON(parsing: text).asFloat() == float)
  }

  static let bools: [(String, Bool?)] = [
    ("true", true), ("false", false), ("1", true), ("0", false), ("2", true), ("-1", true),
    ("0.5", true), ("0.0", false), ("-0", false), ("18446744073709551616", true), ("\"true\"", nil),
    ("\"1\"", nil), ("\"y\"", nil), ("null", nil), ("[true]", nil),
  ]

  @Test(
    "strict bool/number distinction: no, all numbers but 0 are true; y/n → Bool: no, never from text",
    arguments: bools)
  func bool(text: String, value: Bool?) throws {
    #expect(try loose(text) { $0.bool } == value)
    #expect(try JSON(parsing: text).asBool() == value)
  }

  static let strings: [(String, String?)] = [
    ("\"s\"", "s"), ("\"\"", ""), ("\"a\\n\\u00e9\"", "a\né"), ("1", "1"), ("1.0", "1.0"),
    ("1.5", "1.5"),
    ("true", "1"), ("false", "0"), ("18446744073709551615", "18446744073709551615"),
    ("99999999999999999999", "99999999999999999999"), ("null", nil), ("{}", nil), ("[\"s\"]", nil),
  ]

  @Test("number→string", arguments: strings)
  func string(text: String, value: String?) throws {
    #expect(try loose(text) { $0.string } == value)
    #expect(try JSON(parsing: text).asString() == value)
  }

  @Test("dictionary, array and raw return owned values; the last of several members counts")
  func containers() throws {
    let text = #"{"a": [1, "x", null], "a": [2], "b": {"c": true}}"#
    let dictionary = try #require(try loose(text) { $0.dictionary })
    #expect(dictionary == ["a": [2], "b": ["c": true]])
    #expect(try loose(text) { $0.array } == nil)
    #expect(try loose("[1, [2]]") { $0.array } == [1, [2]])
    #expect(try loose("[1]") { $0.dictionary } == nil)
    #expect(try loose(text) { $0.raw() } == ["a": [2], "b": ["c": true]])
    let json = try JSON(parsing: text, options: JSONOptions(duplicateKeys: .lastWins))
    #expect(json.asDictionary() == dictionary && json.dictionary == dictionary)
    #expect(json["a"]?.asArray() == [2] && json.asArray() == nil && json.raw() == json)
  }

  @Test("a firstWins cursor does not change that")
  func policy() throws {
    var reader = JSONReader()
    let found = try reader.withDocument(#"{"v": {"k": 1, "k": {"x": 1, "x": 2}}}"#) { root in
      try Probe<JSON> { $0.raw() }.parse(root)
    }
    #expect(found == [["k": ["x": 2]]])
    let members = try reader.withDocument(#"{"v": {"k": 1, "k": 2}}"#) { root in
      try Probe<Int> { $0["k"]?.int }.parse(root)
    }
    #expect(members == [2])
  }

  @Test("chained subscripts: a missing member, a scalar or null on the way gives nil")
  func chains() throws {
    let text = #"{"a": {"b": {"c": 5}, "n": null, "s": 1}, "l": [1, {"x": 2}]}"#
    #expect(try loose(text) { $0["a"]["b"]["c"]?.int } == 5)
    #expect(try loose(text) { $0["a"]?["b"]?["c"]?.int } == 5)
    #expect(try loose(text) { $0["a"]["x"]["c"]?.int } == nil)
    #expect(try loose(text) { $0["a"]["s"]["c"]?.int } == nil)
    #expect(try loose(text) { $0["l"]["x"]?.int } == nil)
    #expect(try loose(text) { $0["l"]?[1]?["x"]?.int } == 2)
    #expect(try loose(text) { $0["l"]?[2]?.int } == nil)
    #expect(try loose(text) { $0["l"]?[-1]?.int } == nil)
    #expect(try loose(text) { $0["a"]?[0]?.int } == nil)
    // A null member exists; its getters are nil.
    #expect(try loose(text) { $0["a"]["n"]?.isNull } == true)
    #expect(try loose(text) { $0["a"]["n"]?.int } == nil)
    let json = try JSON(parsing: text)
    #expect(json["a"]["b"]["c"]?.asInt() == 5)
    #expect(json["a"]["x"]["c"]?.asInt() == nil)
    #expect(json["a"]["n"] == .null)
  }

  @Test("the short names of the owned value convert nothing")
  func owned() throws {
    let json: JSON = ["n": "12", "t": true]
    #expect(json["n"]?.int == nil && json["n"]?.asInt() == 12)
    #expect(json["t"]?.int == nil && json["t"]?.asInt() == 1)
  }

  @Test("an error in the text is thrown by the search, and is not a missing value")
  func faults() throws {
    for text in [#"{"v": 01}"#, #"{"v": "\ud800"}"#, #"{"v": tru}"#, #"{"v": -}"#] {
      #expect(throws: JSONError.self, "\(text)") {
        try Probe { $0.int }.parseAll(text, checking: .accessed)
      }
      #expect(throws: JSONError.self, "\(text)") {
        try Probe { $0.string }.parseAll(text, checking: .accessed)
      }
    }
    #expect(throws: JSONError.self) {
      try Probe<JSON> { $0.raw() }.parseAll(#"{"v": [1, }"#, checking: .accessed)
    }
    var reader = JSONReader(options: JSONOptions(duplicateKeys: .reject))
    let error = #expect(throws: JSONError.self) {
      try reader.withDocument(#"{"v": {"k": 1, "k": 2}}"#) { root in
        try Probe<Int> { $0["k"]?.int }.parse(root)
      }
    }
    #expect(error?.code == .duplicateKey && error?.path == "$.v")
  }
}
