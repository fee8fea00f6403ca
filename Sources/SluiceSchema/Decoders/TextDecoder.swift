import Sluice

/// What the decoders of this folder have in common: they take a string, and say what it could not
/// be made.
enum TextDecoder {
  /// The string at `object`, made by `make`. A validation error with `failure` when it is none, or
  /// not made.
  static func value<T>(
    of object: JSONCursor, failure: String, _ make: (String) throws -> T?
  ) throws -> T {
    guard object.position.byte == Byte.quote,
      let value = try make(try object.position.ownedString())
    else { throw ParserError.validation(failureReason: failure) }
    return value
  }
}
