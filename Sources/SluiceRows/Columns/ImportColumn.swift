public import Sluice

/// A column of the target: its name, its type, and where its values come from.
///
/// ```swift
/// let columns = [
///   try ImportColumn(parsing: "id:int=id"),
///   try ImportColumn(parsing: "actor:text=actor.login"),
/// ]
/// ```
///
/// Unless its ``contract`` says otherwise, a value that is missing or `null` becomes NULL. A value of
/// another type, or an integer that does not fit `Int64`, makes the record a reject: it never becomes NULL
/// or an approximation.
public struct ImportColumn: Sendable, Hashable {
  public let name: ByteName
  public let type: ColumnType
  public let origin: ColumnOrigin
  /// Where its values come from in records that have none at its path, or null: the first that is there.
  public private(set) var fallbacks: [ColumnPath] = []
  public var contract = ColumnContract()
  /// What it takes besides its type. What reads the column throws ``ImportError`` for words of another type.
  public var accepts = ColumnLeniency()

  /// A column with the value at a path. Throws ``ImportError`` for a name that no table can have.
  public init(
    name: ByteName, type: ColumnType, path: ColumnPath, contract: ColumnContract = ColumnContract()
  ) throws(ImportError) {
    try self.init(name: name, type: type, origin: .path(path))
    self.contract = contract
  }

  /// The same with other paths for records in which the first one leads to nothing or to null.
  ///
  /// Throws ``ImportError`` for a JSONPath among several paths.
  public init(
    name: ByteName, type: ColumnType, paths: [ColumnPath],
    contract: ColumnContract = ColumnContract()
  ) throws(ImportError) {
    guard let first = paths.first else {
      throw ImportError(.badColumn, "column \"\(name)\": expected a path, found none")
    }
    if paths.count > 1, let query = paths.first(where: { $0.query != nil }) {
      throw ImportError(
        .badColumn, "column \"\(name)\": the JSONPath \(query) can't be one of several paths")
    }
    try self.init(name: name, type: type, path: first, contract: contract)
    fallbacks = Array(paths.dropFirst())
  }

  /// A column with the same value in every row. Throws ``ImportError`` for a name that no table can have,
  /// and for a value that does not have the type.
  public init(name: ByteName, type: ColumnType, constant: String) throws(ImportError) {
    try self.init(name: name, type: type, origin: .constant(ColumnConstant(constant, as: type)))
  }

  package init(name: ByteName, type: ColumnType, origin: ColumnOrigin) throws(ImportError) {
    guard !name.text.isEmpty else { throw ImportError(.badColumn, "a column needs a name") }
    guard !name.text.utf8.contains(0) else {
      throw ImportError(.badColumn, "column \"\(name)\": a name can't hold U+0000")
    }
    if case .path(let path) = origin, path.query != nil, type.isNested {
      throw ImportError(
        .badColumn,
        "column \"\(name)\": a JSONPath can't fill a \(type); the type json keeps an array of what it"
          + " selects")
    }
    do throws(ImportError) {
      try type.check()
    } catch {
      throw ImportError(.badColumn, "column \"\(name)\": \(error.message)")
    }
    self.name = name
    self.type = type
    guard case .path(let path) = origin else {
      self.origin = origin
      return
    }
    self.origin = .path(try path.writtenAlone)
  }

  /// All paths that its values may come from.
  package var paths: [ColumnPath] { (path.map { [$0] } ?? []) + fallbacks }

  /// The paths with a `|` between them, as ``init(parsing:)`` takes them.
  package var pathText: String { paths.map(\.description).joined(separator: "|") }

  /// The path, if the values come from one.
  public var path: ColumnPath? { if case .path(let path) = origin { path } else { nil } }
}
