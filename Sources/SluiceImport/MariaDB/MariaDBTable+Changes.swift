import Sluice

extension MariaDBConnection {
  func existing(
    _ table: SQLTableName, for columns: [ImportColumn]
  ) throws(ImportError) -> ExistingTable {
    let existing = try MariaDBTable.existing(table.text, in: self)
    let known = try MariaDBUniqueness.indexes(of: table.text, in: self)
    let names = try MariaDBNames(
      existing.map(\.name) + columns.map(\.name) + known.flatMap(\.columns), in: self)
    return ExistingTable(
      columns: existing.map { ($0.name, $0.isLeftNull) },
      serves: ExistingTable.serving(
        known.map { ($0.columns, $0.isUnique) }, normal: { names[$0] }),
      normal: { names[$0] })
  }

  /// The server chooses their names.
  func creations(of indexes: [TableIndex], on table: SQLTableName) -> [String] {
    indexes.map { index in
      let list = index.columns.map(MariaDBConnection.quoted).joined(separator: ", ")
      return "ALTER TABLE \(table.sql) ADD \(index.isUnique ? "UNIQUE " : "")INDEX (\(list))"
    }
  }
}

/// The changes that a job may make to its table.
extension MariaDBSink {
  /// Compares the table with the job.
  func changes(
    of columns: [ImportColumn], in connection: MariaDBConnection
  ) throws(ImportError) -> SQLTableChanges {
    try SQLTableChanges(of: connection.table(named: table), columns, changes, in: connection)
  }

  /// The server commits before each of them, so they are made before the job's first transaction, each one as a
  /// whole: a job that is killed between two makes the rest when it is run again.
  func change(
    _ columns: [ImportColumn], in connection: MariaDBConnection
  ) throws(ImportError) -> ImportNote? {
    let found = try changes(of: columns, in: connection)
    for statement in found.statements {
      let answer = connection.run(statement)
      guard !answer.isDone else { continue }
      let error = connection.fault(answer)
      guard !answer.isLost else { throw error }
      throw ImportError(
        .conflict,
        "\(MariaDBTable.place(table, connection)) can't be changed, and no row was written: \(statement):"
          + " \(error.message)")
    }
    return found.note
  }
}
