import Sluice

/// The path from a record to a column's value.
///
/// A key path such as `actor.login` or `payload.commits.0.sha` (on an array, a step is an index), a JSON
/// Pointer such as `/actor/login`, which begins with a slash and is meant for keys with dots in them, or
/// `$` for the record itself. Unlike a cursor's key paths, `a.b` never means a field with that whole name:
/// write `/a.b`.
public struct ColumnPath: Sendable, Hashable, CustomStringConvertible {
  /// The path in its original spelling.
  public let description: String
  /// From the record's root to the value; empty for the record itself.
  package let steps: [PathStep]

  /// The longest path, in steps: the walk over a record recurses once for each step.
  static let longest = 64

  /// Parses a path. O(length). Throws ``ImportError`` that says what is wrong with it.
  public init(parsing text: String) throws(ImportError) {
    description = text
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

  /// The path in the form that tables are compiled from.
  var fieldPath: FieldPath { FieldPath(steps.map { .name($0.key) }) }

  /// Whether it is a key path, not a JSON Pointer.
  var isKeyPath: Bool { description.utf8.first != UInt8(ascii: "/") }

  /// The rest of the path after its first steps.
  func dropping(_ count: Int) -> ColumnPath {
    ColumnPath(description: description, steps: Array(steps.dropFirst(count)))
  }

  private init(description: String, steps: [PathStep]) {
    self.description = description
    self.steps = steps
  }

  public static func == (left: ColumnPath, right: ColumnPath) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
