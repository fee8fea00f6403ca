import Sluice
import SluiceSchema
import Testing

@Suite("Key paths")
struct KeyPathTests {
  @Test(
    "lead to a value; a key named like the whole path comes first, at the root",
    arguments: [
      (#"{"a":{"b":{"c":1}}}"#, "a.b.c", 1), (#"{"dots.key.path":2}"#, "dots.key.path", 2),
      (#"{"a.c":1,"a":{"c":2}}"#, "a.c", 1), (#"{"a":{"c":2},"a.c":1}"#, "a.c", 1),
      (#"{"a":[5,6,7]}"#, "a.1", 6), (#"{"a":[{"b":[8]}]}"#, "a.0.b.0", 8),
      (#"{"a":{"1":9}}"#, "a.1", 9), (#"{"speci@l":1}"#, "speci@l", 1), (#"{"@id":3}"#, "@id", 3),
      (#"{"dashed-key-path":4}"#, "dashed-key-path", 4), (#"{"a/b":5}"#, "a/b", 5),
      (#"{"numb3r":6}"#, "numb3r", 6), (#"{"a":{"":7}}"#, "a.", 7), (#"{"k\u0065y":8}"#, "key", 8),
      (#"{"a.b":{"c":1},"a":{"b":{"c":2}}}"#, "a.b.c", 2), (#"{"k":1,"k":2}"#, "k", 2),
      (#"{"a":{"b":1},"a":{"b":2}}"#, "a.b", 2), ("{\"\u{e9}\":9}", "\u{e9}", 9),
      (#"{"x":{"a.b":10,"a":{"b":0}}}"#, #"x.a\.b"#, 10),
      (#"{"a":{"b":0},"a.b":11}"#, #"a\.b"#, 11),
    ])
  func found(json: String, keyPath: String, expected: Int) throws {
    #expect(try (entity(json, keyPath, .int)).value(keyPath) == expected)
    #expect(try decodeObject(from: json, atKeyPath: keyPath) == expected)
    let schema = Schema(Int.self) { fields in
      let value = fields.required(keyPath, .int)
      return { $0[value] }
    }
    #expect(try schema.decode(json) == expected)
  }

  @Test(
    "have no result past nulls, scalars and arrays, and ignore a literal key in nested objects",
    arguments: [
      (#"{"a.c":null,"a":{"c":2}}"#, "a.c"), (#"{"x":{"a.c":1}}"#, "x.a.c"),
      (#"{"a":null}"#, "a.c"),
      (#"{"a":1}"#, "a.c"), (#"{"a":[{"c":1}]}"#, "a.c"), (#"{"a":[1]}"#, "a.1"),
      (#"{"a":[1]}"#, "a.-1"), (#"{"a":[1]}"#, "a.00"), (#"{"a":{"b":1},"a":2}"#, "a.b"),
      ("{\"e\u{301}\":9}", "\u{e9}"), (#"{"a":{"c":null}}"#, "a.c"), ("{}", "a"),
    ])
  func nowhere(json: String, keyPath: String) throws {
    let missing = "Required key path [\(keyPath)] was missing or null"
    let obstacle = missing + ": expected an object at [a], found "
    let said = try #require(reason(json, keyPath, .int))
    #expect(said == missing || said.hasPrefix(obstacle))
    #expect(try entity(json, keyPath, .int, optional: true).isEmpty)
    #expect(
      validationError { _ = try decodeObject(from: json, atKeyPath: keyPath) as Int }?.failureReason
        == said)
  }

  @Test("key paths that only look the same are different, in one schema and between calls")
  func equivalentKeys() throws {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    let json = "{\"\(composed)\":1,\"\(decomposed)\":2}"
    let both = try Parser.parseEntity(data: json) { schema in
      schema.addProperty(keyPath: composed, type: .int)
      schema.addProperty(keyPath: decomposed, type: .int)
    }
    #expect(both[decomposed, as: Int.self] == 2 && both[composed, as: Int.self] == 1)
    #expect(both[composed, as: Int.self] == 1 && both.count == 2)
    for (keyPath, value) in [(composed, 1), (decomposed, 2), (composed, 1)] {
      #expect(try entity(json, keyPath, .int).value(keyPath) == value)
    }
  }

  @Test("\"\" is the object itself")
  func root() throws {
    let json = #"{"":1,"x":1,"y":2}"#
    let whole: [String: Any] = try entity(json, "", .dictionary) <-! ""
    #expect(whole.count == 3)
    let both = try Parser.parseEntity(data: json) { schema in
      schema.addProperty(keyPath: "", type: .dictionary, decodableType: Point.self)
      schema.addProperty(keyPath: "x", type: .int)
    }
    #expect(both <-! "" == Point(x: 1, y: 2) && both["x", as: Int.self] == 1)
  }

  @Test("a root array needs exactly one array property, whatever its key path")
  func rootArray() throws {
    let entity = try Parser.parseEntity(data: #"[{"x":1,"y":2}]"#) { schema in
      schema.addProperty(keyPath: "points", type: .array, decodableType: Point.self)
    }
    #expect(entity <--! "points" == [Point(x: 1, y: 2)])
    #expect(reason("[1]", "a", .int) == "Invalid property list for json array.")
    #expect(reason("[1]", "a", .array) == "A decoding method was not provided for `` array")
    let two = validationError {
      _ = try Parser.parseEntity(data: "[1]") { schema in
        schema.addProperty(keyPath: "a", type: .array, decodableType: Int.self)
        schema.addProperty(keyPath: "b", type: .array, decodableType: Int.self)
      }
    }
    #expect(two?.failureReason == "Invalid property list for json array.")
    let none = validationError { _ = try Parser.parseEntity(data: "[1]") { _ in } }
    #expect(none?.failureReason == "Invalid property list for json array.")
    let bad = validationError {
      _ = try Parser.parseEntity(data: #"[1,"a"]"#) { schema in
        schema.addProperty(keyPath: "a", type: .array, decodableType: Int.self)
      }
    }
    #expect(bad?.issues.map(\.path) == ["$[1]"])
  }

  @Test("a root array's elements are properties when all key paths begin with an index")
  func tuple() throws {
    let entity = try Parser.parseEntity(data: #"[1,{"a":"b"}]"#) { schema in
      schema.addProperty(keyPath: "0", type: .int)
      schema.addProperty(keyPath: "1.a", type: .string)
    }
    #expect(entity["0", as: Int.self] == 1 && entity["1.a", as: String.self] == "b")
    let pair = Schema(Point.self) { fields in
      let x = fields.required("0", .int)
      let y = fields.required("1", .int)
      return { Point(x: $0[x], y: $0[y]) }
    }
    #expect(try pair.decode("[3,4]") == Point(x: 3, y: 4))
    #expect(validationError { _ = try pair.decode("[3]") }?.issues.map(\.path) == ["$[1]"])
  }

  @Test("a root scalar has no properties", arguments: ["1", "\"s\"", "true", "null"])
  func rootScalar(json: String) {
    #expect(reason(json, .int) == "JSON object was not of type: [String: Any] or [Any]")
  }

  @Test("are as declared in the issues' key paths, and as found in their paths")
  func paths() {
    let error = validationError {
      _ = try Parser.parseEntity(data: #"{"a.b":"x","c":{"d":["y"]},"1":{"2":"z"},"first name":1}"#)
      {
        schema in
        schema.addProperty(keyPath: "a.b", type: .int)
        schema.addProperty(keyPath: "c.d.0", type: .int)
        schema.addProperty(keyPath: "1.2", type: .int)
        schema.addProperty(keyPath: "first name", type: .string)
      }
    }
    #expect(error?.issues.map(\.keyPath) == ["a.b", "c.d.0", "1.2", "first name"])
    #expect(
      error?.issues.map(\.path) == ["$[\"a.b\"]", "$.c.d[0]", "$[1].2", "$[\"first name\"]"])
  }
}
