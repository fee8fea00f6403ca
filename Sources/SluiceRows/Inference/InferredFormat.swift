/// What values look like beyond their type. A format is reported only when *every* value has it.
///
/// The formats of numbers are guesses by size: from the year 2000 to 2040. Numbers that count something
/// else may fall into that range, too.
public enum InferredFormat: String, Sendable, Hashable, CaseIterable {
  /// A date of ISO 8601: `2024-05-01`.
  case date
  /// A date and time with a time zone, as `JSONDateFormat.iso8601` takes it:
  /// `2024-05-01T12:30:00Z`.
  case timestamp
  /// A date and time without a time zone.
  case localTimestamp = "local-timestamp"
  /// A UUID of 36 characters (RFC 9562).
  case uuid
  /// Four decimal numbers with dots (RFC 3986, IPv4address).
  case ipv4
  /// An address of RFC 4291, section 2.2.
  case ipv6
  /// A URI with an authority (RFC 3986): `https://…`.
  case url
  /// Numbers that may be seconds since 1970.
  case epochSeconds = "epoch-seconds"
  /// Numbers that may be milliseconds since 1970.
  case epochMilliseconds = "epoch-milliseconds"
  /// Numbers that may be microseconds since 1970.
  case epochMicroseconds = "epoch-microseconds"
}

extension InferredFormat {
  /// The column type that takes such numbers as points in time. Reports only suggest it, because whether
  /// the numbers are times is a guess.
  var epochType: ColumnType? {
    switch self {
    case .epochSeconds: .epoch
    case .epochMilliseconds: .epochms
    case .epochMicroseconds: .epochus
    default: nil
    }
  }
}

/// The formats that all values so far have.
struct FormatSet: OptionSet {
  let rawValue: UInt16

  static let date = FormatSet(rawValue: 1 << 0)
  static let timestamp = FormatSet(rawValue: 1 << 1)
  /// A timestamp in the narrower form of RFC 3339, section 5.6: what JSON Schema calls `date-time`.
  static let internetTimestamp = FormatSet(rawValue: 1 << 2)
  static let localTimestamp = FormatSet(rawValue: 1 << 3)
  static let uuid = FormatSet(rawValue: 1 << 4)
  static let ipv4 = FormatSet(rawValue: 1 << 5)
  static let ipv6 = FormatSet(rawValue: 1 << 6)
  static let url = FormatSet(rawValue: 1 << 7)
  static let epochSeconds = FormatSet(rawValue: 1 << 8)
  static let epochMilliseconds = FormatSet(rawValue: 1 << 9)
  static let epochMicroseconds = FormatSet(rawValue: 1 << 10)
  /// A timestamp that a column keeps (`ColumnType.timestamp`).
  static let columnTimestamp = FormatSet(rawValue: 1 << 11)
  /// A timestamp that Foundation's strategy `.iso8601` takes: whole seconds, and a zone.
  static let wholeTimestamp = FormatSet(rawValue: 1 << 12)

  static let ofText: FormatSet = [
    .date, .timestamp, .internetTimestamp, .columnTimestamp, .wholeTimestamp, .localTimestamp,
    .uuid, .ipv4, .ipv6, .url,
  ]
  static let ofNumbers: FormatSet = [.epochSeconds, .epochMilliseconds, .epochMicroseconds]

  /// The format to report: no value has two, except timestamps.
  var named: InferredFormat? {
    if contains(.date) { return .date }
    if contains(.timestamp) { return .timestamp }
    if contains(.localTimestamp) { return .localTimestamp }
    if contains(.uuid) { return .uuid }
    if contains(.ipv4) { return .ipv4 }
    if contains(.ipv6) { return .ipv6 }
    if contains(.url) { return .url }
    if contains(.epochSeconds) { return .epochSeconds }
    if contains(.epochMilliseconds) { return .epochMilliseconds }
    if contains(.epochMicroseconds) { return .epochMicroseconds }
    return nil
  }

  /// The formats of a number of this size.
  static func of(_ number: Double) -> FormatSet {
    // 2000-01-01 to 2040-01-01.
    switch number {
    case 946_684_800..<2_208_988_800: .epochSeconds
    case 946_684_800e3..<2_208_988_800e3: .epochMilliseconds
    case 946_684_800e6..<2_208_988_800e6: .epochMicroseconds
    default: []
    }
  }
}
