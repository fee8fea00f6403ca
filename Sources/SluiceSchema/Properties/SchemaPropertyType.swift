/// The type of a property's value: Elevate's nine types, and others for which its users had to
/// write decoders.
public enum SchemaPropertyType: Sendable, Hashable, CaseIterable {
  /// A string: `String`.
  case string
  /// A number, or `true` (1) or `false` (0), that the type holds exactly.
  case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  /// The nearest value to a number, or `true` (1) or `false` (0).
  case float, double
  /// `true` or `false`, but not a number.
  case bool
  /// An array whose elements are read by a decodable type or decoder: `[T]`.
  case array
  /// An object. Without a decodable type or decoder it becomes a `[String: Any]`.
  case dictionary
  /// A string that is a valid URL: `URL`.
  case url
  /// A number of up to 38 digits, exact: `Decimal`.
  case decimal
  /// A string with an ISO 8601 date-time: `Date`. For other dates, use `.string` and a
  /// ``DateDecoder``.
  case date
  /// A string of 36 characters: `UUID`.
  case uuid
  /// A Base64 string: `Data`.
  case data
  /// Any value but `null`: `JSON`, or what a decodable type or decoder makes of it.
  case json
}
