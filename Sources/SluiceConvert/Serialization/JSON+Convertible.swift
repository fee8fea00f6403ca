public import Sluice

/// Converts every value that has a JSON form; see `-->`.
extension JSON: Convertible {
  public static func convert<T>(fromValue value: T?) throws -> JSON? {
    guard let value else { return nil }
    return try JSON(converting: value)
  }

  /// Returns a copy of the value, including `null`.
  public static func convert(from cursor: JSONCursor) throws -> JSON? {
    try cursor.materializeMapped()
  }
}
