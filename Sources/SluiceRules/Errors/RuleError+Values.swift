public import Sluice

/// Errors about one value.
extension RuleError {
  /// The error for a value of another kind than the rule reads.
  static func unexpected(
    _ position: JSONPosition, expected: @escaping @Sendable () -> String,
    because underlying: (any Error)? = nil
  ) -> RuleError {
    let found = JSONDescription.quote(position)
    let place = FailureLocation(
      expected: expected, found: found, kind: position.kind, offset: position.placeInDocument,
      underlying: underlying)
    return .invalidJSONType(
      Message(place) {
        "Value of unexpected type found: \"\(found)\". Expected \(expected())."
      }, nil)
  }

  /// The error for a number that the type can't hold.
  static func outOfRange(
    _ position: JSONPosition, expected: @escaping @Sendable () -> String, because fault: JSONError
  ) -> RuleError {
    let found = JSONDescription.quote(position)
    let place = FailureLocation(
      expected: expected, found: found, kind: position.kind, offset: position.placeInDocument,
      underlying: fault)
    return .invalidJSONType(
      Message(place) {
        "Number that does not fit found: \"\(found)\". Expected \(expected())."
      }, nil)
  }

  /// Converts an error of a cursor: JSON of the wrong kind becomes the rule's own error. Any other
  /// error (text that is not JSON, no memory) passes unchanged.
  @usableFromInline
  static func translated(
    _ fault: JSONError, at position: JSONPosition, expected: Any.Type
  ) -> any Error {
    switch fault.code {
    case .typeMismatch:
      position.scalarFault
        ?? unexpected(position, expected: { "\(expected)" }, because: fault)
    case .numberOutOfRange: outOfRange(position, expected: { "\(expected)" }, because: fault)
    case .invalidValue:
      unexpected(position, expected: { "\(expected)" }, because: fault)
    default: fault
    }
  }

  /// The same for an error of a custom rule, which may be about any value of the document.
  static func translated(_ error: any Error, near position: JSONPosition) -> any Error {
    guard let fault = error as? JSONError else { return error }
    let place = position.position(atOffset: fault.offset) ?? position
    let words = fault.expectation.words
    switch fault.code {
    case .typeMismatch:
      return place.scalarFault ?? unexpected(place, expected: { words }, because: fault)
    case .numberOutOfRange: return outOfRange(place, expected: { words }, because: fault)
    case .missingField, .indexOutOfBounds, .invalidPath:
      return RuleError.expectedNotFound(
        Message(FailureLocation(offset: place.placeInDocument, underlying: fault)) {
          fault.summary
        }, nil)
    case .invalidValue:
      return RuleError.invalidJSONType(
        Message(
          FailureLocation(
            found: JSONDescription.quote(place), offset: place.placeInDocument, underlying: fault)
        ) { fault.summary }, nil)
    default: return fault
    }
  }
}
