import Foundation
import Sluice
import SluiceFoundation
import TestSupport
import Testing

struct DateTests {
  private func date(_ json: String, _ format: JSONDateFormat = .iso8601) throws -> Date {
    var reader = JSONReader()
    return try reader.withDocument(json) { try $0.date(format) }
  }

  @Test(
    "a date-time of RFC 3339 is the point in time that it names",
    arguments: [
      ("1970-01-01T00:00:00Z", 0.0), ("1985-04-12T23:20:50.52Z", 482196050.52),
      ("1996-12-19T16:39:57-08:00", 851042397), ("1990-12-31T23:59:59Z", 662687999),
      ("1937-01-01T12:00:27.87+00:20", -1041337172.13), ("2024-02-29t00:00:00z", 1709164800),
      ("2024-02-29 00:00:00,5+0530", 1709145000.5), ("2024-02-29T00:00:00+05", 1709146800),
      ("0000-01-01T00:00:00Z", -62167219200), ("9999-12-31T23:59:59Z", 253402300799),
      ("2001-01-01T00:00:00.123456789Z", 978307200.123456789),
      ("1969-12-31T23:59:59.999Z", -0.001), ("2000-03-01T00:00:00Z", 951868800),
      ("2024-05-01T12:30:00.12345678901234567890Z", 1714566600.123456789),
    ])
  func valid(text: String, seconds: Double) throws {
    let found = try date("\"\(text)\"")
    #expect(abs(found.timeIntervalSince1970 - seconds) < 1e-6)
    #expect(JSON(text).date() == found)
    // After writing and reading, it is the same to the precision of ISO 8601's nine digits.
    let again = try #require(try JSON(found).date())
    #expect(abs(again.timeIntervalSince(found)) < 1e-6)
  }

  @Test("days agree with Foundation's calendar over the years")
  func days() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    for year in stride(from: 1600, to: 2500, by: 7) {
      for (month, day) in [(1, 1), (2, 28), (3, 1), (7, 31), (12, 31)] {
        let text = String(format: "%04d-%02d-%02d", year, month, day)
        let found = try date("\"\(text)T01:02:03Z\"")
        let parts = calendar.dateComponents(
          [.year, .month, .day, .hour, .minute, .second], from: found)
        #expect(parts.year == year && parts.month == month && parts.day == day, "\(text)")
        #expect(parts.hour == 1 && parts.minute == 2 && parts.second == 3)
        #expect(try JSON(found).string == "\(text)T01:02:03Z")
      }
    }
  }

  @Test(
    "an invalid date-time is an error that says why",
    arguments: [
      ("", "the year does not have 4 digits"), ("2024-13-01T00:00:00Z", "the month is 13"),
      ("2023-02-29T00:00:00Z", "the day is 29, not in 1...28"),
      ("2024-02-29T24:00:00Z", "the hour is 24"), ("2024-02-29T00:60:00Z", "the minute is 60"),
      ("1990-12-31T23:59:60Z", "the second is 60, not in 0...59"),
      ("2024-02-29T00:00:61Z", "the second is 61"), ("2024-02-29T00:00:00", "time zone is missing"),
      ("2024-02-29", "not followed by 'T'"), ("2024-02-29T00:00:00Zjunk", "something follows"),
      ("2024-02-29T00:00:00.Z", "no digits"), ("2024/02/29T00:00:00Z", "not followed by '-'"),
      ("2024-2-29T00:00:00Z", "the month does not have 2 digits"), ("٢٠٢٤-01-01T00:00:00Z", "year"),
      ("2024-02-29T00:00:00+24:00", "offset's hour"), ("12024-01-01T00:00:00Z", "the year"),
    ])
  func invalid(text: String, reason: String) throws {
    let error = #expect(throws: JSONError.self) { _ = try date("[\"\(text)\"]") }
    // The array is not a string; its element is.
    #expect(error?.code == .typeMismatch)
    var reader = JSONReader()
    let inside = #expect(throws: JSONError.self) {
      _ = try reader.withDocument("{\"at\":\"\(text)\"}") { try $0["at"].date }
    }
    #expect(inside?.code == .invalidValue)
    #expect(inside?.path == "$.at")
    let description = try #require(inside?.description)
    #expect(description.contains(reason), "\(description)")
    #expect(JSON(text).date() == nil)
  }

  @Test("epochs count in the specified unit", arguments: JSONDateFormat.allCases)
  func epochs(format: JSONDateFormat) throws {
    for seconds in [0.0, 1_714_566_600, -1.5, 1_714_566_600.25] {
      let moment = Date(timeIntervalSince1970: seconds)
      let json = try JSON(moment, format)
      #expect(json.date(format) == moment)
      var writer = JSONWriter()
      try writer.value(moment, format)
      let text = try writer.takeString()
      #expect(try JSON(parsing: text) == json)
      #expect(try date(text, format) == moment)
    }
    #expect(
      try JSON(Date(timeIntervalSince1970: 1.5), .millisecondsSince1970).description == "1500")
    #expect(throws: JSONError.self) { try date("\"1\"", .secondsSince1970) }
    #expect(throws: JSONError.self) { try date("1", .iso8601) }
  }

  @Test("random dates survive a round trip through text", arguments: 0..<50)
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let milliseconds = Double(Int64.random(in: 0..<80_000_000_000_000, using: &random))
      let moment = Date(timeIntervalSince1970: (milliseconds / 1000))
      let text = try #require(try JSON(moment).string)
      let again = try #require(JSON(text).date())
      #expect(abs(again.timeIntervalSince(moment)) < 1e-6, "seed \(seed): \(text)")
    }
  }

  @Test("a date outside four-digit years can't be written as text")
  func range() {
    for seconds in [-1e11, 1e12, .infinity, .nan] {
      #expect(throws: JSONError.self) { try JSON(Date(timeIntervalSince1970: seconds)) }
    }
    #expect(throws: JSONError.self) {
      try JSON(Date(timeIntervalSince1970: .infinity), .secondsSince1970)
    }
  }
}
