import Foundation
import Sluice
import SluiceCodable
import Testing

@Suite("Values of JSON through SluiceDecoder")
struct ExactValueTests {
  private static let numbers = [
    "12345678901234567890123", "-0.0", "-0", "2.000", "1E2", "1.5e+07", "0.1000000000000000055",
    "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1e-300",
    "3.14159265358979323846264338327950288419716939937510",
  ]

  private struct Holder<Value: Decodable>: Decodable { let value: Value }

  /// As an `init(from:)` of the caller's takes it.
  private struct ByHand: Decodable {
    let json: JSON
    init(from decoder: any Decoder) throws { json = try JSON(from: decoder) }
  }

  @Test("numbers lost digits and spelling", arguments: numbers)
  func digits(text: String) throws {
    let expected = try JSON(parsing: text)
    let number = try #require(expected.number)
    func check(_ json: JSON) {
      #expect(json.description == expected.description)
      #expect(json == expected)
    }
    check(try sluice(JSON.self, text))
    check(.number(try sluice(JSONNumber.self, text)))
    check(try sluice([JSON].self, "[\(text)]")[0])
    check(try sluice(JSONArray.self, "[\(text)]")[0])
    check(try #require(sluice([String: JSON].self, "{\"a\":\(text)}")["a"]))
    check(try #require(sluice(JSONObject.self, "{\"a\":\(text)}")["a"]))
    check(try sluice(Holder<JSON?>.self, "{\"value\":\(text)}").value ?? .null)
    check(.number(try sluice(Holder<JSONNumber>.self, "{\"value\":\(text)}").value))
    check(try sluice(Holder<ByHand>.self, "{\"value\":\(text)}").value.json)
    #expect(try sluice(JSONView.self, text).number == number)
    let document = try JSONDocument(parsing: "[\(text)]")
    #expect(try sluice(JSONDocument.self, "[ \(text) ]").description == document.description)
    #expect(number.description.filter(\.isNumber).count >= text.filter(\.isNumber).count - 4)
    if !text.contains(where: { "eE.".contains($0) }), text != "-0" {
      #expect(try sluice(JSON.self, text).description == text)
    }
  }

  @Test("deep values were decoded to a part of their levels", arguments: [512, 513, 1000])
  func deep(levels: Int) throws {
    for (open, close) in [("[", "]"), ("{\"k\":", "}")] {
      let text =
        String(repeating: open, count: levels) + "12345678901234567890123"
        + String(repeating: close, count: levels)
      #expect(try sluice(JSON.self, text).description == text)
      #expect(try sluice(JSONView.self, text).description == text)
      #expect(try sluice([JSON].self, "[\(text)]").count == 1)
    }
  }

  @Test("keys are the document's own, in its order, whatever the key strategy")
  func keys() throws {
    let text = #"{"first_name":{"b_c":1},"A_b":[{"x_y":2}],"\u0061":3}"#
    for strategy: JSONDecoder.KeyDecodingStrategy in [
      .convertFromSnakeCase, .custom { AnyTextKey(stringValue: $0.last!.stringValue + "x") },
    ] {
      let json = try sluice(JSON.self, text) { $0.keyDecodingStrategy = strategy }
      #expect(json.description == #"{"first_name":{"b_c":1},"A_b":[{"x_y":2}],"a":3}"#)
      let fields = try sluice(JSONObject.self, text) { $0.keyDecodingStrategy = strategy }
      #expect(fields.keys == ["first_name", "A_b", "a"])
    }
  }

  @Test("values of another kind are mismatches, and null is null")
  func kinds() throws {
    #expect(try sluice(JSON.self, "null") == .null)
    #expect(try sluice(JSONDocument.self, "null").root.isNull)
    #expect(try sluice(Holder<JSON?>.self, "{\"value\":null}").value == nil)
    for text in ["true", "\"x\"", "[1]", "{}", "1", "null"] {
      if text != "1" {
        #expect(throws: DecodingError.self) { try sluice(JSONNumber.self, text) }
      }
      if text != "[1]" { #expect(throws: DecodingError.self) { try sluice(JSONArray.self, text) } }
      if text != "{}" { #expect(throws: DecodingError.self) { try sluice(JSONObject.self, text) } }
    }
    let error = try #require(
      decodingError { _ = try sluice(Holder<JSONArray>.self, "{\"value\": 7}") })
    guard case .typeMismatch(let type, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(type == JSONArray.self && context.codingPath.map(\.stringValue) == ["value"])
    #expect(context.debugDescription.hasSuffix("(line 1, column 11, byte 10)"))
  }

  @Test("a decimal of fifty digits was cut")
  func decimals() throws {
    for text in [
      "3.14159265358979323846264338327950288419716939937510",
      "12345678901234567890123456789012345678901234567890",
      "0.00000000000000000000000000000000000000012345678901234567890123456789012345678901",
    ] {
      let error = decodingError { _ = try sluice(Decimal.self, text) }
      #expect((error?.context.underlyingError as? JSONError)?.code == .numberOutOfRange)
    }
    for text in [
      "12345678901234567890123456789012345678", "0.1234567890123456789012345678",
      "170141183460469231731687303715884105728",
    ] {
      #expect(try sluice(Decimal.self, text).description == text)
    }
    #expect(try sluice(Decimal.self, "1." + String(repeating: "0", count: 60)) == 1)
  }
}
