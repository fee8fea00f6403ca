import Sluice

/// The text of a type, as columns and job files have it.
extension ColumnType: CustomStringConvertible {
  /// The types that one type may hold below each other.
  package static let mostLevels = 16
  /// The types that one type may hold in all.
  package static let mostTypes = 1000

  /// What is written for a nested type.
  package static let nestedForms = "list<TYPE>, struct<NAME: TYPE, …> or map<text, TYPE>"

  /// Parses `int`, `list<int>`, `struct<name: text, size: int required>`, `map<text, real>`. Names of fields
  /// with other characters than ASCII letters, digits, `_`, `-`, `.` and `$` are JSON strings.
  ///
  /// O(length). Throws ``ImportError`` that says where which type or sign was expected, for names that occur
  /// twice, and for more than 16 levels or 1000 types.
  public init(parsing text: String) throws(ImportError) {
    var parser = ColumnTypeParser(text)
    self = try parser.type()
  }

  /// The text that ``init(parsing:)`` takes.
  public var description: String {
    switch self {
    case .int: "int"
    case .real: "real"
    case .text: "text"
    case .bool: "bool"
    case .json: "json"
    case .decimal: "decimal"
    case .date: "date"
    case .timestamp: "timestamp"
    case .epoch: "epoch"
    case .epochms: "epochms"
    case .epochus: "epochus"
    case .uuid: "uuid"
    case .blob: "blob"
    case .list(let element): "list<\(element)>"
    case .structure(let fields): "struct<\(fields.map(\.description).joined(separator: ", "))>"
    case .map(let value): "map<text, \(value)>"
    }
  }

  /// A type that holds no others; nil for any other text.
  package init?(scalar word: String) {
    guard let type = ColumnType.scalars.first(where: { $0.description == word }) else {
      return nil
    }
    self = type
  }

  /// Throws ``ImportError`` for a type that has no text: too deep, too large, without fields, or with two of
  /// one name.
  func check() throws(ImportError) {
    guard isNested else { return }
    var count = 0
    try check(level: 1, &count)
  }

  private func check(level: Int, _ count: inout Int) throws(ImportError) {
    count += 1
    guard level <= ColumnType.mostLevels else {
      throw ImportError(
        .badColumn,
        "a type holds at most \(ColumnType.mostLevels) levels of types: make the deepest of type json"
      )
    }
    guard count <= ColumnType.mostTypes else {
      throw ImportError(
        .badColumn,
        "a type holds at most \(ColumnType.mostTypes) types: make some parts of it of type json")
    }
    switch self {
    case .list(let inner), .map(let inner): try inner.check(level: level + 1, &count)
    case .structure(let fields):
      guard !fields.isEmpty else {
        throw ImportError(.badColumn, "a struct has at least one field: struct<NAME: TYPE>")
      }
      var names: Set<ByteName> = []
      for field in fields {
        guard !field.name.text.utf8.contains(0) else {
          throw ImportError(
            .badColumn, "field \(JSON.string(field.name.text)): a name can't hold U+0000")
        }
        guard names.insert(field.name).inserted else {
          throw ImportError(.badColumn, "the struct has two fields \(JSON.string(field.name.text))")
        }
        try field.type.check(level: level + 1, &count)
      }
    default: break
    }
  }
}

extension ColumnType.Field: CustomStringConvertible {
  /// The field as in the text of its struct.
  public var description: String {
    let isPlain = !name.text.isEmpty && name.text.utf8.allSatisfy(ColumnTypeParser.isPlain)
    // A column's text has its only "=" after its type.
    let quoted = "\(JSON.string(name.text))".utf8.flatMap { byte in
      byte == UInt8(ascii: "=") ? Array("\\u003d".utf8) : [byte]
    }
    let name = isPlain ? name.text : String(decoding: quoted, as: UTF8.self)
    return "\(name): \(type)\(isRequired ? " required" : "")"
  }
}
