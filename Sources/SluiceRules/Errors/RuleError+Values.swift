public import Sluice

/// Errors about one value.
extension RuleError {
  /// A value of another kind than the rule takes.
  static func unexpected(
    _ position: JSONPosition, expected: @escaping @Sendable () -> String,
    because underlying: (any Error)? = nil
  ) -> RuleError {
    let found = JSONWords.quote(position)
    let place = Place(
      expected: expected, found: found, kind: position.kind, offset: position.placeInDocument,
      underlying: underlying)
    return .invalidJSONType(
      Message(place) {
        "Value of unexpected type found: \"\(found)\". Expected \(expected())."
      }, nil)
  }

  /// A number that the type can't hold.
  static func outOfRange(
    _ position: JSONPosition, expected: @escaping @Sendable () -> String, because fault: JSONError
  ) -> RuleError {
    let found = JSONWords.quote(position)
    let place = Place(
      expected: expected, found: found, kind: position.kind, offset: position.placeInDocument,
      underlying: fault)
    return .invalidJSONType(
      Message(place) {
        "Number that does not fit found: \"\(found)\". Expected \(expected())."
      }, nil)
  }

  /// What a rule throws for an error of a cursor: JSON that is not what was asked for is the rule's
  /// own error, anything else (text that is no JSON, no memory) passes.
  @usableFromInline
  static func translated(
    _ fault: JSONError, at position: JSONPosition, expected: Any.Type
  ) -> any Error {
    switch fault.code {
    case .typeMismatch where position.kind == nil: position.literalError(.value)
    case .typeMismatch: unexpected(position, expected: { "\(expected)" }, because: fault)
    case .numberOutOfRange: outOfRange(position, expected: { "\(expected)" }, because: fault)
    case .invalidValue:
      unexpected(position, expected: { "\(expected)" }, because: fault)
    default: fault
    }
  }

  /// The same for an error of somebody's rule, which may be about any value of the document.
  static func translated(_ error: any Error, near position: JSONPosition) -> any Error {
    guard let fault = error as? JSONError else { return error }
    let place = position.position(atOffset: fault.offset) ?? position
    let words = fault.expectation.words
    switch fault.code {
    case .typeMismatch where place.kind == nil: return place.literalError(.value)
    case .typeMismatch: return unexpected(place, expected: { words }, because: fault)
    case .numberOutOfRange: return outOfRange(place, expected: { words }, because: fault)
    case .missingField, .indexOutOfBounds, .invalidPath:
      return RuleError.expectedNotFound(
        Message(Place(offset: place.placeInDocument, underlying: fault)) { fault.summary }, nil)
    case .invalidValue:
      return RuleError.invalidJSONType(
        Message(
          Place(
            found: JSONWords.quote(place), offset: place.placeInDocument, underlying: fault)
        ) { fault.summary }, nil)
    default: return fault
    }
  }
}
