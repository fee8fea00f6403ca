package import Sluice

/// A column that takes what was seen at a path.
public struct InferredColumn: Sendable {
  /// The column in the form that an import takes.
  public let column: ImportColumn
  /// The path of its values.
  public let path: ColumnPath
  /// What was seen there.
  public let value: InferredValue
  /// Whether there was a record without a value.
  public let isNullable: Bool

  /// Whether a command line can name the column: no argument of a program can hold U+0000.
  public var isWritable: Bool { !column.description.utf8.contains(0) }
}

extension InferredColumn {
  /// A table of SQLite has 2000 columns at the most, one of PostgreSQL 1600.
  static let most = 1000

  /// Columns that take every record like those that were seen.
  ///
  /// A path at which only objects were seen becomes columns of their fields, as long as the columns are at
  /// most `most` in all; upper levels come first. Everything else that is not of one scalar type becomes a
  /// column of JSON with the text of the record, or of a nested type. Instead of the array `exploded`, its elements are
  /// taken, as if they were objects of the record; without any, it has no column.
  static func columns(
    for record: InferredValue, records: Int64, as kind: InferredColumns,
    exploded: InferredPath? = nil
  ) throws(ImportError) -> [Self] {
    guard records > 0 else { return [] }
    var builder = ColumnBuilder(
      opened: opened(below: record, exploded), records: records, kind: kind, exploded: exploded)
    try builder.add(record)
    return builder.columns
  }

  /// The paths of the objects that become columns of their fields.
  private static func opened(
    below record: InferredValue, _ exploded: InferredPath?
  ) -> Set<InferredPath> {
    var opened: Set<InferredPath> = []
    // The record itself must be an object: an import refuses null where it expects fields.
    guard record.kinds.null == 0 else { return opened }
    var columns = 1
    var level = [exploded == record.path ? record.element ?? record : record]
    while !level.isEmpty {
      var next: [InferredValue] = []
      for value in level where value.type == .object && !value.fields.isEmpty {
        // What was only counted would be lost; it is in the JSON of the object.
        guard value.unlisted == 0 || value.path.steps.isEmpty else { continue }
        let more = value.fields.count - 1
        guard columns + more <= most else { continue }
        columns += more
        opened.insert(value.path)
        next += value.fields.map { $0.path == exploded ? $0.element ?? $0 : $0 }
      }
      level = next
    }
    return opened
  }
}

/// Assembles columns in the order of the fields, each with a unique name.
private struct ColumnBuilder {
  let opened: Set<InferredPath>
  let records: Int64
  let kind: InferredColumns
  let exploded: InferredPath?
  /// How many elements there were, while their values are added.
  private var elements: Int64?
  private(set) var columns: [InferredColumn] = []
  private var names = ColumnNames()

  init(
    opened: Set<InferredPath>, records: Int64, kind: InferredColumns, exploded: InferredPath?
  ) {
    self.opened = opened
    self.records = records
    self.kind = kind
    self.exploded = exploded
  }

  mutating func add(_ value: InferredValue) throws(ImportError) {
    if value.path == exploded {
      guard let element = value.element else { return }
      elements = element.kinds.count
      defer { elements = nil }
      return try add(element)
    }
    if opened.contains(value.path) {
      for field in value.fields { try add(field) }
      return
    }
    guard let text = value.path.columnText(exploding: exploded) else { return }
    let path = try ColumnPath(parsing: text)
    let column = try ImportColumn(
      name: names.name(for: value.path.fieldNames),
      type: value.columnType(for: kind), path: path)
    columns.append(
      InferredColumn(
        column: column, path: path, value: value,
        isNullable: value.kinds.count < elements ?? records || value.kinds.null > 0))
  }
}

/// Names for columns: letters, digits and `_`, short enough for every database. No database takes two of
/// them for the same name.
package struct ColumnNames {
  /// In lowercase, and as Swift's strings: equal if a database could take them for one name.
  private var taken: Set<String> = []
  /// Names in PostgreSQL have at most 63 bytes; room is left for a number.
  private static let longest = 56

  package init() {}

  /// Beside names that are there.
  package init(taken names: [ByteName]) { taken = Set(names.map { $0.text.lowercased() }) }

  package mutating func name(for keys: [String]) -> ByteName {
    var base = ""
    for key in keys.isEmpty ? ["record"] : keys {
      if !base.isEmpty { base += "_" }
      for scalar in key.unicodeScalars {
        let isLetter = scalar.properties.isXIDContinue
        base.unicodeScalars.append(isLetter ? scalar : "_")
      }
    }
    while base.utf8.count > ColumnNames.longest { base.unicodeScalars.removeLast() }
    // A colon follows the name: it must stay a character of its own.
    if base.isEmpty || (base + ":").count == base.count { base += "_" }
    return free(base)
  }

  /// The name itself, or with the first number that makes it another one.
  package mutating func free(_ base: String) -> ByteName {
    var name = base
    var number = 2
    while !taken.insert(name.lowercased()).inserted {
      name = "\(base)_\(number)"
      number += 1
    }
    return ByteName(name)
  }
}
