public import Sluice

/// Handles bad items, and values that are not arrays, for array rules.
@usableFromInline
struct ItemFailure: Sendable {
  private let type: Any.Type
  private let handler: (@Sendable (any Error) throws -> Void)?

  @usableFromInline
  init(_ type: Any.Type, _ handler: (@Sendable (any Error) throws -> Void)?) {
    self.type = type
    self.handler = handler
  }

  /// Throws for a value that is not an array, and throws `depth-exceeded`.
  @usableFromInline
  func enter(_ array: JSONPosition) throws {
    guard array.byte == Byte.openBracket else {
      if let fault = array.scalarFault { throw fault }
      let type = type
      throw RuleError.unexpected(array, expected: { "array of \(type)" })
    }
    try unsafe array.context.enterPlan(at: array)
  }

  /// Whether to drop references of items that are left out.
  @usableFromInline
  func undoes(in array: JSONPosition) -> Bool { handler != nil && array.hasReferences }

  /// Passes the error to the handler; returns when the item is to be left out.
  @usableFromInline @inline(never)
  func handle(_ error: any Error, of item: JSONPosition, index: Int, number: Int) throws {
    let error = RuleError.translated(error, near: item)
    // Invalid JSON is not the fault of an item.
    if error is JSONError { throw error }
    do {
      guard let handler else { throw error }
      try handler(error)
    } catch let cause as RuleError {
      let type = type
      throw RuleError.invalidJSONType(
        RuleError.Message(RuleError.FailureLocation(steps: [.ArrayIndex(index)])) {
          "Unable to validate array of \(type): item #\(number) could not be validated."
        }, cause)
    }
  }
}
