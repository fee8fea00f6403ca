import Sluice

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// RFC 3339 date-times, the profile of ISO 8601 that JSON feeds use, read byte by byte.
///
/// ```
/// 2024-05-01T12:30:00.123+02:00
/// year-month-day 'T' hour:minute:second [fraction] zone
/// ```
///
/// `T` and `Z` may be lowercase, a space may replace the `T`, and the zone may be `+0200` or `+02`:
/// all are common. A zone is required: without one the text names no point in time. A second 60 is
/// the first of the next minute. Only nine digits of a fraction count, which is more than a `Date`
/// keeps.
enum ISO8601 {
  struct Fault: Error {
    let reason: String
  }

  static func date(_ text: UnsafeBufferPointer<UInt8>) -> Result<Date, Fault> {
    var reader = Reader(text: text)
    do throws(Fault) {
      return .success(try reader.dateTime())
    } catch {
      return .failure(error)
    }
  }

  private struct Reader {
    let text: UnsafeBufferPointer<UInt8>
    var i = 0

    mutating func dateTime() throws(Fault) -> Date {
      let year = try number(4, "the year", 0...9999)
      try skip("-", "the year")
      let month = try number(2, "the month", 1...12)
      try skip("-", "the month")
      let day = try number(2, "the day", 1...Gregorian.daysInMonth(month, of: year))
      guard let separator = next(), [0x54, 0x74, 0x20].contains(separator) else {
        throw Fault(reason: "the date is not followed by 'T' and a time")
      }
      let hour = try number(2, "the hour", 0...23)
      try skip(":", "the hour")
      let minute = try number(2, "the minute", 0...59)
      try skip(":", "the minute")
      let second = try number(2, "the second", 0...60)
      let nanoseconds = try fraction()
      let offset = try zone()
      guard i == text.count else { throw Fault(reason: "something follows the time zone") }
      let days = Gregorian.days(year, month, day)
      let seconds = days * 86400 + hour * 3600 + minute * 60 + second - offset
      // Counts from Date's reference date, which preserves the most digits.
      return Date(
        timeIntervalSinceReferenceDate: Double(seconds - 978_307_200) + Double(nanoseconds) / 1e9)
    }

    private mutating func next() -> UInt8? {
      guard i < text.count else { return nil }
      i += 1
      return text[i - 1]
    }

    private mutating func skip(_ character: Unicode.Scalar, _ before: String) throws(Fault) {
      guard next() == UInt8(ascii: character) else {
        throw Fault(reason: "\(before) is not followed by '\(character)'")
      }
    }

    private mutating func number(
      _ count: Int, _ name: String, _ range: ClosedRange<Int>
    ) throws(Fault) -> Int {
      var value = 0
      for _ in 0..<count {
        guard let digit = next(), (0x30...0x39).contains(digit) else {
          throw Fault(reason: "\(name) does not have \(count) digits")
        }
        value = value * 10 + Int(digit - 0x30)
      }
      guard range.contains(value) else {
        throw Fault(reason: "\(name) is \(value), not in \(range.lowerBound)...\(range.upperBound)")
      }
      return value
    }

    private mutating func fraction() throws(Fault) -> Int {
      guard i < text.count, text[i] == UInt8(ascii: ".") || text[i] == UInt8(ascii: ",") else {
        return 0
      }
      i += 1
      var value = 0
      var digits = 0
      while i < text.count, (0x30...0x39).contains(text[i]) {
        if digits < 9 { value = value * 10 + Int(text[i] - 0x30) }
        digits += 1
        i += 1
      }
      guard digits > 0 else { throw Fault(reason: "the fraction of the second has no digits") }
      for _ in min(digits, 9)..<9 { value *= 10 }
      return value
    }

    /// Seconds east of UTC.
    private mutating func zone() throws(Fault) -> Int {
      switch next() {
      case UInt8(ascii: "Z"), UInt8(ascii: "z"): return 0
      case UInt8(ascii: "+"): return try offset()
      case UInt8(ascii: "-"): return -(try offset())
      default: throw Fault(reason: "the time zone is missing: 'Z' or an offset such as '+02:00'")
      }
    }

    private mutating func offset() throws(Fault) -> Int {
      let hours = try number(2, "the offset's hour", 0...23)
      guard i < text.count else { return hours * 3600 }
      if text[i] == UInt8(ascii: ":") { i += 1 }
      return hours * 3600 + (try number(2, "the offset's minute", 0...59)) * 60
    }
  }
}
