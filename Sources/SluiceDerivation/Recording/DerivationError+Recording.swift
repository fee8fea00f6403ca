import Foundation

extension DerivationError {
  /// The error for a type that refused the values that were made up for it.
  static func refused(
    _ type: any Any.Type, _ place: RecordingPlace, _ error: any Error
  ) -> DerivationError {
    let said: String
    if let error = error as? DecodingError, let text = error.text {
      said = text
    } else {
      said = "\(error)"
    }
    let whose = place.example == nil ? "made-up values" : "the values of the example"
    return DerivationError(
      type, at: place.text,
      "its init(from:) refused \(whose) (\(said)); give an example that it takes, such as"
        + " example: [\"name\": \"Ada\"]")
  }

  static func endless(_ type: any Any.Type, _ place: RecordingPlace) -> DerivationError {
    DerivationError(
      type, at: place.text,
      "it contains itself, or types without end, and not by an optional, an array or a dictionary")
  }
}

extension DecodingError {
  fileprivate var text: String? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.debugDescription
    @unknown default: nil
    }
  }
}
