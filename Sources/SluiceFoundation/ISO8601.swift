import Sluice

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Dates as ISO 8601 text: RFC 3339's date-times, in which `T` and `Z` may be lowercase, a space may
/// replace the `T`, a comma the point, and the zone may be `+0200` or `+02`: all are common. A zone is
/// required: without one the text names no point in time. Only nine digits of a fraction count, which
/// is more than a `Date` keeps.
enum ISO8601 {
  static func date(_ text: UnsafeBufferPointer<UInt8>) throws(RFC3339.Fault) -> Date {
    let time = try unsafe RFC3339.dateTime(text)
    guard !time.forms.contains(.noSeconds) else { throw RFC3339.Fault(.minute, .separator) }
    guard !time.forms.contains(.noZone) else { throw RFC3339.Fault(.zone, .isMissing) }
    // Counts from Date's reference date, which preserves the most digits.
    return Date(
      timeIntervalSinceReferenceDate: Double(time.secondsSince1970 - 978_307_200)
        + Double(time.nanosecond) / 1e9)
  }
}

extension RFC3339.Fault {
  /// The reason in an error.
  var reason: String {
    switch problem {
    case .digits where part == .fraction: "the fraction of the second has no digits"
    case .digits: "\(name) does not have \(part == .year ? 4 : 2) digits"
    case .range: "\(name) is \(value), not in \(range.lowerBound)...\(range.upperBound)"
    case .separator where part == .day: "the date is not followed by 'T' and a time"
    case .separator where part == .hour || part == .minute: "\(name) is not followed by ':'"
    case .separator: "\(name) is not followed by '-'"
    case .isMissing: "the time zone is missing: 'Z' or an offset such as '+02:00'"
    case .isFollowed: "something follows \(name)"
    }
  }

  private var name: String {
    switch part {
    case .year: "the year"
    case .month: "the month"
    case .day: "the day"
    case .hour: "the hour"
    case .minute: "the minute"
    case .second: "the second"
    case .fraction: "the fraction"
    case .zone: "the time zone"
    case .offsetHour: "the offset's hour"
    case .offsetMinute: "the offset's minute"
    }
  }
}
