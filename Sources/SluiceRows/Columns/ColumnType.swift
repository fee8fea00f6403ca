/// What a column holds. A value that does not fit its column's type is refused, never changed.
public enum ColumnType: String, Sendable, Hashable, CaseIterable {
  /// An integer that fits `Int64` exactly.
  case int
  /// A double, correctly rounded.
  case real
  /// A string, unescaped.
  case text
  /// `true` or `false`, stored as 1 or 0.
  case bool
  /// Any value, with its bytes as in the record.
  case json
  /// A number with all its digits: a JSON number, or a string that follows RFC 8259's grammar for numbers.
  case decimal
  /// A day of the calendar: a string such as `2024-05-31` (RFC 3339, full-date).
  case date
  /// A point in time: a string such as `2024-05-31T12:30:00.25+02:00` (RFC 3339, date-time). The instant is
  /// kept, to the microsecond. Finer fractions and leap seconds are refused.
  case timestamp
  /// A point in time: a number of seconds since 1970-01-01T00:00:00Z, with or without a fraction.
  case epoch
  /// The same in milliseconds.
  case epochms
  /// The same in microseconds.
  case epochus
  /// A string with a UUID (RFC 9562), in lowercase or uppercase.
  case uuid
  /// Bytes: a string in Base64 (RFC 4648 section 4), padded or not.
  case blob
}
