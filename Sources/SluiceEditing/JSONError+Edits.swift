import Sluice

extension JSONError {
  static func failedTest(
    at path: String, expected: JSON, found: JSON, offset: Int
  ) -> JSONError {
    JSONError(
      .testFailed, at: offset, name: path,
      reason: "expected \(words(expected)), found \(words(found))")
  }

  /// The start of a value's text.
  private static func words(_ json: JSON) -> String {
    switch json {
    case .array, .object:
      // A large value is not written to show its start.
      guard JSONExtent(of: json, mostValues: 20).values <= 20 else {
        return json.array == nil ? "another object" : "another array"
      }
      return TokenDescription.shortened("\(json)")
    default: return TokenDescription.shortened("\(json)")
    }
  }

  /// The error for a patch that is not one.
  static func invalidPatch(_ reason: String) -> JSONError {
    JSONError(.invalidPatch, at: 0, name: nil, reason: reason)
  }
}
