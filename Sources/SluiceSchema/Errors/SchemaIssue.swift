/// One thing that is wrong with a payload.
public struct SchemaIssue: Sendable, Hashable {
  /// The place in the payload: `$.items[3].price`.
  public let path: String
  /// The key path as the schema declares it, from the object that it belongs to. Empty for the
  /// payload itself and for elements.
  public let keyPath: String
  /// What was expected, in words.
  public let expected: String
  /// What was found, in words, shortened: `string "12"`, `null`, `nothing`.
  public let found: String
  /// Where the value stands in the document, in bytes; of something missing, the object that it is
  /// missing in. Nil: not known.
  public let offset: Int?
  /// The line of the error's text: `Value for key path [price] is of incorrect type`.
  public let reason: String
}

extension SchemaIssue: CustomStringConvertible {
  /// What was expected, where, and what was found.
  public var description: String {
    let place = offset.map { " (byte \($0))" } ?? ""
    return "expected \(expected) at \(path), found \(found)\(place)"
  }
}
