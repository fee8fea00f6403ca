import Foundation
import Sluice
import SluiceSchema
import Testing

@Suite("Encodable")
struct EncodableTests {
  @Test("scalars are encoded as themselves")
  func scalars() throws {
    #expect("a\"b".json == "a\"b" && "ab".dropFirst().json == "b")
    #expect(true.json == true && false.json == false)
    #expect(Int.min.json.description == "-9223372036854775808")
    #expect(UInt64.max.json.description == "18446744073709551615")
    #expect(Int8(-1).json == -1 && Int16(2).json == 2 && Int32(3).json == 3 && Int64(4).json == 4)
    #expect(UInt(5).json == 5 && UInt8(6).json == 6 && UInt16(7).json == 7 && UInt32(8).json == 8)
    #expect(1.5.json == 1.5 && Float(0.1).json.description == "0.1")
    #expect(Double.nan.json == nil && Float.infinity.json == nil)
    let json: JSON = ["a": 1]
    #expect(json.json == json)
  }

  @Test("Foundation's values")
  func foundation() throws {
    #expect(try #require(URL(string: "https://a.b/c")).json == "https://a.b/c")
    #expect(Date(timeIntervalSince1970: 1.5).json == "1970-01-01T00:00:01.500Z")
    #expect(Date(timeIntervalSince1970: 1e15).json == nil)
    #expect(
      try #require(Decimal(string: "12345678901234567890.12")).json.description
        == "12345678901234567890.12")
    let uuid = UUID()
    #expect(uuid.json == JSON.string(uuid.uuidString))
    #expect(Data([0, 1, 2]).json == "AAEC")
  }

  @Test("collections are encoded at any nesting")
  func collections() throws {
    #expect([1, 2].json == [1, 2] && [[1], []].json == [[1], []])
    #expect([String]().json == [] && [String: Int]().json == [:])
    #expect(Set([3]).json == [3])
    #expect(["b": 1, "a": 2].json.description == #"{"a":2,"b":1}"#)
    #expect(["k": ["x": [true]]].json == ["k": ["x": [true]]])
    #expect(Optional(1).json == 1 && Int?.none.json == nil)
    #expect([1, nil].json == [1, nil] && ["a": nil as Int?].json == ["a": nil])
    #expect([Point(x: 1, y: 2)].json == [["x": 1, "y": 2]])
    let mixed: [String: any SchemaEncodable] = ["n": 1, "s": "x", "p": [Point(x: 1, y: 2)]]
    #expect(mixed.json == ["n": 1, "s": "x", "p": [["x": 1, "y": 2]]])
    let list: [any SchemaEncodable] = [1, "x", nil as Int?]
    #expect(list.json == [1, "x", nil])
    let keys: [StaticKey: Int] = ["a": 1]
    #expect(keys.json == ["a": 1])
  }

  @Test("to Data and bytes")
  func data() throws {
    let points = [Point(x: 1, y: 2)]
    #expect(try points.jsonData() == Data(#"[{"x":1,"y":2}]"#.utf8))
    #expect(try points.jsonBytes() == Array(#"[{"x":1,"y":2}]"#.utf8))
    #expect(try "s".jsonData() == Data("\"s\"".utf8))
    #expect(try decodeArray(from: points.jsonData()) == points)
  }
}

private struct StaticKey: Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  let description: String
  init(stringLiteral value: String) { description = value }
}
