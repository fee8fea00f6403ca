public import Sluice

/// From everything that has a form in JSON; see `-->`.
extension JSON: Convertible {
  public static func convert<T>(fromValue value: T?) throws -> JSON? {
    guard let value else { return nil }
    return try JSON(converting: value)
  }

  /// A copy of the value, `null` included.
  public static func convert(from cursor: JSONCursor) throws -> JSON? {
    try cursor.materializeMapped()
  }
}
