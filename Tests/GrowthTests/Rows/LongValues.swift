import Foundation
import Sluice
import SluiceConvert
import SluiceFoundation
import SluiceReflection
import SluiceRules
import SluiceSchema
import SluiceSearch
import Testing

/// Long strings and numbers, read by each way of mapping, most of which refuse them.
extension GrowthRow {
  private struct Texts {
    let text: String
    let number: String
    let document: [UInt8]

    init(_ count: Int) throws {
      text = "http://a/" + String(repeating: "b", count: count)
      number = "0." + String(repeating: "7", count: count)
      document = Array("[\"\(text)\",\(number),\"\(number)\"]".utf8)
    }
  }

  /// Reads the values of an array: a long URL, a long number, and the same number as a string.
  private static func long(
    _ name: String, _ size: Int, _ body: @escaping @Sendable (JSONCursor) throws -> Void
  ) -> GrowthRow {
    GrowthRow(name, size) { count in
      let texts = try Texts(count)
      var reader = JSONReader()
      return { try reader.withDocument(texts.document) { try body($0) } }
    }
  }

  static let longValues: [GrowthRow] = [
    long("Rule.validate, long strings and numbers", 5000) { root in
      let (text, number, string) = (try root[0], try root[1], try root[2])
      _ = try (StringRule.validate(text), URLRule.validate(text), JSONRule.validate(text))
      _ = try (DoubleRule.validate(number), FloatRule.validate(number))
      _ = try TextRule<Double>().validate(string)
      let other = try EnumRule<Int>(ifNotFound: 0).option("a", 1).validate(text)
      #expect(other == 0)
      #expect(throws: (any Error).self) { try UUIDRule.validate(text) }
      #expect(throws: (any Error).self) { try DateRule().validate(text) }
      #expect(throws: (any Error).self) { try DataRule.validate(text) }
      #expect(throws: (any Error).self) { try IntRule.validate(number) }
      #expect(throws: (any Error).self) { try DecimalRule.validate(number) }
    },
    long("SchemaDecodable, long strings and numbers", 5000) { root in
      let (text, number) = (try root[0], try root[1])
      _ = try (String(json: text), URL(json: text), JSON(json: text))
      _ = try (Double(json: number), Float(json: number))
      #expect(throws: (any Error).self) { try UUID(json: text) }
      #expect(throws: (any Error).self) { try Date(json: text) }
      #expect(throws: (any Error).self) { try Decimal(json: number) }
      #expect(throws: (any Error).self) { try Int(json: number) }
      #expect(throws: (any Error).self) {
        try StringDecoder(true: ["a"], false: ["b"]).decode(text)
      }
      #expect(throws: (any Error).self) { try DateDecoder(dateFormatString: "yyyy").decode(text) }
      #expect(throws: (any Error).self) { try DateFormatMapping(format: "yyyy").value(from: text) }
    },
    long("<--, long strings and numbers", 5000) { root in
      var (text, url, double): (String?, URL?, Double?) = (nil, nil, nil)
      var (float, bool, json): (Float?, Bool?, JSON?) = (nil, nil, nil)
      text <-- (try root[0])
      url <-- (try root[0])
      double <-- (try root[1])
      float <-- (try root[2])
      bool <-- (try root[0])
      json <-- (try root[0])
      #expect(text != nil && url != nil && double != nil && float != nil && json != nil)
      #expect(bool == nil)
      var (uuid, date, color): (UUID?, Date?, RGBAColor?) = (nil, nil, nil)
      var (decimal, size): (Decimal?, CGFloat?) = (nil, nil)
      uuid <-- (try root[0])
      date <-- (try root[0])
      color <-- (try root[0])
      decimal <-- (try root[2])
      size <-- (try root[2])
      date <-- (try root[0].string, "yyyy")
      #expect(uuid == nil && date == nil && color == nil && decimal == nil && size != nil)
    },
    long("LooseMapping, long strings and numbers", 5000) { root in
      _ = try LooseMapping<String>().value(from: root[0])
      _ = try LooseMapping<Double>().value(from: root[1])
      _ = try LooseMapping<Float>().value(from: root[1])
      #expect(throws: (any Error).self) { try LooseMapping<Int>().value(from: root[0]) }
      #expect(throws: (any Error).self) { try LooseMapping<Bool>().value(from: root[0]) }
    },
    GrowthRow("JSONLeafValue, long strings and numbers", 5000) { count in
      let texts = try Texts(count)
      let number = try #require(JSONNumber(texts.number))
      return {
        let (text, leaf) = (JSONLeafValue(texts.text), JSONLeafValue(jsonValue: .number(number)))
        let leaves = [text, try #require(leaf), .string(texts.number)]
        for leaf in leaves {
          _ = (String(jsonValue: leaf), Substring(jsonValue: leaf), URL(jsonValue: leaf))
          _ = (UUID(jsonValue: leaf), Data(jsonValue: leaf), Decimal(jsonValue: leaf))
          _ = (Double(jsonValue: leaf), Float(jsonValue: leaf), CGFloat(jsonValue: leaf))
          _ = (Int(jsonValue: leaf), Bool(jsonValue: leaf), Character(jsonValue: leaf))
          _ = (JSONNumber(jsonValue: leaf), JSON(leaf.description))
        }
      }
    },
    GrowthRow("JSON.init(_:), JSONWriter.value(_:), long URLs", 5000) { count in
      let url = try #require(URL(string: "http://a/" + String(repeating: "b", count: count)))
      return {
        var writer = JSONWriter()
        try writer.value(url)
        #expect(try writer.takeBytes() == JSON(url).serialized())
      }
    },
  ]
}
