import SluiceSystem

extension JSONError {
  /// The operation of a patch that failed.
  public struct Operation: Sendable, Hashable {
    /// Its position in the patch, counted from 0.
    public let index: Int
    /// What it does: `replace`.
    public let name: String
    /// Where, a JSON Pointer.
    public let path: String

    /// For the front of a message.
    var words: String {
      "operation \(index) (\(name) \"\(TokenDescription.shortened(path))\"): "
    }
  }

  /// The operation of a JSON Patch that failed, if that is what the error is about.
  public var operation: Operation? { detail?.operation }

  /// The error as one of an operation.
  func of(_ operation: Operation) -> JSONError {
    var error = self
    var detail = self.detail ?? Detail(name: nil, reason: nil, location: nil)
    detail.operation = operation
    error.detail = detail
    return error
  }

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
