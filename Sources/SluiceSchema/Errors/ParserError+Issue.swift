extension ParserError {
  /// One fault of a payload.
  public struct Issue: Sendable, Hashable {
    /// The path in the payload: `$.items[3].price`.
    public let path: String
    /// The key path as the schema declares it, relative to the object that it belongs to. Empty for
    /// the payload itself and for elements.
    public let keyPath: String
    /// What was expected, in words.
    public let expected: String
    /// What was found, in words, shortened: `string "12"`, `null`, `nothing`.
    public let found: String
    /// The value's offset in the document, in bytes; for a missing value, the offset of the object
    /// that lacks it. Nil when unknown.
    public let offset: Int?
    /// The line of the error's text: `Value for key path [price] is of incorrect type`.
    public let reason: String
  }
}

extension ParserError.Issue: CustomStringConvertible {
  /// What was expected, where, and what was found.
  public var description: String {
    let place = offset.map { " (byte \($0))" } ?? ""
    return "expected \(expected) at \(path), found \(found)\(place)"
  }
}
