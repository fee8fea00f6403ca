import Foundation
import Sluice
import SluiceFoundation
import SluiceSchema
import Testing

@Suite("Decoders")
struct DecoderTests {
  private func decode<T>(_ json: String, _ decoder: any SchemaDecoder, as: T.Type) throws -> T {
    try decodeObject(from: json, with: decoder)
  }

  @Test(
    "a string becomes an Int as by Int(_:)",
    arguments: [
      ("5", 5), ("+5", 5), ("-7", -7), ("007", 7), (" 5", nil), ("5.0", nil),
      ("abc", nil), ("", nil), ("9223372036854775808", nil),
    ] as [(String, Int?)])
  func int(text: String, expected: Int?) {
    check(text, StringDecoder<Int>(), expected, "Could not convert String to Int")
  }

  @Test(
    "a string becomes a Bool if it is one of the texts",
    arguments: [("true", true), ("false", false), ("True", nil), ("1", nil), ("", nil)]
      as [(String, Bool?)])
  func bool(text: String, expected: Bool?) {
    check(text, StringDecoder<Bool>(), expected, "Could not convert String to Bool")
  }

  @Test("the texts for true and false can be chosen")
  func boolTexts() throws {
    let decoder = StringDecoder<Bool>(true: ["y", "yes"], false: ["n"])
    check("yes", decoder, true, "")
    check("n", decoder, false, "")
    check("true", decoder, Bool?.none, "Could not convert String to Bool")
  }

  @Test(
    "a string becomes a Double if it is a decimal number",
    arguments: [
      ("1.5", 1.5), ("-1e3", -1000), ("+2", 2), ("0x1p3", nil), ("inf", nil),
      ("nan", nil), ("1e999", nil), ("", nil), ("1,5", nil), (" 1", nil),
    ] as [(String, Double?)])
  func double(text: String, expected: Double?) {
    check(text, StringDecoder<Double>(), expected, "Could not convert String to Double")
    check(
      text, StringDecoder<Float>(), expected.map(Float.init), "Could not convert String to Float")
  }

  @Test(
    "a string becomes a Decimal, exactly",
    arguments: [
      ("1.10", "1.1"), ("+12345678901234567890123456789.5", "12345678901234567890123456789.5"),
      ("1.5abc", nil), ("", nil), ("0x10", nil),
      ("1234567890123456789012345678901234567890", nil),
    ] as [(String, String?)])
  func decimal(text: String, expected: String?) {
    check(
      text, StringDecoder<Decimal>(), expected.flatMap { Decimal(string: $0) },
      "Could not convert String to Decimal")
  }

  @Test(
    "a string becomes a URL without percent-encoding",
    arguments: [
      ("https://a.b/c", true), ("relative/path", true), ("a b", false), ("", false),
      ("\u{1F4A9}", false), ("http://a/%zz", false),
    ])
  func url(text: String, isURL: Bool) {
    check(
      text, StringDecoder<URL>(), isURL ? URL(string: text) : nil,
      "Could not convert String to URL")
  }

  private func check<T: Equatable>(
    _ text: String, _ decoder: any SchemaDecoder, _ expected: T?, _ failure: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let json = "{\"k\":\(JSON.string(text))}"
    func parse() throws -> T {
      let entity = try Parser.parseEntity(data: json) { schema in
        schema.addProperty(keyPath: "k", type: .string, decoder: decoder)
      }
      return try entity.value("k")
    }
    if let expected {
      #expect(throws: Never.self, sourceLocation: sourceLocation) {
        let value = try parse()
        #expect(value == expected, sourceLocation: sourceLocation)
      }
    } else {
      let error = validationError(sourceLocation: sourceLocation) { _ = try parse() }
      #expect(error?.failureReason == failure, sourceLocation: sourceLocation)
      #expect(error?.issues.first?.path == "$.k", sourceLocation: sourceLocation)
    }
    // Other kinds of values are not texts.
    #expect(throws: ParserError.self, sourceLocation: sourceLocation) {
      try decodeObject(from: "5", with: decoder) as T
    }
  }

  @Test("dates are read in a format by a cached formatter")
  func dates() throws {
    let format = "yyyy-MM-dd 'at' HH:mm"
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = format
    let expected = try #require(formatter.date(from: "2015-01-30 at 13:00"))
    for decoder in [
      DateDecoder(dateFormatString: format), DateDecoder(dateFormatString: format),
      DateDecoder(dateFormatter: formatter),
    ] {
      #expect(try decode("\"2015-01-30 at 13:00\"", decoder, as: Date.self) == expected)
      #expect(
        validationError { _ = try decode("\"no\"", decoder, as: Date.self) }?.failureReason
          == "DateParser string could not be parsed to Date with the given formatter.")
      #expect(
        validationError { _ = try decode("7", decoder, as: Date.self) }?.failureReason
          == "DateParser object to parse was not a String.")
    }
    let schema = Schema(Date.self) { fields in
      let at = fields.required("at", .date(format: format))
      return { $0[at] }
    }
    #expect(try schema.decode(#"{"at":"2015-01-30 at 13:00"}"#) == expected)
    #expect(
      validationError { _ = try schema.decode(#"{"at":"2015-02-30 at 13:00"}"#) }?.failureReason
        == "Value for key path [at] could not be parsed to a date of the format \(format)")
    let bytes = try DateFormatMapping(format: format).serialized(expected)
    #expect(String(decoding: bytes, as: UTF8.self) == "\"2015-01-30 at 13:00\"")
  }

  @Test("dates are read from ISO 8601 texts and counts since 1970")
  func timestamps() throws {
    let date = Date(timeIntervalSince1970: 1.5)
    #expect(try decode("\"1970-01-01T00:00:01.5Z\"", DateDecoder(.iso8601), as: Date.self) == date)
    #expect(try decode("1.5", DateDecoder(.secondsSince1970), as: Date.self) == date)
    #expect(try decode("1500", DateDecoder(.millisecondsSince1970), as: Date.self) == date)
    for (json, decoder) in [
      ("1", DateDecoder(.iso8601)), ("\"x\"", DateDecoder(.iso8601)),
      ("\"1\"", DateDecoder(.secondsSince1970)),
    ] as [(String, any SchemaDecoder)] {
      #expect(throws: ParserError.self) { try decode(json, decoder, as: Date.self) }
    }
  }

  @Test("many threads can use a decoder")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for day in 1...25 {
            let decoder = DateDecoder(dateFormatString: "yyyy-MM-dd")
            let text = "\"2020-03-\(day < 10 ? "0" : "")\(day)\""
            let date: Date = try decodeObject(from: text, with: decoder)
            #expect(Calendar.current.component(.day, from: date) == day)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
