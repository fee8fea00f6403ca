import Foundation
import Sluice
import SluiceConvert
import SluiceReflection
import SluiceRules
import SluiceSchema
import TestSupport
import Testing

/// Whole doubles are written like in the five libraries and JSONEncoder.
@Suite("Whole doubles")
struct WholeNumberTests {
  static let doubles: [(Double, String)] = [
    (5, "5"), (0, "0"), (-5, "-5"), (1e15, "1000000000000000"),
    (9_007_199_254_740_991, "9007199254740991"), (9_007_199_254_740_992, "9007199254740992"),
    (1e16, "1e+16"), (1e300, "1e+300"), (0.5, "0.5"), (-2.25, "-2.25"), (1e-7, "1e-07"),
  ]

  private func written(_ write: (inout JSONWriter) throws -> Void) throws -> String {
    var writer = JSONWriter()
    try write(&writer)
    return try writer.takeString()
  }

  @Test("are dumped without a point, as by JSONEncoder", arguments: doubles)
  func dumps(value: Double, text: String) throws {
    #expect(try String(decoding: JSONEncoder().encode([value]), as: UTF8.self) == "[\(text)]")
    #expect(try written { try $0.value(value) } == text)
    #expect(try written { try DoubleRule.write(value, to: &$0) } == text)
    #expect(try DoubleRule.dump(value).description == text)
    #expect(value.json.description == text)
    #expect([value].json.description == "[\(text)]")
    struct Model { var value: Double }
    let reflected = try JSONSerializer().serialize(Model(value: value))
    #expect(String(decoding: reflected, as: UTF8.self) == #"{"value":\#(text)}"#)
    var converted = ""
    ["value": value] --> converted
    #expect(converted == #"{"value":\#(text)}"#)
    NSNumber(value: value) --> converted
    #expect(converted == text)
  }

  @Test("are dumped in the same way as Float")
  func floats() throws {
    for (value, text) in [(Float(5), "5"), (-5, "-5"), (0.1, "0.1"), (16_777_215, "16777215")] {
      #expect(try written { try $0.value(value) } == text)
      #expect(try FloatRule.dump(value).description == text)
      #expect(value.json.description == text)
    }
    let half = try JSONSerializer().serialize([Float16(5), 0.5])
    #expect(String(decoding: half, as: UTF8.self) == "[5,0.5]")
    let geometry = try JSONSerializer().serialize([CGFloat(5), 0.5])
    #expect(String(decoding: geometry, as: UTF8.self) == "[5,0.5]")
  }

  @Test(
    "keep their digits in owned values read from text", arguments: ["5.0", "-5.0", "0.0", "-0.0"])
  func owned(text: String) throws {
    let json = try JSON(parsing: text)
    #expect(json.description == text)
    #expect(try written { try JSONRule.write(json, to: &$0) } == text)
    #expect(json.json.description == text)
  }

  @Test("keep the digits of a JSON literal, too")
  func literal() {
    let json: JSON = ["price": 5.0, "count": 5]
    #expect(json.description == #"{"price":5.0,"count":5}"#)
  }

  @Test("keep the sign of zero, which an integer would lose")
  func negativeZero() throws {
    let zero = -0.0
    #expect(try written { try $0.value(zero) } == "-0.0")
    let json = try JSON(zero)
    #expect(json.description == "-0.0")
    #expect(try JSON(parsing: json.description).double?.sign == .minus)
  }

  @Test("read back as the same double")
  func roundTrips() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let value = Double(Int64.random(in: -(1 << 54)...(1 << 54), using: &generator))
      let text = try written { try $0.value(value) }
      #expect(Double(text) == value && JSONNumber(text)?.double == value, "seed \(seed): \(value)")
      #expect(try JSON(value).double == value)
    }
  }
}
