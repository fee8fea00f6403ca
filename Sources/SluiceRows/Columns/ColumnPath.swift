import Sluice
import SluiceQueries

/// The path from a record to a column's value.
///
/// A key path such as `actor.login` or `payload.commits.0.sha` (on an array, a step is an index), a JSON
/// Pointer such as `/actor/login`, which begins with a slash and is meant for keys with dots in them, or
/// `$` for the record itself. Unlike a cursor's key paths, `a.b` never means a field with that whole name:
/// write `/a.b`.
///
/// A path that begins with `$.` or `$[` is a JSONPath (RFC 9535), such as `$..id` or
/// `$.commits[?@.distinct].sha`, which may lead to several values; `$[]` is not one, but the elements of the
/// record (``RowSelection/explode``). See <doc:PathsToSeveralValues> for what columns, filters and keys make
/// of them.
public struct ColumnPath: Sendable, Hashable, CustomStringConvertible {
  /// The path in its original spelling.
  public let description: String
  /// From the record's root to the value; empty for the record itself.
  ///
  /// Only the names that a JSONPath begins with.
  package let steps: [PathStep]
  /// The query, if the path is a JSONPath.
  package let query: JSONQuery?

  /// The longest path, in steps: the walk over a record recurses once for each step.
  static let longest = 64

  /// Parses a path. O(length). Throws ``ImportError`` that says what is wrong with it.
  public init(parsing text: String) throws(ImportError) {
    description = text
    query = try ColumnPath.query(text)
    if let query {
      steps = query.leadingNames.prefix(ColumnPath.longest).map { PathStep(key: $0) }
      return
    }
    switch text.utf8.first {
    case nil: throw ImportError(.badColumn, "the path is empty; $ is the whole record")
    case UInt8(ascii: "/"):
      do throws(JSONError) {
        steps = try JSONPointer(text).steps
      } catch {
        throw ImportError(.badColumn, error.summary)
      }
    default:
      steps = text == "$" ? [] : JSONKeyPath(text).steps
      guard steps.allSatisfy({ !$0.key.isEmpty }) else {
        throw ImportError(
          .badColumn,
          "path \"\(text)\": expected a name before and after each dot; the empty key is"
            + " written as a JSON Pointer, such as /a//b")
      }
    }
    guard steps.count <= ColumnPath.longest else {
      throw ImportError(.badColumn, "path \"\(text)\": at most \(ColumnPath.longest) steps")
    }
  }

  /// Parses paths with a `|` between them. A text that begins as a JSON Pointer or as a JSONPath is one path.
  package static func several(_ text: String) throws(ImportError) -> [ColumnPath] {
    let first = text.utf8.first
    guard first != UInt8(ascii: "/"), first != UInt8(ascii: "$"), text.utf8.contains(separator)
    else { return [try ColumnPath(parsing: text)] }
    var paths: [ColumnPath] = []
    for part in text.utf8.split(separator: separator, omittingEmptySubsequences: false) {
      paths.append(try ColumnPath(parsing: String(decoding: part, as: UTF8.self)))
    }
    return paths
  }

  private static let separator = UInt8(ascii: "|")

  /// The same path in a form that stands alone in a column's text: as a JSON Pointer if a key has a `|`.
  var writtenAlone: ColumnPath {
    get throws(ImportError) {
      guard isKeyPath, description.utf8.contains(ColumnPath.separator) else { return self }
      return try ColumnPath(parsing: "\(JSONPointer(tokens: steps.map(\.key)))")
    }
  }

  /// The path in the form that tables are compiled from.
  var fieldPath: FieldPath { FieldPath(steps.map { .name($0.key) }) }

  /// Whether it is a key path, not a JSON Pointer.
  var isKeyPath: Bool { query == nil && description.utf8.first != UInt8(ascii: "/") }

  /// Parses a JSONPath; nil for any other path.
  private static func query(_ text: String) throws(ImportError) -> JSONQuery? {
    let start = Array(text.utf8.prefix(3))
    guard start.count > 1, start[0] == UInt8(ascii: "$"),
      start[1] == UInt8(ascii: ".") || start[1] == UInt8(ascii: "["),
      !start.elementsEqual("$[]".utf8)
    else { return nil }
    do throws(JSONError) {
      return try JSONQuery(text)
    } catch {
      throw ImportError(
        .badColumn,
        "\(error.summary) (a path that begins with $. or $[ is a JSONPath; a field named $ is written"
          + " as a JSON Pointer, such as /$/a)")
    }
  }

  /// The rest of the path after its first steps.
  func dropping(_ count: Int) -> ColumnPath {
    ColumnPath(description: description, steps: Array(steps.dropFirst(count)))
  }

  private init(description: String, steps: [PathStep]) {
    self.description = description
    self.steps = steps
    query = nil
  }

  public static func == (left: ColumnPath, right: ColumnPath) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ByteName(description)) }
}
