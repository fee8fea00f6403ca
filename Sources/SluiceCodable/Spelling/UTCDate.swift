import Foundation
import Sluice

/// The date-times that most programs write: `2024-05-01T12:30:00Z`, without a fraction, in UTC.
enum UTCDate {
  /// Returns nil for every other text, which Foundation's parser then decides about: other zones, years before 1600,
  /// leap seconds.
  static func date(_ text: UnsafeBufferPointer<UInt8>) -> Date? {
    guard text.count == 20, let time = try? unsafe RFC3339.dateTime(text), time.nanosecond == 0,
      unsafe text[19] == UInt8(ascii: "Z"), unsafe text[10] == UInt8(ascii: "T"),
      time.secondsSince1970 > -11_676_096_000
    else { return nil }
    return Date(timeIntervalSinceReferenceDate: Double(time.secondsSince1970 - 978_307_200))
  }
}
