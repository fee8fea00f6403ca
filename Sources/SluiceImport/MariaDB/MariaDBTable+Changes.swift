/// The changes that a job may make to its table.
///
/// The server commits before each of them, so they are made before the job's first transaction, each one as a
/// whole: a job that is killed between two makes the rest when it is run again.
struct MariaDBTableChanges {
  let statements: [String]
  /// The columns that the table lacks, by their numbers among the job's.
  let missing: Set<Int>
  /// Columns of the table that the job leaves NULL.
  let note: ImportNote?

  init(
    of table: String, _ columns: [ImportColumn], _ changes: TableChanges,
    in connection: MariaDBConnection
  ) throws(ImportError) {
    let existing = try MariaDBTable.existing(table, in: connection)
    let known = try MariaDBUniqueness.indexes(of: table, in: connection)
    let names = try MariaDBNames(
      existing.map(\.name) + columns.map(\.name) + known.flatMap(\.columns), in: connection)
    let places = ColumnPlaces(existing.map(\.name), normal: { names[$0] })
    let given = ColumnPlaces(columns.map(\.name), normal: { names[$0] })
    missing = Set(columns.indices.filter { !places.contains(columns[$0].name) })
    var statements: [String] = []
    let quoted = MariaDBConnection.quoted(table)
    if changes.addsColumns {
      for column in missing.sorted().map({ columns[$0] }) {
        statements.append(
          "ALTER TABLE \(quoted) ADD COLUMN \(MariaDBConnection.quoted(column.name))"
            + " \(MariaDBTable.declaredType(column.type))")
      }
    }
    statements += MariaDBTableChanges.creations(
      changes.indexes.filter { index in
        let folded = TableIndex(index.columns.map { names[$0] }, isUnique: index.isUnique)
        return !known.contains { other in
          folded.isServed(by: other.columns.map { names[$0] }, isUnique: other.isUnique)
        }
      }, on: table)
    self.statements = statements
    note = TableChanges.note(
      lacking: existing.filter { found in
        found.isLeftNull && !given.contains(found.name)
      }.map(\.name), of: MariaDBTable.place(table, connection))
  }

  /// The statements that make indexes, whose names the server chooses.
  static func creations(_ indexes: [TableIndex], on table: String) -> [String] {
    indexes.map { index in
      let list = index.columns.map(MariaDBConnection.quoted).joined(separator: ", ")
      return
        "ALTER TABLE \(MariaDBConnection.quoted(table)) ADD \(index.isUnique ? "UNIQUE " : "")INDEX"
        + " (\(list))"
    }
  }

  static func make(
    _ table: String, _ columns: [ImportColumn], _ changes: TableChanges,
    in connection: MariaDBConnection
  ) throws(ImportError) -> ImportNote? {
    let found = try MariaDBTableChanges(of: table, columns, changes, in: connection)
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
