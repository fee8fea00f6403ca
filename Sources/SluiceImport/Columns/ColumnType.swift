/// What a column holds. A value that is none of it is refused, never changed.
public enum ColumnType: String, Sendable, Hashable, CaseIterable {
  /// An integer that fits `Int64` exactly.
  case int
  /// A double, correctly rounded.
  case real
  /// A string, unescaped.
  case text
  /// `true` or `false`, stored as 1 or 0.
  case bool
  /// Any value, as its bytes stand in the record.
  case json
  /// A number with all its digits, however many: a JSON number, or a string that is one by RFC 8259's
  /// grammar.
  case decimal
  /// A day: a string `2024-05-31` (RFC 3339, full-date) that is one of the calendar.
  case date
  /// A point in time: a string such as `2024-05-31T12:30:00.25+02:00` (RFC 3339, date-time), of which the
  /// instant is kept, to the microsecond. One that is finer, and a leap second, are refused.
  case timestamp
  /// A point in time: a number of seconds since 1970-01-01T00:00:00Z, with a fraction or without.
  case epoch
  /// The same in milliseconds.
  case epochms
  /// The same in microseconds.
  case epochus
  /// A string with a UUID (RFC 9562), in small letters or large ones.
  case uuid
  /// Bytes: a string in Base64 (RFC 4648 section 4), padded or not.
  case blob
}
