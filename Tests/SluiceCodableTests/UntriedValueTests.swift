import Foundation
import Sluice
import SluiceCodable
import Testing

@Suite("Values that no model of encoding has")
struct UntriedValueTests {
  #if arch(x86_64) || arch(i386)
    /// `Float80` is not Encodable: a type has to say how it is written.
    private struct Extended: Encodable {
      let value: Float80

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        guard let number = JSONNumber(value.description) else {
          throw EncodingError.invalidValue(
            value, EncodingError.Context(codingPath: container.codingPath, debugDescription: ""))
        }
        try container.encode(number)
      }
    }

    @Test(
      "a Float80 keeps its 64 bits, and those that are no numbers are taken back",
      arguments: [0.1, .pi, 1e300, -0.0, 5e-324, 123_456_789.125] as [Float80])
    func extended(value: Float80) throws {
      let text = String(
        decoding: try SluiceEncoder().encode(["k": Extended(value: value)]), as: UTF8.self)
      #expect(text == "{\"k\":\(value)}")
      let number = try #require(JSON(parsing: text)["k"]?.number)
      #expect(Float80(number.description) == value)
      struct Both: Encodable {
        func encode(to encoder: any Encoder) throws {
          var container = encoder.unkeyedContainer()
          try? container.encode(Extended(value: .nan))
          try? container.encode(Extended(value: -.infinity))
          try container.encode(Float16(0.5))
          try? container.encode(Float16.nan)
        }
      }
      #expect(String(decoding: try SluiceEncoder().encode(Both()), as: UTF8.self) == "[0.5]")
    }
  #endif

  @Test("formatted dates are JSONEncoder's, as values, keys' values, elements and roots")
  func formattedDates() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy/MM/dd 'at' \"HH:mm\""
    struct Dated: Encodable {
      var date: Date
      var maybe: Date?
      var list: [Date]
      var map: [String: Date]
    }
    let (ours, theirs) = (SluiceEncoder(), JSONEncoder())
    ours.dateEncodingStrategy = .formatted(formatter)
    theirs.dateEncodingStrategy = .formatted(formatter)
    ours.outputFormatting = .sortedKeys
    theirs.outputFormatting = .sortedKeys
    for seconds in [0, -1e9, 1e9, 253_402_300_799 - 978_307_200, 0.999] as [Double] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let value = Dated(date: date, maybe: date, list: [date, date], map: ["k": date])
      #expect(try ours.encode(value) == theirs.encode(value))
      #expect(try ours.encode(date) == theirs.encode(date))
      #expect(try ours.encode([date]) == theirs.encode([date]))
    }
  }

  @Test("a date strategy that fails is taken back with its key")
  func failingDates() throws {
    struct Dates: Encodable {
      enum Key: CodingKey { case a, b, c }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for key in [Key.a, .b, .c] {
          let seconds: Double = key == .b ? 1 : 0
          try? container.encode(Date(timeIntervalSinceReferenceDate: seconds), forKey: key)
        }
      }
    }
    let encoder = SluiceEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(1)
      if date.timeIntervalSinceReferenceDate == 1 { throw CocoaError(.coderInvalidValue) }
    }
    #expect(String(decoding: try encoder.encode(Dates()), as: UTF8.self) == #"{"a":[1],"c":[1]}"#)
  }
}
