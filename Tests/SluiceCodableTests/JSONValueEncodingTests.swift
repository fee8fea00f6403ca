import Foundation
import Sluice
import SluiceCodable
import Testing

@Suite("Owned JSON through SluiceEncoder")
struct JSONValueEncodingTests {
  private struct Holder: Encodable {
    var value: JSON
    var maybe: JSON?
    var fields: [String: JSON]
    var number: JSONNumber
  }

  /// Encodes a value by its own code, as property wrappers and enums do.
  private struct Direct<T: Encodable>: Encodable {
    let value: T

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private func text(_ value: some Encodable, _ encoder: SluiceEncoder = SluiceEncoder()) throws
    -> String
  {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test(
    "digits and spelling were lost",
    arguments: [
      "12345678901234567890123", "-0.0", "-0", "2.000", "1E2", "1.5e-7", "0.10", "1e-400",
      "0.12345678901234567890123456789012345678901234567890", "-9223372036854775809", "5e-324",
      "65.613616999999977",
    ] + [String(repeating: "9", count: 400)])
  func digits(number: String) throws {
    let json = try JSON(parsing: number)
    #expect(try text(json) == number)
    #expect(try text([json, json]) == "[\(number),\(number)]")
    let parsed = try #require(JSONNumber(number))
    #expect(try text(parsed) == number)
    #expect(try text(Direct(value: json)) == number)
    #expect(try text(Direct(value: parsed)) == number)
    let holder = Holder(
      value: try JSON(parsing: "[ \(number) ,{\"a\": \(number)}]"), maybe: json,
      fields: ["k": json], number: parsed)
    let expected =
      "{\"value\":[\(number),{\"a\":\(number)}],\"maybe\":\(number),\"fields\":{\"k\":\(number)},"
      + "\"number\":\(number)}"
    #expect(try text(holder) == expected)
    #expect(try text(holder.value.array) == "[\(number),{\"a\":\(number)}]")
    #expect(try text(Direct(value: holder.value.array)) == "[\(number),{\"a\":\(number)}]")
    #expect(try text(Direct(value: holder.value[1]?.object)) == "{\"a\":\(number)}")
  }

  @Test(
    "values of 513 to 1,000 levels were decoded, but not encoded",
    arguments: [512, 513, 1000, 1024])
  func deep(levels: Int) throws {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let deep =
        String(repeating: open, count: levels) + "1.0" + String(repeating: close, count: levels)
      let json = try JSON(
        parsing: deep, options: JSONOptions(checking: .full, depthLimit: levels))
      #expect(try text(["x": json]) == "{\"x\":\(deep)}")
      #expect(try text(Direct(value: json)) == deep)
    }
  }

  @Test("layouts are JSONEncoder's, in kept and in made values")
  func layouts() throws {
    let source = """
      {"b":[],"a":{},"é/":"x/\\n\\u0001","n":null,"list":[1,[true,false,{"z":1,"y":[2]}]],"B":0}
      """
    let theirs = JSONEncoder()
    let ours = SluiceEncoder()
    struct Wrapped: Encodable { let inner: JSON }
    for formatting in [
      .sortedKeys, [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
    ] as [JSONEncoder.OutputFormatting] {
      (ours.outputFormatting, theirs.outputFormatting) = (formatting, formatting)
      let json = try JSON(parsing: source)
      for json in [json, json.detached()] {
        let expected = String(decoding: try theirs.encode(Wrapped(inner: json)), as: UTF8.self)
        #expect(try text(Wrapped(inner: json), ours) == expected)
      }
    }
    ours.outputFormatting = .withoutEscapingSlashes
    #expect(try text(try JSON(parsing: source), ours) == source)
  }

  @Test("keys are data: the key strategy does not change them")
  func keys() throws {
    let encoder = SluiceEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    struct Named: Encodable { let firstName: JSON }
    let json: JSON = ["lastName": ["midName": 1]]
    #expect(
      try text(Named(firstName: json), encoder) == #"{"first_name":{"lastName":{"midName":1}}}"#)
  }

  @Test("other encoders get the numbers that they support, and the sign of zero")
  func foreign() throws {
    let json = try JSON(parsing: #"[-0,-0.0,1.50,18446744073709551615,1E2,"x",null,{"a":true}]"#)
    let data = try JSONEncoder().encode(json)
    let expected = #"[-0,-0,1.5,18446744073709551615,100,"x",null,{"a":true}]"#
    #expect(String(decoding: data, as: UTF8.self) == expected)
  }
}
