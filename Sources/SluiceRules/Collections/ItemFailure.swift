public import Sluice

/// What an array rule does with what is no array, and with an item that is bad.
@usableFromInline
struct ItemFailure: Sendable {
  private let type: Any.Type
  private let handler: (@Sendable (any Error) throws -> Void)?

  @usableFromInline
  init(_ type: Any.Type, _ handler: (@Sendable (any Error) throws -> Void)?) {
    self.type = type
    self.handler = handler
  }

  /// Throws for what is no array; `depth-exceeded`.
  @usableFromInline
  func enter(_ array: JSONPosition) throws {
    guard array.byte == Byte.openBracket else {
      guard array.kind != nil else { throw array.literalError(.array) }
      let type = type
      throw RuleError.unexpected(array, expected: { "array of \(type)" })
    }
    try array.index.enterPlan(at: array)
  }

  /// Whether references of items that are left out are to be dropped with them.
  @usableFromInline
  func undoes(in array: JSONPosition) -> Bool { handler != nil && array.hasReferences }

  /// Hands the error to the handler; returns when the item is to be left out.
  @usableFromInline @inline(never)
  func take(_ error: any Error, of item: JSONPosition, index: Int, number: Int) throws {
    let error = RuleError.translated(error, near: item)
    // Text that is no JSON is nobody's bad item.
    if error is JSONError { throw error }
    do {
      guard let handler else { throw error }
      try handler(error)
    } catch let cause as RuleError {
      let type = type
      throw RuleError.invalidJSONType(
        RuleError.Message(RuleError.Place(steps: [.ArrayIndex(index)])) {
          "Unable to validate array of \(type): item #\(number) could not be validated."
        }, cause)
    }
  }
}
