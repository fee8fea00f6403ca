/// One column of the target: its name, its type, and where in a record its value stands.
///
/// ```swift
/// let columns = [
///   try ImportColumn(parsing: "id:int=id"),
///   try ImportColumn(parsing: "actor:text=actor.login"),
/// ]
/// ```
///
/// A value that is missing or `null` becomes NULL. A value of another type, or an integer that does
/// not fit `Int64`, makes the record a reject: it never becomes NULL or something near it.
public struct ImportColumn: Sendable, Hashable, CustomStringConvertible {
  public let name: String
  public let type: ColumnType
  public let path: ColumnPath

  /// Throws ``ImportError`` for a name that no table can have.
  public init(name: String, type: ColumnType, path: ColumnPath) throws(ImportError) {
    guard !name.isEmpty else { throw ImportError(.badColumn, "a column needs a name") }
    guard !name.utf8.contains(0) else {
      throw ImportError(.badColumn, "column \"\(name)\": a name can't hold U+0000")
    }
    self.name = name
    self.type = type
    self.path = path
  }

  /// Parses `NAME:TYPE=PATH`, such as `actor:text=actor.login`. The name may hold colons, but no
  /// `=`.
  ///
  /// Throws ``ImportError`` that names the part that is wrong.
  public init(parsing specification: String) throws(ImportError) {
    guard let equals = specification.firstIndex(of: "=") else {
      throw ImportColumn.fault(specification, "there is no '='")
    }
    let left = specification[..<equals]
    guard let colon = left.lastIndex(of: ":") else {
      throw ImportColumn.fault(specification, "there is no ':' before the '='")
    }
    let word = left[left.index(after: colon)...]
    guard let type = ColumnType(rawValue: String(word)) else {
      let types = ColumnType.allCases.map(\.rawValue).joined(separator: ", ")
      throw ImportColumn.fault(specification, "type \"\(word)\" is none of \(types)")
    }
    let name = String(left[..<colon])
    guard !name.isEmpty else { throw ImportColumn.fault(specification, "the name is empty") }
    let path = String(specification[specification.index(after: equals)...])
    do throws(ImportError) {
      try self.init(name: name, type: type, path: ColumnPath(parsing: path))
    } catch {
      throw ImportError(.badColumn, "column '\(specification)': \(error.message)")
    }
  }

  /// The column as `init(parsing:)` takes it.
  public var description: String { "\(name):\(type.rawValue)=\(path)" }

  private static func fault(_ specification: String, _ reason: String) -> ImportError {
    ImportError(
      .badColumn,
      "column '\(specification)': \(reason); expected NAME:TYPE=PATH, such as"
        + " actor:text=actor.login"
    )
  }
}
