import Sluice

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a date is written in JSON: always specified, never guessed.
public enum JSONDateFormat: Sendable, Hashable, CaseIterable {
  /// A string: `2024-05-01T12:30:00Z`, `2024-05-01T12:30:00.123+02:00` (RFC 3339). Rejects leap
  /// seconds. Written in UTC with no, 3, 6 or 9 digits of a second, the fewest that restore the same
  /// date.
  case iso8601
  /// A number of seconds since 1970-01-01T00:00:00Z, with a fraction or without.
  case secondsSince1970
  /// A number of milliseconds since then.
  case millisecondsSince1970
  /// A number of microseconds since then.
  case microsecondsSince1970

  /// The number of units in a second; nil for text.
  var unitsPerSecond: Double? {
    switch self {
    case .iso8601: nil
    case .secondsSince1970: 1
    case .millisecondsSince1970: 1000
    case .microsecondsSince1970: 1_000_000
    }
  }
}

extension JSONCursor {
  /// The date-time of an ISO 8601 string. See ``JSONDateFormat/iso8601``.
  public var date: Date {
    get throws(JSONError) { try date(.iso8601) }
  }

  /// The date in a format. O(length), without creating a `String`.
  ///
  /// Throws `type-mismatch` for a kind of value that the format does not use, `invalid-value` with
  /// the reason for a text that is not a date-time, and the errors of reading a number.
  public func date(_ format: JSONDateFormat) throws(JSONError) -> Date {
    if let units = format.unitsPerSecond {
      return Date(timeIntervalSince1970: try double / units)
    }
    let parsed: Result<Date, RFC3339.Fault> = try unsafe readText { text in
      Result { () throws(RFC3339.Fault) in try unsafe ISO8601.date(text) }
    }
    switch parsed {
    case .success(let date): return date
    case .failure(let fault):
      throw JSONError(
        .invalidValue, at: position.offset,
        name: "an ISO 8601 date-time such as 2024-05-01T12:30:00Z", reason: fault.reason)
    }
  }
}

extension JSON {
  /// The date in a format, or nil if the value is not a date.
  public func date(_ format: JSONDateFormat = .iso8601) -> Date? {
    if let units = format.unitsPerSecond {
      return double.map { Date(timeIntervalSince1970: $0 / units) }
    }
    guard var text = string else { return nil }
    return text.withUTF8 { try? unsafe ISO8601.date($0) }
  }

  /// A date in a format. Throws `invalid-value` for ISO 8601 outside the years 0 to 9999,
  /// `not-finite`.
  public init(_ date: Date, _ format: JSONDateFormat = .iso8601) throws(JSONError) {
    if let units = format.unitsPerSecond {
      self = .number(try JSONDateFormat.number(date, units))
    } else {
      self = .string(try ISO8601.text(date))
    }
  }
}

extension JSONWriter {
  /// Writes a date in a format. Throws `invalid-value` for ISO 8601 outside the years 0 to 9999,
  /// `not-finite`.
  public mutating func value(
    _ date: Date, _ format: JSONDateFormat = .iso8601
  ) throws(JSONError) {
    if let units = format.unitsPerSecond {
      try value(try JSONDateFormat.number(date, units))
    } else {
      try value(try ISO8601.text(date))
    }
  }
}

extension JSONDateFormat {
  /// Whole numbers are written as such.
  fileprivate static func number(_ date: Date, _ units: Double) throws(JSONError) -> JSONNumber {
    let value = date.timeIntervalSince1970 * units
    if let whole = Int64(exactly: value) { return JSONNumber(whole) }
    return try JSONNumber(value)
  }
}
