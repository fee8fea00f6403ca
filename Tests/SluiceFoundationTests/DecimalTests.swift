import Foundation
import Sluice
import SluiceFoundation
import Testing

struct DecimalTests {
  @Test(
    "a number of up to 38 digits is exact",
    arguments: [
      ("0", "0"), ("-0.0", "0"), ("1.50", "1.5"), ("0.1", "0.1"), ("-12.5e3", "-12500"),
      ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
      ("-0.00000000012345678901234567890123456789", "-0.00000000012345678901234567890123456789"),
      ("1234567890123456789.0123456789012345678", "1234567890123456789.0123456789012345678"),
      ("100000000000000000000000000000000000000000000", "1" + String(repeating: "0", count: 44)),
      ("1e-128", "0." + String(repeating: "0", count: 127) + "1"),
      ("1e127", "1" + String(repeating: "0", count: 127)),
      ("0.000e999999999999999999999", "0"),
    ])
  func exact(text: String, expected: String) throws {
    var reader = JSONReader()
    let decimal = try reader.withDocument("[\(text)]") { try $0[0].decimal }
    #expect(decimal.description == expected)
    #expect(try reader.withDocument(text) { try $0.decimal } == decimal)
    #expect(JSONNumber(text)?.decimal == decimal)
    #expect(try JSON(decimal) == .number(#require(JSONNumber(text))))
    var writer = JSONWriter()
    try writer.value(decimal)
    #expect(try writer.takeString() == JSON(decimal).description)
  }

  @Test(
    "a number that a Decimal can't hold is an error, never rounded",
    arguments: [
      "123456789012345678901234567890123456789", "0.100000000000000000000000000000000000001",
      "1e200", "1e128", "1e-129", "1e-99999999999999999999",
    ])
  func outOfRange(text: String) throws {
    var reader = JSONReader()
    let error = #expect(throws: JSONError.self) {
      _ = try reader.withDocument(text) { try $0.decimal }
    }
    #expect(error?.code == .numberOutOfRange)
    #expect(error?.description.contains("Decimal") == true)
    #expect(JSONNumber(text)?.decimal == nil)
  }

  @Test("a value that is not a number is a different error")
  func noNumber() {
    var reader = JSONReader()
    for (text, code) in [
      ("\"1\"", JSONError.Code.typeMismatch), ("01", .invalidNumber), ("1.", .invalidNumber),
    ] {
      let error = #expect(throws: JSONError.self) {
        _ = try reader.withDocument(text) { try $0.decimal }
      }
      #expect(error?.code == code)
    }
    #expect(throws: JSONError.self) { try JSON(Decimal.nan) }
  }
}
