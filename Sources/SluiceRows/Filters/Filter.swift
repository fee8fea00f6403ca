/// A condition on the values of records, parsed once: decides which records are taken.
///
/// ```swift
/// let filter = try Filter("type = 'PushEvent' and payload.size >= 3 and not exists payload.ref")
/// ```
///
/// ```
/// condition   holds when
/// PATH = 5    the value at PATH equals the number, string, true, false or null; also == != <> < <= > >=
/// PATH in (1, 'a')         it equals one of them; also: PATH not in (…)
/// exists PATH              it exists, even as null
/// PATH                     it is true
/// PATH contains 'a'        it is a string with that part, or an array with that element
/// PATH startsWith 'a'      it is a string that begins with that; also endsWith
/// PATH matches '^a+$'      it is a string in which the regular expression is found
/// PATH accepts text < 5    the same for a string that is a number by JSON's grammar; also for = != in true false
/// not … and … or (…)       in order of precedence
/// ```
///
/// A PATH is a ``ColumnPath``. Paths with spaces or signs in them, and those that are words of the
/// language, need backticks. A string in single quotes is taken literally, with '' for a quote in it; one
/// in double quotes has JSON's escapes.
///
/// Missing values and values of another type equal nothing, and are neither less nor greater: then
/// `PATH != 5` holds, because it means `not PATH = 5`. Strings compare by their UTF-8 bytes. Numbers
/// compare exactly, by their text: `1e2` equals `100.0`, and `9223372036854775807` does not equal
/// `9223372036854775808`.
///
/// Looks up each value in the record without decoding the rest, and none after the first that decides.
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
