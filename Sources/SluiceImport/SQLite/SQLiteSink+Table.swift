import Sluice

/// Makes the table when it is missing, and compares an existing one with the columns.
extension SQLiteSink {
  /// The statement that makes the table, or another table for the same rows.
  func creation(_ columns: [ImportColumn], key: [Int], of table: String? = nil) -> String {
    SQLiteConnection.creation(SQLiteConnection.quoted(table ?? self.table), columns, key)
  }

  /// Throws when replacing the table's rows would remove or change rows of other tables: only the user may
  /// decide that. Applies only where foreign keys are enforced, which depends on how SQLite was built.
  func checkCascades(in connection: SQLiteConnection) throws(ImportError) {
    let pragma = try connection.prepare("PRAGMA foreign_keys")
    guard try pragma.step(), pragma.integer(at: 0) != 0 else { return }
    let statement = try connection.prepare(
      """
      SELECT child.name, key.on_delete FROM sqlite_schema child, pragma_foreign_key_list(child.name) key
      WHERE child.type = 'table' AND lower(key."table") = ?1
        AND key.on_delete IN ('CASCADE', 'SET NULL', 'SET DEFAULT')
      """)
    try statement.bind(SQLiteSink.folded(table), at: 1)
    guard try statement.step() else { return }
    throw ImportError(
      .conflict,
      "replacing the rows of \(name) would change those of table \"\(statement.text(at: 0) ?? "")\", which"
        + " refers to them with ON DELETE \(statement.text(at: 1) ?? ""): take --mode upsert, or drop that"
        + " foreign key")
  }

  /// Whether the table exists. Throws when it does not take the columns; those that are to be added need
  /// not be there.
  func hasTable(
    for columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> Bool {
    let existing = try connection.existingColumns(of: table)
    guard !existing.isEmpty else { return false }
    let places = ColumnPlaces(existing.map(\.name), normal: \.asciiLowercased)
    for column in columns {
      if let place = places[column.name] {
        try compare(column, with: existing[place])
      } else if !changes.addsColumns {
        throw TablePlace(name).lacks(column, among: existing.map(\.name))
      }
    }
    let given = ColumnPlaces(columns.map(\.name), normal: \.asciiLowercased)
    for column in existing where column.mustBeGiven && !given.contains(column.name) {
      throw TablePlace(name).needs(column.name)
    }
    return true
  }

  private func compare(
    _ column: ImportColumn, with found: SQLiteConnection.ExistingColumn
  ) throws(ImportError) {
    guard !found.isGenerated else { throw TablePlace(name).computes(column) }
    let affinity = Affinity(ofDeclaredType: found.type)
    guard affinity.keeps(column.type) else {
      throw ImportError(
        .conflict,
        "\(name) declares the column \"\(column.name)\" as \(found.type), which would change"
          + " \(column.type) values; expected \(SQLiteConnection.declaredType(column.type))")
    }
  }

  /// SQLite compares names without regard to the case of ASCII letters.
  static func folded(_ name: ByteName) -> ByteName { name.asciiLowercased }

  static func folded(_ name: String) -> String { ByteName(name).asciiLowercased.text }
}

extension SQLiteConnection {
  struct ExistingColumn {
    let name: ByteName
    let type: String
    let mustBeGiven: Bool
    let isGenerated: Bool
    /// A row that says nothing has NULL there.
    let isLeftNull: Bool
  }

  func existingColumns(of table: String) throws(ImportError) -> [ExistingColumn] {
    let statement = try prepare(
      "SELECT name, type, \"notnull\" AND dflt_value IS NULL AND NOT pk, hidden,"
        + " dflt_value IS NULL AND NOT pk AND hidden = 0"
        + " FROM pragma_table_xinfo(?1)")
    try statement.bind(table, at: 1)
    var columns: [ExistingColumn] = []
    while try statement.step() {
      columns.append(
        ExistingColumn(
          name: ByteName(statement.text(at: 0) ?? ""), type: statement.text(at: 1) ?? "",
          mustBeGiven: statement.integer(at: 2) != 0, isGenerated: statement.integer(at: 3) > 1,
          isLeftNull: statement.integer(at: 4) != 0))
    }
    return columns
  }
}

extension SQLTarget {
  /// A table of SQLite, which treats names that differ only in the case of ASCII letters as one table.
  init(table: String, _ identity: String?, _ mode: WriteMode, mayBeEmpty: Bool = false) {
    self.init(
      table, recorded: SQLiteSink.folded(table), identity, mode, mayBeEmpty: mayBeEmpty)
  }
}

/// How SQLite converts values for a column, by the column's declared type (sqlite.org/datatype3.html
/// section 3.1).
enum Affinity {
  case integer, text, blob, real, numeric

  init(ofDeclaredType type: String) {
    let type = type.uppercased()
    self =
      if type.contains("INT") {
        .integer
      } else if type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT") {
        .text
      } else if type.contains("BLOB") || type.isEmpty {
        .blob
      } else if type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB") {
        .real
      } else {
        .numeric
      }
  }

  /// Whether values of this type are stored unchanged.
  func keeps(_ type: ColumnType) -> Bool {
    switch (self, type.storage) {
    case (.blob, _): true
    case (.integer, .integer), (.integer, .boolean): true
    case (.numeric, .integer), (.numeric, .boolean): true
    case (.real, .real): true
    case (.text, .blob), (.text, .integer), (.text, .real), (.text, .boolean): false
    case (.text, _): true
    // Text that is not a number stays unchanged: columns declared as DATE, DATETIME or UUID hold such text.
    case (.numeric, .date), (.numeric, .timestamp), (.numeric, .uuid): true
    default: false
    }
  }
}
