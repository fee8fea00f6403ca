/// What a column holds.
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
}
