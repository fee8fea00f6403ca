import Foundation
import Sluice
import SluiceSchema
import Testing

@Suite("Types of properties")
struct PropertyTypeTests {
  @Test("each reads its values, in its own type")
  func values() throws {
    func check<T: Equatable>(
      _ type: SchemaPropertyType, _ json: String, _ expected: T,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let entity = try entity("{\"k\":\(json)}", type)
      let value: T = entity <-! "k"
      #expect(value == expected, sourceLocation: sourceLocation)
      #expect(entity["k"] as? T == expected, sourceLocation: sourceLocation)
      #expect(entity.dictionary["k"] as? T == expected, sourceLocation: sourceLocation)
      #expect(try entity.value("k") == expected, sourceLocation: sourceLocation)
      #expect(entity["k", as: T.self] == expected, sourceLocation: sourceLocation)
      #expect(entity["k", as: ForeignError.self] == nil, sourceLocation: sourceLocation)
    }
    try check(.string, #""a\u00e9\n""#, "a\u{e9}\n")
    try check(.int, "-9223372036854775808", Int.min)
    try check(.int, "1e2", 100)
    try check(.int, "1.0", 1)
    try check(.int, "true", 1)
    try check(.int8, "-128", Int8.min)
    try check(.int16, "false", Int16(0))
    try check(.int32, "2147483647", Int32.max)
    try check(.int64, "9223372036854775807", Int64.max)
    try check(.uint, "18446744073709551615", UInt.max)
    try check(.uint8, "255", UInt8.max)
    try check(.uint16, "65535", UInt16.max)
    try check(.uint32, "4294967295", UInt32.max)
    try check(.uint64, "18446744073709551615", UInt64.max)
    try check(.double, "0.1", 0.1)
    try check(.double, "true", 1.0)
    try check(.double, "7", 7.0)
    try check(.float, "7.1", Float(7.1))
    try check(.float, "false", Float(0))
    try check(.bool, "true", true)
    try check(.bool, "false", false)
    try check(.url, #""https://a.b/c?d""#, try #require(URL(string: "https://a.b/c?d")))
    try check(
      .decimal, "12345678901234567890.12", try #require(Decimal(string: "12345678901234567890.12")))
    try check(.date, #""1970-01-01T00:00:01Z""#, Date(timeIntervalSince1970: 1))
    try check(
      .uuid, #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#,
      try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")))
    try check(.data, #""AAEC""#, Data([0, 1, 2]))
    try check(.json, #"{"a":[1]}"#, ["a": [1]] as JSON)
  }

  @Test(
    "a value of another kind is an error, even in an optional property",
    arguments: [
      (.string, "1"), (.string, "true"), (.string, "[]"), (.string, "{}"), (.int, "\"1\""),
      (.int, "[]"), (.uint8, "{}"), (.double, "\"1.5\""), (.float, "\"\""), (.bool, "0"),
      (.bool, "1"), (.bool, "1.0"), (.bool, "\"true\""), (.array, "{}"), (.array, "1"),
      (.dictionary, "[]"), (.dictionary, "\"\""), (.url, "1"), (.decimal, "\"1\""), (.date, "1"),
      (.uuid, "1"), (.data, "[]"),
    ] as [(SchemaPropertyType, String)])
  func mismatch(type: SchemaPropertyType, json: String) throws {
    for optional in [false, true] {
      let document = "{\"k\":\(json)}"
      // An array needs a decoder.
      let error =
        type == .array
        ? validationError {
          _ = try Parser.parseEntity(data: document) { schema in
            schema.addProperty(
              keyPath: "k", type: .array, optional: optional, decodableType: Int.self)
          }
        }
        : validationError { _ = try entity(document, type, optional: optional) }
      #expect(error?.failureReason == "Value for key path [k] is of incorrect type")
      let issue = try #require(error?.issues.first)
      #expect(issue.path == "$.k" && issue.keyPath == "k" && issue.offset == 5)
      #expect(!issue.expected.isEmpty && !issue.found.isEmpty)
    }
  }

  @Test(
    "a number that does not fit is an error, where Elevate wraps or truncates it",
    arguments: [
      (.int, "1.5", "Int"), (.int, "9223372036854775808", "Int"), (.int, "1e300", "Int"),
      (.int8, "128", "Int8"), (.int8, "-129", "Int8"), (.int16, "32768", "Int16"),
      (.int32, "-2147483649", "Int32"), (.int64, "-9223372036854775809", "Int64"),
      (.uint, "-1", "UInt"), (.uint, "18446744073709551616", "UInt"), (.uint8, "256", "UInt8"),
      (.uint16, "-1", "UInt16"), (.uint32, "4294967296", "UInt32"), (.uint64, "-1", "UInt64"),
      (.float, "1e300", "Float"),
    ] as [(SchemaPropertyType, String, String)])
  func outOfRange(type: SchemaPropertyType, json: String, name: String) throws {
    let error = validationError { _ = try entity("{\"k\":\(json)}", type, optional: true) }
    #expect(error?.failureReason == "Value for key path [k] does not fit \(name)")
    #expect(error?.issues.first?.expected == name)
    #expect(error?.issues.first?.found == "number \(json)")
  }

  @Test("a double beyond the largest is an error; Data is rejected as a whole")
  func infinite() {
    var reader = JSONReader()
    let error = #expect(throws: ParserError.self) {
      try reader.withDocument(#"{"k":1e999}"#) { root in
        _ = try Parser.parseEntity(json: root) { $0.addProperty(keyPath: "k", type: .double) }
      }
    }
    #expect(error?.failureReason == "Value for key path [k] does not fit Double")
  }

  @Test(
    "a text of another form is a descriptive error",
    arguments: [
      (.decimal, "1234567890123456789012345678901234567890", "does not fit Decimal"),
      (.date, #""yesterday""#, "could not be parsed to an ISO 8601 date-time"),
      (.uuid, #""x""#, "could not be parsed to a UUID"),
      (.data, #""*""#, "could not be parsed to Base64"),
    ] as [(SchemaPropertyType, String, String)])
  func invalid(type: SchemaPropertyType, json: String, text: String) {
    let found = reason("{\"k\":\(json)}", type, optional: true)
    #expect(found?.hasPrefix("Value for key path [k] \(text)") == true, "\(found ?? "")")
  }

  @Test(
    "a URL is not percent-encoded; an invalid one is an error if required, otherwise missing",
    arguments: ["\u{1F4A9}", "a b", "http://a b", "", "http://a/%zz", "http://a:b"])
  func url(text: String) throws {
    let document = "{\"k\":\"\(text)\"}"
    #expect(
      reason(document, .url) == "Required key path [k] could not be parsed to valid URL")
    let entity = try entity(document, .url, optional: true)
    #expect(entity.keys.isEmpty && entity.isEmpty)
  }

  @Test(
    "missing and null are the same: an error if required, otherwise no value",
    arguments: SchemaPropertyType.allCases, ["{}", #"{"k":null}"#])
  func missing(type: SchemaPropertyType, json: String) throws {
    func parse(optional: Bool) throws -> SchemaEntity {
      try Parser.parseEntity(data: json) { schema in
        if type == .array {
          schema.addProperty(keyPath: "k", type: type, optional: optional, decodableType: Int.self)
        } else {
          schema.addProperty(keyPath: "k", type: type, optional: optional)
        }
      }
    }
    let error = validationError { _ = try parse(optional: false) }
    #expect(error?.failureReason == "Required key path [k] was missing or null")
    let issue = try #require(error?.issues.first)
    #expect(issue.found == (json == "{}" ? "nothing" : "null"))
    #expect(issue.offset == (json == "{}" ? 0 : 5))
    let entity = try parse(optional: true)
    #expect(entity.keys.count == 0)
    #expect(!entity.contains("k"))
  }

  @Test("arrays need a decoder, even empty ones, unless optional and missing")
  func arrays() throws {
    #expect(
      reason(#"{"items":[]}"#, "items", .array)
        == "A decoding method was not provided for `items` array")
    #expect(
      reason(#"{"items":[1]}"#, "items", .array, optional: true)
        == "A decoding method was not provided for `items` array")
    #expect(try entity("{}", "items", .array, optional: true).isEmpty)
  }

  @Test("a dictionary without a decoder is the one that JSONSerialization makes")
  func rawDictionary() throws {
    let json = #"""
      {"k":{"s":"x","i":-3,"u":18446744073709551615,"d":1.5,"t":true,"n":null,"a":[1,{"b":2}],
       "big":123456789012345678901234567890}}
      """#
    let entity = try entity(json, .dictionary)
    let raw: [String: Any] = entity <-! "k"
    #expect(raw["s"] as? String == "x")
    #expect(raw["i"] as? Int == -3 && raw["i"] as? Double == -3)
    #expect(raw["u"] as? UInt == UInt.max)
    #expect(raw["d"] as? Double == 1.5 && raw["t"] as? Bool == true)
    #expect(raw["n"] is NSNull)
    #expect((raw["a"] as? [Any])?.count == 2)
    #expect("\(raw["big"] ?? "")" == "123456789012345678901234567890")
    let texts: [String: String] =
      try SluiceSchemaTests.entity(#"{"k":{"a":"b"}}"#, .dictionary) <-! "k"
    #expect(texts == ["a": "b"])
  }

  @Test("a dictionary with a decodable type becomes that type, and its errors have no frame")
  func dictionaryOfType() throws {
    func parse(_ json: String) throws -> Point {
      let entity = try Parser.parseEntity(data: json) { schema in
        schema.addProperty(keyPath: "p", type: .dictionary, decodableType: Point.self)
      }
      return entity <-! "p"
    }
    #expect(try parse(#"{"p":{"x":1,"y":2}}"#) == Point(x: 1, y: 2))
    let error = validationError { _ = try parse(#"{"p":{"x":"1"}}"#) }
    #expect(
      error?.failureReason == """
        Value for key path [x] is of incorrect type
        Required key path [y] was missing or null
        """)
    #expect(error?.issues.map(\.path) == ["$.p.x", "$.p.y"])
    #expect(
      validationError { _ = try parse(#"{"p":[]}"#) }?.failureReason
        == "Value for key path [p] is of incorrect type")
  }

  @Test("dictionaries of one type are decodable; one bad value rejects the whole")
  func typedDictionaries() throws {
    #expect(try decodeObject(from: #"{"a":"b"}"#) == ["a": "b"])
    #expect(try decodeObject(from: #"{"a":true,"b":2}"#) == ["a": 1, "b": 2])
    #expect(try decodeObject(from: #"{"a":{"x":1,"y":2}}"#) == ["a": Point(x: 1, y: 2)])
    #expect(
      validationError { _ = try decodeObject(from: #"{"a":"b","c":1}"#) as [String: String] }?
        .failureReason == "JSON object was not of type: Dictionary<String, String>")
    #expect(
      validationError { _ = try decodeObject(from: #"{"a":1.5}"#) as [String: Int] }?
        .failureReason == "JSON object was not of type: Dictionary<String, Int>")
    #expect(
      validationError { _ = try decodeObject(from: #"{"a":1}"#) as [Int: Int] }?
        .failureReason == "JSON object was not of type: Dictionary<Int, Int>")
    let any: [String: Any] = try decodeObject(from: #"{"a":1,"a":2}"#)
    #expect(any["a"] as? Int == 2)
  }

  @Test("elements of arrays are exact where Elevate traps")
  func elements() throws {
    func parse<T: SchemaDecodable>(_ json: String, _ type: T.Type) throws -> [T] {
      let entity = try Parser.parseEntity(data: json) { schema in
        schema.addProperty(keyPath: "k", type: .array, decodableType: type)
      }
      return entity <--! "k"
    }
    #expect(try parse(#"{"k":[1,2.0,true]}"#, Int.self) == [1, 2, 1])
    #expect(try parse(#"{"k":[]}"#, Int.self) == [])
    #expect(
      validationError { _ = try parse(#"{"k":[2.5,18446744073709551615,null,1]}"#, Int.self) }?
        .failureReason == """
          Error parsing array object at index 0 with parser [Int]
          JSON object does not fit Int
          --
          Error parsing array object at index 1 with parser [Int]
          JSON object does not fit Int
          --
          Error parsing array object at index 2 with parser [Int]
          JSON object was not of type: Int
          --
          """)
    #expect(
      validationError { _ = try parse(#"{"k":[-1]}"#, UInt.self) }?.issues.first?.path == "$.k[0]")
  }

  @Test("decoders receive values of the property's type as cursors, including null elements")
  func decoders() throws {
    final class Kinds: SchemaDecoder {
      func decode(_ object: JSONCursor) throws -> Any { "\(try object.kind)" }
    }
    let entity = try Parser.parseEntity(
      data: #"{"s":"x","i":1,"a":[1,null,{}],"o":{},"u":"http://a","none":null,"j":[true]}"#
    ) { schema in
      schema.addProperty(keyPath: "s", type: .string, decoder: Kinds())
      schema.addProperty(keyPath: "i", type: .int, decoder: Kinds())
      schema.addProperty(keyPath: "a", type: .array, decoder: Kinds())
      schema.addProperty(keyPath: "o", type: .dictionary, decoder: Kinds())
      schema.addProperty(keyPath: "u", type: .url, decoder: Kinds())
      schema.addProperty(keyPath: "none", type: .string, optional: true, decoder: Kinds())
      schema.addProperty(keyPath: "j", type: .json, decoder: Kinds())
    }
    #expect(entity["s", as: String.self] == "string" && entity["i", as: String.self] == "number")
    #expect(entity <--! "a" == ["number", "null", "object"])
    #expect(entity["o"] as? String == "object" && entity["u"] as? String == "string")
    #expect(entity["j"] as? String == "array")
    #expect(!entity.contains("none"))
    let error = validationError {
      _ = try Parser.parseEntity(data: #"{"i":1.5,"u":"a b","s":1}"#) { schema in
        schema.addProperty(keyPath: "i", type: .int, decoder: Kinds())
        schema.addProperty(keyPath: "u", type: .url, decoder: Kinds())
        schema.addProperty(keyPath: "s", type: .string, decodableType: String.self)
      }
    }
    #expect(
      error?.failureReason == """
        Value for key path [i] does not fit Int
        Required key path [u] could not be parsed to valid URL
        Value for key path [s] is of incorrect type
        """)
  }

  @Test("nil as a decoder or decodable type means none")
  func none() throws {
    let type: (any SchemaDecodable.Type)? = nil
    let known: (any SchemaDecodable.Type)? = Point.self
    let entity = try Parser.parseEntity(data: #"{"a":1,"b":2,"c":{"x":1,"y":2}}"#) { schema in
      schema.addProperty(keyPath: "a", type: .int, decoder: nil)
      schema.addProperty(keyPath: "b", type: .int, decodableType: type)
      schema.addProperty(keyPath: "c", type: .dictionary, decodableType: known)
    }
    #expect(
      entity["a", as: Int.self] == 1 && entity["b", as: Int.self] == 2
        && (entity <-! "c") == Point(x: 1, y: 2))
  }
}
