/// Where in a record a column's value stands: `actor.login`, `payload.commits[0].sha`, or `$` for the whole record.
///
/// A name with a dot or a bracket in it is written with quotes in brackets: `labels["app.kubernetes.io/name"]`. Names
/// between the quotes take `\"` and `\\`.
public struct ColumnPath: Sendable, Hashable, CustomStringConvertible {
  /// One step down.
  public enum Step: Sendable, Hashable {
    case field(String)
    case element(Int)
  }

  /// From the record's root to the value; empty for the record itself.
  public let steps: [Step]
  /// The path as it was written.
  public let description: String

  /// The deepest path: the walk over a record is recursive, one call a step.
  static let longest = 64

  /// Parses a path. O(length). Throws ``ImportError`` that says what is wrong with it.
  public init(parsing text: String) throws(ImportError) {
    var parser = ColumnPathParser(text)
    steps = try parser.steps()
    description = text
    guard steps.count <= ColumnPath.longest else {
      throw ImportError(.badColumn, "path \"\(text)\": at most \(ColumnPath.longest) steps")
    }
  }
}

/// Goes over a path's characters once.
private struct ColumnPathParser {
  private let text: String
  private let characters: [Character]
  private var next = 0

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  mutating func steps() throws(ImportError) -> [ColumnPath.Step] {
    var steps: [ColumnPath.Step] = []
    if characters.first == "$" {
      next = 1
      if next == characters.count { return [] }
      guard characters[1] == "." || characters[1] == "[" else {
        throw fault("expected '.' or '[' behind '$'")
      }
    } else if characters.first != "[" {
      steps.append(.field(try name()))
    }
    while next < characters.count {
      if characters[next] == "." {
        next += 1
        steps.append(.field(try name()))
      } else {
        steps.append(try bracket())
      }
    }
    return steps
  }

  /// A plain name, up to a dot or a bracket.
  private mutating func name() throws(ImportError) -> String {
    let start = next
    while next < characters.count, characters[next] != ".", characters[next] != "[" { next += 1 }
    guard next > start else { throw fault("expected a name at character \(start + 1)") }
    return String(characters[start..<next])
  }

  /// `[3]` or `["a.b"]`.
  private mutating func bracket() throws(ImportError) -> ColumnPath.Step {
    next += 1
    let step: ColumnPath.Step
    if next < characters.count, characters[next] == "\"" {
      step = .field(try quotedName())
    } else {
      let start = next
      while next < characters.count, characters[next] != "]" { next += 1 }
      guard let index = Int32(String(characters[start..<next])), index >= 0 else {
        throw fault("expected an element's number or a quoted name in the brackets")
      }
      step = .element(Int(index))
    }
    guard next < characters.count, characters[next] == "]" else { throw fault("expected ']'") }
    next += 1
    guard next == characters.count || characters[next] == "." || characters[next] == "[" else {
      throw fault("expected '.' or '[' behind ']'")
    }
    return step
  }

  private mutating func quotedName() throws(ImportError) -> String {
    next += 1
    var name = ""
    while next < characters.count, characters[next] != "\"" {
      if characters[next] == "\\", next + 1 < characters.count { next += 1 }
      name.append(characters[next])
      next += 1
    }
    guard next < characters.count else { throw fault("expected a closing quote") }
    next += 1
    return name
  }

  private func fault(_ reason: String) -> ImportError {
    ImportError(
      .badColumn,
      "path \"\(text)\": \(reason); a path looks like actor.login, commits[0].sha"
        + " or labels[\"a.b\"], and $ is the whole record")
  }
}
