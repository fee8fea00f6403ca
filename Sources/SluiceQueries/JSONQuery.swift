public import Sluice

/// A JSONPath query (RFC 9535), parsed once: `$.store.book[?@.price < 10].title`.
///
/// ```swift
/// let titles = try JSONQuery("$..book[?@.price < 10].title")
/// try titles.forEach(in: root) { title in print(try title.string) }
/// ```
///
/// All of the RFC: names, wildcards, indexes, slices and filters, in child and descendant segments; comparisons, `&&`,
/// `||`, `!`, existence tests, and the functions `length`, `count`, `value`, `match` and `search`, whose patterns are
/// I-Regexps (RFC 9485). In a pattern, `^` and `$` outside brackets match the start and the end of the text. Numbers
/// compare exactly, whatever their digits; strings by their Unicode scalars. Names compare by their unescaped value.
///
/// A name selects the field that counts under the reader's duplicate-key policy (Sluice's page RepeatedKeys). Wildcards, filters
/// and descendant segments visit all fields, as `JSONCursor.fields` does.
///
/// A query takes at most 65,536 bytes and 32 levels of parentheses, filters and function calls inside each other.
public struct JSONQuery: Sendable, Hashable, CustomStringConvertible {
  /// The query as it was given.
  public let description: String
  let segments: [QuerySegment]

  /// The most bytes that a query may have.
  static let largestSize = 1 << 16

  /// Parses a query. O(length).
  ///
  /// Throws `invalid-path` for text that is not a query by the grammar and the typing rules of RFC 9535, with the offset
  /// of the first byte that does not fit, and for a query beyond the limits.
  public init(_ text: String) throws(JSONError) {
    var reader = try QueryReader(text)
    segments = try reader.query()
    description = text
  }

  /// Whether the query selects at most one value of any document: names and indexes only.
  public var isSingular: Bool { segments.allSatisfy(\.isSingular) }

  /// Equal for the same text.
  public static func == (left: JSONQuery, right: JSONQuery) -> Bool {
    haveSameUTF8(left.description, right.description)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
