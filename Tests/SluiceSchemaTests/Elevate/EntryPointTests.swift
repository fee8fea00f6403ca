import Foundation
import Sluice
import SluiceSchema
import Testing

@Suite("decodeObject and decodeArray")
struct EntryPointTests {
  private let text = #"{"a": {"points": [{"x": 1, "y": 2}, {"x": 3, "y": 4}], "n": 7}}"#
  private let points = [Point(x: 1, y: 2), Point(x: 3, y: 4)]

  @Test("accept Data, bytes, strings, substrings, and cursors")
  func sources() throws {
    let path = "a.points"
    #expect(try decodeArray(from: Data(text.utf8), atKeyPath: path) == points)
    #expect(try decodeArray(from: Array(text.utf8), atKeyPath: path) == points)
    #expect(try decodeArray(from: text, atKeyPath: path) == points)
    #expect(
      try decodeArray(from: ("[" + text + "]").dropFirst().dropLast(), atKeyPath: path) == points)
    var reader = JSONReader()
    let last: Point = try reader.withDocument(text) { root in
      #expect(try decodeArray(from: root, atKeyPath: path) == points)
      return try decodeObject(from: root, atKeyPath: "a.points.1")
    }
    #expect(last == points[1])
  }

  @Test("accept decoders, too")
  func decoders() throws {
    let json = #"{"p": [1, 2], "all": [[1, 2], [3, 4]]}"#
    let point: Point = try decodeObject(from: json, atKeyPath: "p", with: PairDecoder())
    #expect(point == points[0])
    #expect(try decodeArray(from: json, atKeyPath: "all", with: PairDecoder()) == points)
    var reader = JSONReader()
    try reader.withDocument(json) { root in
      let point: Point = try decodeObject(from: root, atKeyPath: "p", with: PairDecoder())
      #expect(point == points[0])
      #expect(try decodeArray(from: root, atKeyPath: "all", with: PairDecoder()) == points)
    }
  }

  @Test("\"\" is the root, of any kind")
  func root() throws {
    #expect(try decodeObject(from: #"{"x":1,"y":2}"#) == points[0])
    #expect(try decodeArray(from: #"[{"x":1,"y":2},{"x":3,"y":4}]"#) == points)
    #expect(try decodeObject(from: "7") == 7)
    #expect(try decodeObject(from: "\"s\"") == "s")
    #expect(try decodeObject(from: "true") == true)
    #expect(try decodeObject(from: "[1, 2]") == [1, 2])
    #expect(try decodeArray(from: "[[1], [2, 3]]") == [[1], [2, 3]])
    #expect(try decodeObject(from: #"{"a":1}"#) == ["a": 1])
    #expect(try decodeObject(from: "1.5") == 1.5 as Double)
    #expect(try decodeObject(from: "1.5") == 1.5 as Float)
    #expect(try decodeObject(from: "1.5") == Decimal(string: "1.5"))
    #expect(try decodeObject(from: "null") == JSON.null)
    let point: Point = try decodeObject(from: "[1, 2]", with: PairDecoder())
    #expect(point == points[0])
  }

  @Test(
    "UTF-16 and UTF-32 are read from Data",
    arguments: [
      String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian,
      .utf32BigEndian, .utf8,
    ])
  func encodings(encoding: String.Encoding) throws {
    let data = try #require(text.data(using: encoding))
    #expect(try decodeArray(from: data, atKeyPath: "a.points") == points)
  }

  @Test(
    "the last of several duplicate keys counts, at each step",
    arguments: [
      (#"{"a":{"n":1},"a":{"n":2}}"#, 2), (#"{"a":{"n":1,"n":2}}"#, 2),
      (#"{"a":{"n":2},"b":3,"a":{"n":1},"a":{"n":4}}"#, 4), (#"{"a.n":1,"a":{"n":2},"a.n":3}"#, 3),
      (#"{"a":{"n":2},"a.n":1}"#, 1), (#"{"a.n":1,"a":{"n":2}}"#, 1),
      (#"{"a":{"n":"bad"},"a":{"n":5}}"#, 5), (#"{"a":1,"a":{"n":6}}"#, 6),
    ])
  func duplicates(json: String, expected: Int) throws {
    #expect(try decodeObject(from: json, atKeyPath: "a.n") == expected)
    var reader = JSONReader()  // whatever its policy
    let found: Int = try reader.withDocument(json) { root in
      try decodeObject(from: root, atKeyPath: "a.n")
    }
    #expect(found == expected)
  }

  @Test("a duplicate that ends the path leaves no value")
  func duplicateEnds() throws {
    let error = validationError {
      _ = try decodeObject(from: #"{"a":{"n":1},"a":2}"#, atKeyPath: "a.n") as Int
    }
    #expect(
      error?.failureReason
        == "Required key path [a.n] was missing or null: expected an object at [a], found number 2")
    var strict = JSONReader(options: JSONOptions(duplicateKeys: .reject))
    let refused = #expect(throws: JSONError.self) {
      try strict.withDocument(#"{"a":{"n":1},"a":{"n":2}}"#) { root in
        _ = try decodeObject(from: root, atKeyPath: "a.n") as Int
      }
    }
    #expect(refused?.code == .duplicateKey)
  }

  @Test(
    "nothing at the key path, or null, is a validation error",
    arguments: ["{}", #"{"a":null}"#, #"{"a":{}}"#, #"{"a":{"n":null}}"#])
  func missing(json: String) {
    let error = validationError { _ = try decodeObject(from: json, atKeyPath: "a.n") as Int }
    #expect(
      error?.description == "Parser Validation Error - Required key path [a.n] was missing or null")
    #expect(error?.issues.first?.path == "$.a.n")
    let array = validationError { _ = try decodeArray(from: json, atKeyPath: "a.n") as [Int] }
    #expect(array?.failureReason == "Required key path [a.n] was missing or null")
  }

  @Test(
    "a value without fields on the path is one, too, with its place",
    arguments: [
      (#"{"a":1}"#, " at [a], found number 1", "$.a"), ("[]", ", found an array", "$"),
      ("1", ", found number 1", "$"),
    ])
  func obstacle(json: String, words: String, path: String) {
    let reason = "Required key path [a.n] was missing or null: expected an object" + words
    let error = validationError { _ = try decodeObject(from: json, atKeyPath: "a.n") as Int }
    #expect(error?.description == "Parser Validation Error - " + reason)
    #expect(error?.issues.first?.path == path)
    let array = validationError { _ = try decodeArray(from: json, atKeyPath: "a.n") as [Int] }
    #expect(array?.failureReason == reason)
  }

  @Test("a value of another kind is one, too, with its key path")
  func incorrect() {
    #expect(
      validationError { _ = try decodeObject(from: #"{"a":"s"}"#, atKeyPath: "a") as Int }?
        .failureReason == "Value for key path [a] is of incorrect type")
    #expect(
      validationError { _ = try decodeObject(from: #"{"a":"s"}"#, atKeyPath: "a") as Point }?
        .failureReason == "Value for key path [a] is of incorrect type")
    #expect(
      validationError { _ = try decodeArray(from: #"{"a":{}}"#, atKeyPath: "a") as [Int] }?
        .failureReason == "Value for key path [a] is of incorrect type")
    #expect(
      validationError { _ = try decodeArray(from: "{}") as [Int] }?
        .failureReason == "Value for key path [] is of incorrect type")
    #expect(
      validationError { _ = try decodeObject(from: "\"s\"") as Int }?
        .failureReason == "JSON object was not of type: Int")
    #expect(
      validationError { _ = try decodeObject(from: "7") as Point }?
        .failureReason == "JSON object was not of type: [String: Any] or [Any]")
  }

  @Test("all wrong elements are reported, with index and parser")
  func elements() throws {
    let error = validationError {
      _ = try decodeArray(from: #"[{"x":1,"y":2},{"x":"a"},5]"#) as [Point]
    }
    #expect(
      error?.failureReason == """
        Error parsing array object at index 1 with parser [Point]
        Value for key path [x] is of incorrect type
        Required key path [y] was missing or null
        --
        Error parsing array object at index 2 with parser [Point]
        JSON object was not of type: [String: Any] or [Any]
        --
        """)
    #expect(error?.issues.map(\.path) == ["$[1].x", "$[1].y", "$[2]"])

    let byDecoder = validationError {
      _ = try decodeArray(from: "[[1,2],[1],[\"a\",2]]", with: PairDecoder()) as [Point]
    }
    #expect(
      byDecoder?.failureReason == """
        Error parsing array object at index 1 with parser [SluiceSchemaTests.PairDecoder]
        A point has two numbers
        --
        Error parsing array object at index 2 with parser [SluiceSchemaTests.PairDecoder]
        JSON object is not valid: expected Int, found string "a"
        --
        """)
  }

  @Test("a decoder that makes another type is an error, not a trap")
  func otherType() {
    let error = validationError { _ = try decodeObject(from: "[1,2]", with: PairDecoder()) as Int }
    #expect(error?.failureReason.hasSuffix("made a value of type Point, not Int") == true)
  }

  @Test(
    "invalid JSON is a deserialization error, wherever it is",
    arguments: ["", "{", #"{"x":1,"y":2} x"#, #"{"x":1,"y":2,"z":tru}"#, #"{"x":1,"y":2,}"#, "[1"])
  func damaged(json: String) throws {
    let error = #expect(throws: ParserError.self) { try decodeObject(from: json) as Point }
    guard case .deserialization(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let jsonError = try #require(error?.jsonError)
    #expect(
      reason.description == "JSON data deserialization failed with error: \"\(jsonError)\"")
    #expect(error?.description == "Parser Deserialization Error - \(reason)")
    #expect(error?.issues.isEmpty == true)
    #expect(error?.offset == jsonError.offset)
    #expect(throws: ParserError.self) { try Point.schema.decode(json) }
  }

  @Test("through a cursor, text that is not JSON is the core's error")
  func damagedBelowCursor() {
    var reader = JSONReader()  // .accessed
    let error = #expect(throws: JSONError.self) {
      try reader.withDocument(#"{"x":tru,"y":2}"#) { root in _ = try Point(json: root) }
    }
    #expect(error?.code == .invalidLiteral && error?.path == "$.x")
  }

  @Test("foreign errors are rethrown unchanged, at once")
  func foreign() {
    #expect(throws: ForeignError(code: 5)) {
      try decodeArray(from: "[5, 6]", with: ThrowingDecoder()) as [Int]
    }
    #expect(throws: ForeignError(code: 9)) {
      try Parser.parseEntity(data: #"{"a":"wrong","b":9,"c":10}"#) { schema in
        schema.addProperty(keyPath: "a", type: .int)
        schema.addProperty(keyPath: "b", type: .int, decoder: ThrowingDecoder())
        schema.addProperty(keyPath: "c", type: .int, decoder: ThrowingDecoder())
      }
    }
  }
}
