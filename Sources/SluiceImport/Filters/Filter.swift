/// Which records are taken: a condition on their values, parsed once.
///
/// ```swift
/// let filter = try Filter("type = 'PushEvent' and payload.size >= 3 and not exists payload.ref")
/// ```
///
/// ```
/// condition   what holds of the value at PATH
/// PATH = 5    it equals the number, string, true, false or null; also == != <> < <= > >=
/// PATH in (1, 'a')         it equals one of them; also: PATH not in (…)
/// exists PATH              there is one, null included
/// PATH                     it is true
/// PATH contains 'a'        a string with that part, or an array with such an element
/// PATH startsWith 'a'      a string that begins so; also endsWith
/// PATH matches '^a+$'      a string in which the regular expression is found (Swift's Regex)
/// not … and … or (…)       in that order of strength
/// ```
///
/// A PATH is that of a ``ColumnPath``; one with spaces or signs in it, or that is a word of the
/// language, stands in backticks. A string in single quotes is taken as it is, with '' for a quote in
/// it; one in double quotes has JSON's escapes.
///
/// What is missing, and what is of another type, equals nothing and is neither less nor greater: then
/// `PATH != 5` holds, as it is `not PATH = 5`. Strings compare by their UTF-8 bytes. Numbers
/// compare exactly, as they are written: `1e2` equals `100.0`, and `9223372036854775807` does not equal
/// `9223372036854775808`.
///
/// A record is not taken apart for it: each wanted value is looked at where it stands, and none behind
/// the first that decides.
public struct Filter: Sendable, Hashable, CustomStringConvertible {
  /// The condition in its original spelling.
  public let description: String
  let expression: FilterExpression
  /// The paths that it tests, each once.
  let paths: [ColumnPath]

  /// Parses a condition. O(length). Throws ``ImportError`` of kind `badFilter`, which says where the text
  /// is wrong, what was found and what was expected.
  public init(_ text: String) throws(ImportError) {
    var parser = try FilterParser(text)
    expression = try parser.parse()
    paths = parser.paths
    description = text
  }

  public static func == (left: Filter, right: Filter) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
