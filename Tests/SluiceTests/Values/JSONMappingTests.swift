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
}
