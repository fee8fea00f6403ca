import CSQLite
import Sluice
import SluiceSystem

extension SQLiteReplacement {
  /// Replaces the old rows and their progress with the gathered ones. Inside a transaction, which the
  /// caller rolls back when this throws.
  ///
  /// Rows are deleted and inserted: the table stays the same, with its indexes, triggers and views. Only
  /// the job's columns of each row are copied; the target makes all others.
  func publish(
    _ columns: [ImportColumn], _ gathered: GatheredRows, tableID: String?,
    in connection: SQLiteConnection
  ) throws(ImportError) {
    try checkIsThere(in: connection)
    guard try schema == SQLiteReplacement.schema(of: target, in: connection) else {
      throw ImportError(
        .conflict,
        "table \"\(target)\" in \(connection.path) was changed while its replacement was gathered: its"
          + " old rows are unchanged. Run the same command again, which begins anew")
    }
    // A table that replaces rows by itself has fewer than were stored.
    if !schema.uppercased().contains("REPLACE") {
      try GatheringTable.check(
        side, found: count(in: connection),
        gathered: gathered.count(
          with: SQLProgressTable(in: connection).rows(of: SQLiteSink.folded(side))))
    }
    let copy = try prepareCopy(columns, in: connection)
    let kind = try SQLiteTableKind.of(target, in: connection)
    do throws(ImportError) {
      try connection.execute("DELETE FROM \(SQLiteConnection.quoted(target))")
      try copy.run()
      if kind == .table { try checkNoneIgnored(in: connection) }
    } catch {
      throw try refusal(columns, error, in: connection)
    }
    let (name, progress) = (SQLiteSink.folded(target), SQLProgressTable(in: connection))
    try progress.publish(
      from: SQLiteSink.folded(side), to: name, tableID, instead: progress.rows(of: name, tableID))
    try discard(in: connection)
  }

  /// The statement that copies all rows, in their order. Preparing it before the first row tells whether
  /// the target takes them at all.
  func prepareCopy(
    _ columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> SQLiteStatement {
    let copy = copyText(columns)
    guard let order = try rowID(in: connection) else { return try connection.prepare(copy) }
    return try connection.prepare("\(copy) ORDER BY \(order)")
  }

  private func copyText(_ columns: [ImportColumn]) -> String {
    let names = columns.map { SQLiteConnection.quoted($0.name) }.joined(separator: ", ")
    return "INSERT INTO \(SQLiteConnection.quoted(target)) (\(names))"
      + " SELECT \(names) FROM \(SQLiteConnection.quoted(side))"
  }

  /// The name of the row number in the side table; nil: rows have none (WITHOUT ROWID), or columns have all
  /// three names.
  private func rowID(in connection: SQLiteConnection) throws(ImportError) -> String? {
    let columns = try connection.prepare("SELECT lower(name) FROM pragma_table_xinfo(?1)")
    try columns.bind(side, at: 1)
    var taken: Set<ByteName> = []
    while try columns.step() { taken.insert(ByteName(columns.text(at: 0) ?? "").asciiLowercased) }
    guard let name = ["rowid", "_rowid_", "oid"].first(where: { !taken.contains(ByteName($0)) })
    else {
      return nil
    }
    let hasRows =
      (try? connection.prepare("SELECT \(name) FROM \(SQLiteConnection.quoted(side))")) != nil
    return hasRows ? name : nil
  }

  private func count(in connection: SQLiteConnection) throws(ImportError) -> Int64 {
    let statement = try connection.prepare(
      "SELECT count(*) FROM \(SQLiteConnection.quoted(side))")
    return try statement.step() ? statement.integer(at: 0) : 0
  }

  private func checkNoneIgnored(in connection: SQLiteConnection) throws(ImportError) {
    let (stored, count) = unsafe (
      Int64(sqlite3_changes(connection.handle)), try count(in: connection)
    )
    guard stored == count else {
      throw ImportError(
        .sink, "a trigger or a conflict clause ignores \(count - stored) of its rows")
    }
  }

  /// The row that the target refused, found by inserting one row after the other.
  private func refusal(
    _ columns: [ImportColumn], _ error: ImportError, in connection: SQLiteConnection
  ) throws(ImportError) -> ImportError {
    let place = connection.isInTransaction ? try? firstRefused(columns, in: connection) : nil
    return ImportError(
      .conflict,
      "table \"\(target)\" in \(connection.path) does not take the rows of its replacement"
        + "\(place.flatMap { $0 } ?? ""): \(error.message). Its old rows are unchanged, and the new ones are"
        + " kept: change the table and run the same command again, or begin anew with --restart"
    )
  }

  /// Names the first refused row. Nil: the table's rows have no numbers, or no single row is refused.
  private func firstRefused(
    _ columns: [ImportColumn], in connection: SQLiteConnection
  ) throws(ImportError) -> String? {
    guard let order = try rowID(in: connection) else { return nil }
    try connection.execute("DELETE FROM \(SQLiteConnection.quoted(target))")
    let one = try connection.prepare("\(copyText(columns)) WHERE \(order) = ?1")
    let first = SQLiteConnection.quoted(columns[0].name)
    let rows = try connection.prepare(
      "SELECT \(order), quote(\(first)) FROM \(SQLiteConnection.quoted(side)) ORDER BY \(order)")
    var number = 0
    while try rows.step() {
      number += 1
      try one.bind(rows.integer(at: 0), at: 1)
      do throws(ImportError) {
        try one.run()
        if unsafe sqlite3_changes(connection.handle) == 1 { continue }
      } catch {}
      let value = PrintableText.line(String((rows.text(at: 1) ?? "").prefix(60)))
      return ", of which row \(number) (\(columns[0].name) = \(value)) is refused"
    }
    return nil
  }
}
