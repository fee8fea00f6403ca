import CSQLite
import Sluice

/// The changes that a job may make to its table.
extension SQLiteSink {
  /// The statements that give an existing table what the job has and it lacks, as far as the caller has
  /// asked for that.
  func statements(
    changing columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> [String] {
    var statements: [String] = []
    let target = SQLiteConnection.quoted(table)
    let missing = try missingColumns(columns, in: connection)
    if changes.addsColumns {
      for column in missing {
        statements.append(
          "ALTER TABLE \(target) ADD COLUMN \(SQLiteConnection.quoted(column.name))"
            + " \(SQLiteSink.declaredType(column.type))")
      }
    }
    return statements + (try indexStatements(in: connection))
  }

  /// The columns that an existing table lacks.
  func missingColumns(
    _ columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> [ImportColumn] {
    let existing = try existingColumns(in: connection)
    guard !existing.isEmpty else { return [] }
    let known = Set(existing.map { SQLiteSink.folded($0.name) })
    return columns.filter { !known.contains(SQLiteSink.folded($0.name)) }
  }

  /// The statements for the indexes that are missing, of a table that need not exist yet.
  func indexStatements(in connection: SQLiteConnection) throws(ImportError) -> [String] {
    guard !changes.indexes.isEmpty else { return [] }
    let known = try knownIndexes(in: connection)
    var names: Set<ByteName> = []
    var statements: [String] = []
    for index in changes.indexes {
      let columns = index.columns.map(\.asciiLowercased)
      let folded = TableIndex(columns, isUnique: index.isUnique)
      guard !known.contains(where: { folded.isServed(by: $0.columns, isUnique: $0.isUnique) })
      else { continue }
      let name = try freeName(for: index, apartFrom: &names, in: connection)
      let list = index.columns.map(SQLiteConnection.quoted).joined(separator: ", ")
      statements.append(
        "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(SQLiteConnection.quoted(name))"
          + " ON \(SQLiteConnection.quoted(table)) (\(list))")
    }
    return statements
  }

  /// The indexes without a condition, with their columns in lowercase; also the table's row number.
  private func knownIndexes(
    in connection: SQLiteConnection
  ) throws(ImportError) -> [(columns: [ByteName], isUnique: Bool)] {
    var known: [(columns: [ByteName], isUnique: Bool)] = []
    let list = try connection.prepare(
      "SELECT name, \"unique\" FROM pragma_index_list(?1) WHERE NOT partial")
    try list.bind(table, at: 1)
    while try list.step() {
      let parts = try connection.prepare(
        "SELECT name, coll FROM pragma_index_xinfo(?1) WHERE key ORDER BY seqno")
      try parts.bind(list.text(at: 0), at: 1)
      var columns: [ByteName] = []
      while try parts.step() {
        // An expression has no name, and equals no column.
        let isPlain = parts.text(at: 1) == "BINARY"
        columns.append(isPlain ? ByteName(parts.text(at: 0) ?? "").asciiLowercased : "")
      }
      known.append((columns, list.integer(at: 1) != 0))
    }
    let keys = try connection.prepare(
      "SELECT name FROM pragma_table_info(?1) WHERE pk ORDER BY pk")
    try keys.bind(table, at: 1)
    var primary: [ByteName] = []
    while try keys.step() { primary.append(ByteName(keys.text(at: 0) ?? "").asciiLowercased) }
    if !primary.isEmpty { known.append((primary, true)) }
    return known
  }

  /// Names of indexes are unique within the database.
  private func freeName(
    for index: TableIndex, apartFrom names: inout Set<ByteName>, in connection: SQLiteConnection
  ) throws(ImportError) -> String {
    let plain = "idx_\(table)_\(index.columns.map(\.text).joined(separator: "_"))"
    let taken = try connection.prepare("SELECT 1 FROM sqlite_schema WHERE lower(name) = ?1")
    var (name, number) = (plain, 1)
    while true {
      let folded = ByteName(name).asciiLowercased
      try taken.bind(folded.text, at: 1)
      let isTaken = try taken.step()
      taken.reset()
      if !isTaken, names.insert(folded).inserted { return name }
      number += 1
      name = "\(plain)_\(number)"
    }
  }

  /// Changes the table. Inside a transaction.
  func change(
    _ columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) {
    for statement in try statements(changing: columns, in: connection) {
      do throws(ImportError) {
        try connection.execute(statement)
      } catch {
        throw unchanged(statement, error)
      }
    }
  }

  private func unchanged(_ statement: String, _ error: ImportError) -> ImportError {
    ImportError(
      .conflict, "\(name) can't be changed, and nothing was written: \(statement): \(error.message)"
    )
  }

  /// Columns of an existing table that the job leaves NULL.
  func lackingNote(
    _ columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> ImportNote? {
    let given = Set(columns.map { SQLiteSink.folded($0.name) })
    let names = try existingColumns(in: connection).filter { existing in
      existing.isLeftNull && !given.contains(SQLiteSink.folded(existing.name))
    }.map(\.name)
    return TableChanges.note(lacking: names, of: name)
  }
}
