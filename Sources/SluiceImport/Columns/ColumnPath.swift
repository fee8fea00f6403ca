import Sluice

/// Where in a record a column's value stands.
///
/// A key path such as `actor.login` or `payload.commits.0.sha` (on an array a step is an index), a
/// JSON Pointer such as `/actor/login`, which begins with a slash and serves for keys with dots in
/// them, or `$` for the record itself. Unlike a cursor's key paths, `a.b` never means a field of
/// that whole name: write `/a.b`.
public struct ColumnPath: Sendable, Hashable, CustomStringConvertible {
  /// The path as it was written.
  public let description: String
  /// From the record's root to the value; empty for the record itself.
  package let steps: [PathStep]

  /// The deepest path: the walk over a record is recursive, one call a step.
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
          "path \"\(text)\": expected a name before and behind each dot; the empty key is"
            + " written as a JSON Pointer, such as /a//b")
      }
    }
    guard steps.count <= ColumnPath.longest else {
      throw ImportError(.badColumn, "path \"\(text)\": at most \(ColumnPath.longest) steps")
    }
  }

  /// Whether it is no JSON Pointer.
  var isKeyPath: Bool { description.utf8.first != UInt8(ascii: "/") }

  /// What is left of the path behind its first steps.
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
