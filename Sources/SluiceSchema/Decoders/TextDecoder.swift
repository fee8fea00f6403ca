import Sluice

/// Shared by this folder's decoders: reads a string, and reports what it could not be converted to.
enum TextDecoder {
  /// Returns what `make` makes of the string at `object`. Throws a validation error with `failure`
  /// when the value is not a string or `make` returns nil.
  static func value<T>(
    of object: JSONCursor, failure: String, _ make: (String) throws -> T?
  ) throws -> T {
    guard object.position.byte == Byte.quote,
      let value = try make(try object.position.ownedString())
    else { throw ParserError.validation(failureReason: failure) }
    return value
  }
}
