import Sluice

/// A statement with names and values in it, which each database writes in its own form.
///
/// What is interpolated is a value, so that no text becomes a part of the statement by oversight: `\(name:)` is a name to
/// quote, and `\(sql:)` a text that is SQL already.
///
/// `"DELETE FROM \(table) WHERE \(name: "target") = \(target)"`
struct SQLStatement: ExpressibleByStringInterpolation, Hashable {
  fileprivate enum Part: Hashable {
    case words(String)
    case name(String)
    /// Nil is NULL.
    case value(String?)
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ words: String) { parts.append(.words(words)) }
    mutating func appendInterpolation(_ value: String?) { parts.append(.value(value)) }
    mutating func appendInterpolation(_ number: Int64) { parts.append(.words("\(number)")) }
    mutating func appendInterpolation(_ isTrue: Bool) {
      parts.append(.words(isTrue ? "TRUE" : "FALSE"))
    }
    mutating func appendInterpolation(name: String) { parts.append(.name(name)) }
    mutating func appendInterpolation(sql: String) { parts.append(.words(sql)) }
    mutating func appendInterpolation(_ table: SQLTableName) { parts.append(.words(table.sql)) }
    mutating func appendInterpolation(_ other: SQLStatement) { parts += other.parts }
  }

  private var parts: [Part]

  init(stringLiteral words: String) { parts = [.words(words)] }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  static func += (first: inout SQLStatement, second: SQLStatement) { first.parts += second.parts }

  /// The statement as text. `quoted` writes a name, and `value` a value or the place of a parameter for it.
  func text(_ quoted: (String) -> String, value: (String?) -> String) -> String {
    var text = ""
    for part in parts {
      switch part {
      case .words(let words): text += words
      case .name(let name): text += quoted(name)
      case .value(let given): text += value(given)
      }
    }
    return text
  }
}

extension Sequence<SQLStatement> {
  /// One after the other, with a text between two.
  func joined(_ separator: String) -> SQLStatement {
    var all: SQLStatement = ""
    for (number, statement) in enumerated() {
      if number > 0 { all += "\(sql: separator)" }
      all += statement
    }
    return all
  }
}

/// A table, as statements and messages call it.
struct SQLTableName: Hashable {
  /// As the caller gave it.
  let text: String
  /// For statements.
  let sql: String
  /// For messages: `table "events" in events.sqlite`.
  let words: String
}
