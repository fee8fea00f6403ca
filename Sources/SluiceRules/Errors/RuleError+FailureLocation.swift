public import Sluice

/// The place and content of the value that caused the error.
extension RuleError: LocatedError {
  /// The path of the value, relative to where the outermost rule began: `$.folders[0].size`. For a
  /// missing field, the path where it should be.
  public var path: String {
    for error in chain {
      if let path = error.message.place?.wholePath { return path }
    }
    return "$" + JSONPath(chain.flatMap { $0.message.place?.steps ?? [] }).accessors
  }

  /// What the rule expected, in words, such as `Int64`.
  public var expected: String? { innermost { $0.expected?() } }

  /// What was found, shortened.
  public var found: String? { innermost(\.found) }

  /// The offset of the value in its document (for a feed, in its record's line), in bytes, after a
  /// byte order mark. For a missing field, the offset of its object.
  public var offset: Int? { innermost(\.offset) }

  /// One line: what was expected, where, and what was found.
  ///
  /// ```
  /// expected Int64 at $.folders[0].size, found string "256 Error!" (byte 69)
  /// ```
  ///
  /// An error made from a text has that text and its path.
  public var summary: String {
    let last = chain.last ?? self
    let place = last.message.place
    guard let expected = place?.expected?(), let found = place?.found else {
      let text = place?.underlying.map { "\($0)" } ?? "\(last.message)"
      return path == "$" ? text : "\(text) (at \(path))"
    }
    let byte = place?.offset.map { " (byte \($0))" } ?? ""
    return
      "expected \(expected) at \(path), found \(JSONDescription.words(found, place?.kind))\(byte)"
  }

  private func innermost<Part>(_ part: (FailureLocation) -> Part?) -> Part? {
    for error in chain.reversed() {
      if let place = error.message.place, let found = part(place) { return found }
    }
    return nil
  }

  /// Returns the same error with all its offsets set to this one. Offsets inside a document in a
  /// string mean nothing in the outer document.
  func moved(to offset: Int) -> RuleError {
    switch self {
    case .invalidJSONType(let message, let cause):
      .invalidJSONType(message.moved(to: offset), cause?.moved(to: offset))
    case .expectedNotFound(let message, let cause):
      .expectedNotFound(message.moved(to: offset), cause?.moved(to: offset))
    case .invalidJSONSerialization(let message, let fault):
      .invalidJSONSerialization(message.moved(to: offset), fault)
    case .invalidDump(let message, let cause):
      .invalidDump(message.moved(to: offset), cause?.moved(to: offset))
    case .unmetRequirement(let message, let cause):
      .unmetRequirement(message.moved(to: offset), cause?.moved(to: offset))
    }
  }

  /// What is known about a rejected value.
  struct FailureLocation: Sendable {
    /// The steps from the rule's own value to the one that the error is about.
    var steps: [JSONPath.PathElement] = []
    /// The path from the document's root, if that is known instead.
    var wholePath: String?
    var expected: (@Sendable () -> String)?
    var found: String?
    /// The kind of `found`.
    var kind: JSONKind?
    var offset: Int?
    /// The underlying error, if it is not a `RuleError`.
    var underlying: (any Error)?
  }
}
