import Foundation
import Sluice
import SluiceFoundation
import SluiceSchema
import Testing

private struct Order: Equatable {
  let id: Int
  let customer: String
  let note: String?
  let count: Int
  let points: [Point]
  let at: Date
  let page: URL
  let total: Decimal
  let tags: [String: [Int]]
  let extra: JSON?
  let zip: String
}

private let orderSchema = Schema(Order.self) { fields in
  let id = fields.required("id", .int)
  let customer = fields.required("customer.name", .string)
  let note = fields.optional("note", .string)
  let count = fields.optional("count", .int, default: 1)
  let points = fields.required("points", .array(of: Point.schema))
  let at = fields.required("at", .date)
  let page = fields.required("page", .url)
  let total = fields.required("total", .decimal)
  let tags = fields.required("tags", .dictionary(of: .array(of: .int)))
  let extra = fields.optional("extra", .json)
  let zip = fields.required("customer.addresses.0.zip", .string)
  return {
    Order(
      id: $0[id], customer: $0[customer], note: $0[note], count: $0[count], points: $0[points],
      at: $0[at], page: $0[page], total: $0[total], tags: $0[tags], extra: $0[extra], zip: $0[zip])
  }
}

@Suite("Typed schemas")
struct TypedSchemaTests {
  private let json = """
    {"extra": {"x": [1]}, "id": 7, "customer": {"name": "Ann", "addresses": [{"zip": "10"}]},
     "note": null, "points": [{"x": 1, "y": 2}], "at": "1970-01-01T00:00:01Z",
     "page": "https://a.b", "total": 19.99, "tags": {"a": [1, 2], "b": []}, "unknown": 1}
    """

  private func order() throws -> Order {
    Order(
      id: 7, customer: "Ann", note: nil, count: 1, points: [Point(x: 1, y: 2)],
      at: Date(timeIntervalSince1970: 1), page: try #require(URL(string: "https://a.b")),
      total: try #require(Decimal(string: "19.99")), tags: ["a": [1, 2], "b": []],
      extra: ["x": [1]], zip: "10")
  }

  @Test("make structs with let properties, whatever the order of the fields")
  func decode() throws {
    let expected = try order()
    #expect(try orderSchema.decode(json) == expected)
    #expect(try orderSchema.decode(Data(json.utf8)) == expected)
    #expect(try orderSchema.decode(Array(json.utf8)) == expected)
    #expect(try orderSchema.decode("{\"a\":[0,\(json)]}", atKeyPath: "a.1") == expected)
    #expect(try orderSchema.decodeArray("[\(json),\(json)]") == [expected, expected])
    #expect(try orderSchema.decodeArray("{\"l\":[\(json)]}", atKeyPath: "l") == [expected])
    var reader = JSONReader()
    #expect(try reader.value(of: json, by: orderSchema) == expected)
    #expect(try reader.value(of: Data(json.utf8), by: orderSchema) == expected)
    let other = try reader.withDocument(json) { try orderSchema.value(from: $0) }
    #expect(other == expected)
  }

