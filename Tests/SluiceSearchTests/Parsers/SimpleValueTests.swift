import Sluice
import SluiceSearch
import Testing

private struct Celsius: PrimitiveConvertible, Equatable, Sendable {
  let degrees: Double
  static func toNative(_ value: LooseJSON) -> Celsius? { value.double.map(Celsius.init) }
}

@Suite("Simple values")
struct SimpleValueTests {
  @Test(
    "an object's value is its first member in the document's order; others are not tried",
    arguments: [
      (#"{"a": 1, "b": 2}"#, [1]), (#"{"a": "x", "b": 2}"#, []), (#"[1, 2]"#, []),
      (#"{"v": [1, 2]}"#, []), (#"{"v": [{"a": 1}, {"a": 2}]}"#, [1, 2]), ("null", []), ("3", []),
      (#"{"v": null}"#, []), (#"{"v": {"w": {"x": "7"}}}"#, [7]), ("{}", []),
      (#"{"a": 1, "b": 2, "a": 3}"#, [3]),
      (#"[{"a": true}, {"b": "4", "c": {"d": 5}}]"#, [1, 4]),
      (#"{"a": "x", "b": {"c": 6}, "d": [{"e": 7}]}"#, [6, 7]),
    ])
  func ints(text: String, values: [Int]) throws {
    #expect(try SimpleValueJSONParser<Int>().parse(text) == values)
    #expect(try SimpleValueJSONParser<Int>().parseFirst(text) == values.first)
  }

  @Test("Int, Float, Double, Bool, String and custom types are found")
  func types() throws {
    let text = #"[{"v": 1}, {"v": "2.5"}, {"v": false}, {"v": "x"}]"#
    #expect(try SimpleValueJSONParser<Int>().parse(text) == [1, 0])
    #expect(try SimpleValueJSONParser<Float>().parse(text) == [1, 2.5, 0])
    #expect(try SimpleValueJSONParser<Double>().parse(text) == [1, 2.5, 0])
    #expect(try SimpleValueJSONParser<Bool>().parse(text) == [true, false])
    #expect(try SimpleValueJSONParser<String>().parse(text) == ["1", "2.5", "0", "x"])
    #expect(try SimpleValueJSONParser<Celsius>().parse(text).map(\.degrees) == [1, 2.5, 0])
  }

  @Test("conversions of scalars are mappings, too; a failed one is an error with its place")
  func mapping() throws {
    var reader = JSONReader()
    #expect(try reader.value(of: #""12""#, by: .loose(Int.self)) == 12)
    #expect(try reader.value(of: "12", by: .loose(String.self)) == "12")
    let error = #expect(throws: JSONError.self) {
      try reader.value(of: #"["x"]"#, by: .array(of: .loose(Celsius.self)))
    }
    #expect(error?.code == .invalidValue && error?.path == "$[0]")
    #expect(
      error?.description
        == "expected a value that converts to Celsius at $[0], found string \"x\" (line 1, column 2)"
    )
  }
}
