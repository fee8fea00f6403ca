import Sluice
import Testing

struct JSONMappingTests {
  struct Point: Equatable { var x, y: Int }

  struct PointMapping: JSONWritingMapping {
    func value(from cursor: JSONCursor) throws -> Point {
      Point(x: try cursor[0].int, y: try cursor[1].int)
    }
    func write(_ value: Point, to writer: inout JSONWriter) throws {
      try writer.beginArray()
      try writer.value(value.x)
      try writer.value(value.y)
      try writer.endArray()
    }
  }

  @Test("a mapping reads and writes its value")
  func both() throws {
    var reader = JSONReader()
    let point = try reader.value(of: "[1,2]", by: PointMapping())
    #expect(point == Point(x: 1, y: 2))
    let bytes = try PointMapping().serialized(point)
    #expect(try reader.value(of: bytes, by: PointMapping()) == point)
    #expect(try reader.value(of: bytes.span, by: .owned) == [1, 2])
    #expect(try reader.value(of: PaddedBytes(bytes), by: .owned) == [1, 2])
  }

  @Test("a closure is a mapping, and its errors are located")
  func closure() throws {
    var reader = JSONReader()
    let mapping: any JSONMapping<Int> = ClosureMapping { try $0["a"]["b"].int }
    #expect(try reader.value(of: #"{"a":{"b":7}}"#, by: mapping) == 7)
    let error = #expect(throws: JSONError.self) {
      try reader.value(of: #"{"a":{"b":"7"}}"#, by: mapping)
    }
    #expect(error?.path == "$.a.b")
  }

  private func comesBack<M: JSONWritingMapping>(
    _ text: String, _ mapping: M, _ value: M.Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws where M.Value: Equatable {
    var reader = JSONReader()
    #expect(try reader.value(of: text, by: mapping) == value, sourceLocation: sourceLocation)
    let written = String(decoding: try mapping.serialized(value), as: UTF8.self)
    #expect(written == text, sourceLocation: sourceLocation)
  }

  @Test("scalars, arrays, dictionaries and nullable values read and write their values")
  func bothWays() throws {
    try comesBack(#""x\ny""#, .string, "x\ny")
    try comesBack("true", .bool, true)
    try comesBack("-9223372036854775808", .int, Int.min)
    try comesBack("-128", .int8, Int8.min)
    try comesBack("-32768", .int16, Int16.min)
    try comesBack("7", .int32, 7)
    try comesBack("7", .int64, 7)
    try comesBack("18446744073709551615", .uint, UInt.max)
    try comesBack("255", .uint8, UInt8.max)
    try comesBack("7", .uint16, 7)
    try comesBack("7", .uint32, 7)
    try comesBack("18446744073709551615", .uint64, UInt64.max)
    try comesBack("0.1", .double, 0.1)
    try comesBack("0.1", .float, 0.1)
    try comesBack(
      "12345678901234567890123", .number, try #require(JSONNumber("12345678901234567890123")))
    try comesBack(#"{"a":[1]}"#, .json, ["a": [1]])
    try comesBack("[[1,2],[]]", .array(of: .array(of: .int)), [[1, 2], []])
    try comesBack(#"{"a":1,"b":2}"#, .dictionary(of: .int), ["a": 1, "b": 2])
    try comesBack("[1,null]", .array(of: .nullable(.int)), [1, nil])
    try comesBack("{}", .dictionary(of: .string), [:])
    try comesBack("7", .lazy(IntegerMapping<Int>()), 7)
    var reader = JSONReader()
    #expect(try reader.value(of: "7", by: IntegerMapping<Int>().map { $0 * 2 }) == 14)
  }

  @Test("by themselves, collections stop at the first fault")
  func firstFault() {
    var reader = JSONReader()
    let array = #expect(throws: JSONError.self) {
      try reader.value(of: #"[1,"a",null]"#, by: .array(of: .int))
    }
    #expect(array?.code == .typeMismatch && array?.path == "$[1]")
    let dictionary = #expect(throws: JSONError.self) {
      try reader.value(of: #"{"a":1,"b":"x","c":null}"#, by: .dictionary(of: .int))
    }
    #expect(dictionary?.code == .typeMismatch && dictionary?.path == "$.b")
    for (text, code) in [("{}", JSONError.Code.typeMismatch), ("[1 2]", .unexpectedToken)] {
      let error = #expect(throws: JSONError.self) {
        try reader.value(of: text, by: .array(of: .int))
      }
      #expect(error?.code == code)
    }
  }

  @Test("a dictionary takes the last value of a repeated key, even if the first is bad")
  func lastField() throws {
    var reader = JSONReader()
    #expect(
      try reader.value(of: #"{"a":"x","b":1,"a":2}"#, by: .dictionary(of: .int))
        == ["a": 2, "b": 1])
    reader.options.duplicateKeys = .reject
    let error = #expect(throws: JSONError.self) {
      try reader.value(of: #"{"a":1,"a":2}"#, by: .dictionary(of: .int))
    }
    #expect(error?.code == .duplicateKey)
  }
}