  @Test("report all faults, in the order of the fields, like Elevate")
  func errors() throws {
    let bad = """
      {"total": "x", "id": 1.5, "customer": 3, "note": 4, "points": [{"x": 1}, 5, {"x": 1, "y": "2"}],
       "at": "now", "page": "a b", "tags": {"a": [1, "2"], "b": 3}}
      """
    let error = try #require(validationError { _ = try orderSchema.decode(bad) })
    #expect(
      error.description == """
        Parser Validation Error - Value for key path [id] does not fit Int
        Required key path [customer.name] was missing or null: \
        expected an object at [customer], found number 3
        Value for key path [note] is of incorrect type
        Error parsing array object at index 0 with parser [Point]
        Required key path [y] was missing or null
        --
        Error parsing array object at index 1 with parser [Point]
        JSON object was not of type: Point
        --
        Error parsing array object at index 2 with parser [Point]
        Value for key path [y] is of incorrect type
        --
        Value for key path [at] could not be parsed to an ISO 8601 date-time such as \
        2024-05-01T12:30:00Z: the year does not have 4 digits
        Required key path [page] could not be parsed to valid URL
        Value for key path [total] is of incorrect type
        Error parsing dictionary object for key [a] with parser [Array<Int>]
        Error parsing array object at index 1 with parser [Int]
        JSON object was not of type: Int
        --
        --
        Error parsing dictionary object for key [b] with parser [Array<Int>]
        JSON object was not of type: Array<Int>
        --
        Required key path [customer.addresses.0.zip] was missing or null: \
        expected an object at [customer], found number 3
        """)
    #expect(
      error.issues.map(\.path) == [
        "$.id", "$.customer", "$.note", "$.points[0].y", "$.points[1]", "$.points[2].y",
        "$.at", "$.page", "$.total", "$.tags.a[1]", "$.tags.b", "$.customer",
      ])
    for issue in error.issues {
      let offset = try #require(issue.offset)
      let rest = Array(bad.utf8)[offset...]
      // Each offset is where the found value begins.
      let first = String(decoding: rest.prefix(1), as: UTF8.self)
      switch issue.found {
      case "nothing": #expect(first == "{")
      case let found where found.hasPrefix("number"): #expect(found.dropFirst(7).hasPrefix(first))
      case let found where found.hasPrefix("string"): #expect(first == "\"")
      default: Issue.record("\(issue)")
      }
      #expect(issue.description.contains(issue.path))
    }
    #expect(error.offset == error.issues[0].offset)
  }

  @Test("nested schemas of objects are flat; a value of another kind is the field's error")
  func nested() throws {
    struct Line: Equatable { let from: Point, to: Point? }
    let schema = Schema(Line.self) { fields in
      let from = fields.required("from", Point.schema)
      let to = fields.optional("to", Point.schema)
      return { Line(from: $0[from], to: $0[to]) }
    }
    #expect(
      try schema.decode(#"{"from":{"x":1,"y":2}}"#) == Line(from: Point(x: 1, y: 2), to: nil))
    let error = validationError { _ = try schema.decode(#"{"from":{"x":"1"},"to":5}"#) }
    #expect(
      error?.failureReason == """
        Value for key path [x] is of incorrect type
        Required key path [y] was missing or null
        Value for key path [to] is of incorrect type
        """)
    #expect(error?.issues.map(\.path) == ["$.from.x", "$.from.y", "$.to"])
    #expect(error?.issues.map(\.keyPath) == ["x", "y", "to"])
  }

  @Test("a root of another kind is the schema's error", arguments: ["1", "[]", "null", "\"s\""])
  func root(json: String) {
    let error = validationError { _ = try Point.schema.decode(json) }
    #expect(error?.failureReason == "JSON object was not of type: Point")
    #expect(error?.issues.first?.path == "$")
    let below = validationError { _ = try Point.schema.decode("{\"p\":\(json)}", atKeyPath: "p") }
    #expect(
      below?.failureReason
        == (json == "null"
          ? "Required key path [p] was missing or null"
          : "Value for key path [p] is of incorrect type"))
  }

  @Test("numbers of every width are exact, and true is not a number")
  func widths() throws {
    func check<M: JSONMapping>(
      _ mapping: M, _ good: [String: M.Value], _ bad: [String],
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws where M.Value: Equatable {
      let schema = Schema(M.Value.self) { fields in
        let value = fields.required("k", mapping)
        return { $0[value] }
      }
      for (json, value) in good {
        #expect(try schema.decode("{\"k\":\(json)}") == value, sourceLocation: sourceLocation)
      }
      for json in bad + ["true", "\"1\"", "[1]"] {
        let error = validationError(sourceLocation: sourceLocation) {
          _ = try schema.decode("{\"k\":\(json)}")
        }
        #expect(error?.issues.count == 1, sourceLocation: sourceLocation)
      }
    }
    try check(.int8, ["-128": -128, "127": 127, "1e1": 10], ["128", "-129", "1.5", "1e300"])
    try check(.int16, ["-32768": -32768], ["32768", "-32769", "0.1"])
    try check(.int32, ["2147483647": 2147483647], ["2147483648", "-2147483649"])
    try check(.int64, ["-9223372036854775808": Int64.min], ["9223372036854775808", "1e19"])
    try check(.int, ["9223372036854775807": Int.max], ["9223372036854775808"])
    try check(.uint8, ["255": 255, "0": 0, "-0": 0], ["256", "-1"])
    try check(.uint16, ["65535": 65535], ["65536", "-1"])
    try check(.uint32, ["4294967295": 4294967295], ["4294967296", "-1"])
    try check(.uint64, ["18446744073709551615": UInt64.max], ["18446744073709551616", "-1"])
    try check(.uint, ["18446744073709551615": UInt.max], ["-1"])
    try check(.float, ["7.1": 7.1], ["1e39"])
    try check(.double, ["7.1": 7.1, "1e308": 1e308], [])
  }

  @Test("arrays with null items are errors, unless nullable")
  func nullItems() throws {
    let strict = Schema([Int].self) { fields in
      let items = fields.required("k", .array(of: .int))
      return { $0[items] }
    }
    let nullable = Schema([Int?].self) { fields in
      let items = fields.required("k", .array(of: .nullable(.int)))
      return { $0[items] }
    }
    #expect(
      validationError { _ = try strict.decode(#"{"k":[1,null,null]}"#) }?.issues.map(\.path)
        == ["$.k[1]", "$.k[2]"])
    #expect(try nullable.decode(#"{"k":[1,null]}"#) == [1, nil])
    #expect(
      validationError { _ = try nullable.decode(#"{"k":[1,null,"x"]}"#) }?.issues.map(\.path)
        == ["$.k[2]"])
  }

  @Test("any text can be a key")
  func oddKeys() throws {
    let keys = ["@id", "a/b", "~", "$", "\u{e9}", "a b", "\\", "\"", "x\u{0}y"]
    for key in keys {
      let schema = Schema(Int.self) { fields in
        let value = fields.required(key, .int)
        return { $0[value] }
      }
      var document: JSON = ["z": 0]
      document[key] = 1
      #expect(try schema.decode(document.description) == 1, "\(key)")
      let text = #"{"\u00e9":1,"\u0040id":1,"\\":1}"#
      if ["@id", "\u{e9}", "\\"].contains(key) { #expect(try schema.decode(text) == 1, "\(key)") }
    }
  }

  @Test(
    "the last of several duplicate keys counts, even if the first is wrong, unless the reader's policy differs"
  )
  func duplicates() throws {
    for policy in [DuplicateKeys?.none, .lastWins] {
      var reader = JSONReader(options: JSONOptions(duplicateKeys: policy))
      #expect(
        try reader.value(of: #"{"x":"no","y":1,"x":[],"x":5,"y":2}"#, by: Point.schema)
          == Point(x: 5, y: 2))
      let counts = Schema([String: Int].self) { fields in
        let counts = fields.required("c", .dictionary(of: .int))
        return { $0[counts] }
      }
      #expect(
        try reader.value(of: #"{"c":{"a":"x","b":1,"a":2,"b":3}}"#, by: counts) == ["a": 2, "b": 3])
      #expect(try reader.value(of: #"{"a":"x","a":2}"#, by: .dictionary(of: .int)) == ["a": 2])
    }
    var first = JSONReader(options: JSONOptions(duplicateKeys: .firstWins))
    #expect(
      try first.value(of: #"{"x":5,"y":1,"x":"no","y":[]}"#, by: Point.schema) == Point(x: 5, y: 1))
    #expect(throws: ParserError.self) {
      try first.value(of: #"{"x":"no","y":1,"x":5}"#, by: Point.schema)
    }
    #expect(try first.value(of: #"{"a":1,"a":"x"}"#, by: .dictionary(of: .int)) == ["a": 1])
    var strict = JSONReader(options: JSONOptions(duplicateKeys: .reject))
    for text in [#"{"x":1,"y":2,"x":3}"#, #"{"y":"bad","x":1,"x":3}"#] {
      let error = #expect(throws: JSONError.self) { try strict.value(of: text, by: Point.schema) }
      #expect(error?.code == .duplicateKey)
    }
    for text in [#"{"a":1,"a":2}"#, #"{"a":"x","a":2}"#] {
      let error = #expect(throws: JSONError.self) {
        try strict.value(of: text, by: .dictionary(of: .int))
      }
      #expect(error?.code == .duplicateKey)
    }
  }

  @Test("an initialiser that throws a validation error joins the others; any other error passes")
  func throwingMake() throws {
    struct Reach: Equatable { let from: Int, to: Int }
    let range = Schema(Reach.self) { fields in
      let from = fields.required("from", .int)
      let to = fields.required("to", .int)
      return { values in
        guard values[from] != 99 else { throw ForeignError(code: 99) }
        guard values[from] <= values[to] else {
          throw ParserError.validation(failureReason: "from is beyond to")
        }
        return Reach(from: values[from], to: values[to])
      }
    }
    let all = Schema([Reach].self) { fields in
      let one = fields.required("one", range)
      let more = fields.required("more", .array(of: range))
      return { [$0[one]] + $0[more] }
    }
    let error = validationError {
      _ = try all.decode(#"{"one":{"from":2,"to":1},"more":[{"from":1,"to":1},{"from":3,"to":1}]}"#)
    }
    #expect(
      error?.failureReason == """
        from is beyond to
        Error parsing array object at index 1 with parser [Reach]
        from is beyond to
        --
        """)
    #expect(error?.issues.map(\.path) == ["$.one", "$.more[1]"])
    #expect(error?.issues.map(\.keyPath) == ["one", ""])
    #expect(throws: ForeignError(code: 99)) {
      try all.decode(#"{"one":{"from":99,"to":1},"more":[5]}"#)
    }
  }

  @Test("Elevate-style types, decoders and untyped schemas nest in typed ones, and in each other")
  func mixed() throws {
    let entities = Schema { schema in
      schema.addProperty(keyPath: "n", type: .int)
      schema.addProperty(keyPath: "p", type: .dictionary, optional: true, decodableType: Point.self)
    }
    let schema = Schema((Point, Point, [Int], Int).self) { fields in
      let a = fields.required("a", .decodable(Point.self))
      let b = fields.required("b", .decoder(PairDecoder(), as: Point.self))
      let c = fields.required("c", .array(of: entities))
      let d = fields.required("d", .decoder(StringDecoder<Int>(), as: Int.self))
      return { ($0[a], $0[b], $0[c].map { $0 <-! "n" }, $0[d]) }
    }
    let (a, b, c, d) = try schema.decode(
      #"{"a":{"x":1,"y":2},"b":[3,4],"c":[{"n":5},{"n":6}],"d":"7"}"#)
    #expect(a == Point(x: 1, y: 2) && b == Point(x: 3, y: 4) && c == [5, 6] && d == 7)
    let error = validationError {
      _ = try schema.decode(
        #"{"a":{"x":1},"b":[3],"c":[{"n":5},{"n":"6","p":{"x":1}}],"d":"x"}"#)
    }
    #expect(
      error?.failureReason == """
        Required key path [y] was missing or null
        A point has two numbers
        Error parsing array object at index 1 with parser [SchemaEntity]
        Value for key path [n] is of incorrect type
        Required key path [y] was missing or null
        --
        Could not convert String to Int
        """)
    #expect(error?.issues.map(\.path) == ["$.a.y", "$.b", "$.c[1].n", "$.c[1].p.y", "$.d"])
    let wrong = Schema(String.self) { fields in
      let text = fields.required("b", .decoder(PairDecoder(), as: String.self))
      return { $0[text] }
    }
    #expect(validationError { _ = try wrong.decode(#"{"b":[1,2]}"#) }?.issues.count == 1)
  }

  @Test("untyped schemas are compiled once and make entities")
  func untyped() throws {
    let schema = Schema { schema in
      schema.addProperty(keyPath: "name", type: .string)
      schema.addProperty(keyPath: "age", type: .int, optional: true)
      schema.addProperty(
        keyPath: "born", type: .string, optional: true,
        decoder: DateDecoder(dateFormatString: "yyyy"))
      schema.addProperty(keyPath: "tags", type: .array, decodableType: String.self)
    }
    let entity = try schema.decode(#"{"tags":["a"],"born":"1990","name":"Ann"}"#)
    #expect(entity.keys == ["name", "born", "tags"])
    #expect(entity["born", as: Date.self] != nil)
    let error = validationError { _ = try schema.decode(#"{"born":"x","tags":[1]}"#) }
    #expect(error?.issues.map(\.path) == ["$.name", "$.born", "$.tags[0]"])
  }

  @Test("a custom mapping works for a field; its errors about values are collected")
  func ownMapping() throws {
    let pair = ClosureMapping { try $0[0].int * 10 + $0[1].int }
    let schema = Schema([Int].self) { fields in
      let a = fields.required("a", pair)
      let b = fields.required("b", .array(of: pair.map { $0 + 1 }))
      return { [$0[a]] + $0[b] }
    }
    #expect(try schema.decode(#"{"a":[1,2],"b":[[3,4]]}"#) == [12, 35])
    let error = validationError { _ = try schema.decode(#"{"a":[1],"b":[[3,4],{},["x",1]]}"#) }
    #expect(error?.issues.map(\.path) == ["$.a", "$.b[1]", "$.b[2]"])
    #expect(error?.issues[2].offset == 24 && error?.issues[2].found == "string \"x\"")
  }

  @Test("a slot of another schema's declaration stops the program")
  func foreignSlot() async {
    await #expect(processExitsWith: .failure) {
      nonisolated(unsafe) var kept: FieldSlot<Int>?
      _ = Schema(Int.self) { fields in
        unsafe kept = fields.required("a", .int)
        return { _ in 0 }
      }
      let slot = unsafe kept!
      let other = Schema(Int.self) { fields in
        _ = fields.required("a", .int)
        return { $0[slot] }
      }
      print(try other.decode(#"{"a":1}"#))
    }
  }
}
