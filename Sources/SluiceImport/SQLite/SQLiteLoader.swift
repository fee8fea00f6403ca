import CSQLite
import Sluice

/// Rows into a table of a SQLite database, by one prepared statement.
///
/// Sound because it keeps the statement's owner for as long as it lives.
@safe
final class SQLiteLoader: RowLoader {
  private let table: String
  private let connection: SQLiteConnection
  private let insert: SQLiteStatement
  private let collation: SQLiteKeyCollation?
  /// The statement that `insert` owns.
  private let statement: OpaquePointer
  private let columns: [ImportColumn]
  private let key: [Int]
  /// The types of the columns, as the target declares them.
  private let types: [String]
  /// SQLite's number of the schema in which they were last compared.
  private var schemaNumber: Int64
  /// Whose rows these are to be, if they replace those of another table.
  private let replacement: SQLiteReplacement?
  /// Whether a row without effect was ignored by the table, unless its key was there: not for a view.
  private let tellsIgnored: Bool
  /// Whether something in the schema may ignore rows.
  private var mayIgnore = true
  /// Finds a row's key, where a row has no effect if it is there.
  private let keyLookup: SQLiteStatement?
  /// Whether a row without effect has a key that was there.
  private let skipsKnownKeys: Bool
  /// The number of those.
  private(set) var skippedRows: Int64 = 0
  /// Room for one text of each column: days, points in time, UUIDs.
  private let texts: UnsafeMutablePointer<UInt8>

  /// `table`: the one that rows go to, which is the side table of a replacement.
  init(
    into table: String, columns: [ImportColumn], key: [Int], mode: WriteMode,
    insert: SQLiteStatement, collation: SQLiteKeyCollation? = nil,
    replacement: SQLiteReplacement? = nil, in connection: SQLiteConnection
  ) throws(ImportError) {
    (self.table, self.columns, self.key) = (table, columns, key)
    (self.connection, self.insert, self.collation) = (connection, insert, collation)
    self.replacement = replacement
    unsafe statement = unsafe insert.handle
    let kind = try SQLiteTableKind.of(table, in: connection)
    tellsIgnored = kind == .table
    // A table that gathers rows is made like the target; what it is since then, others may have changed.
    let declares =
      try replacement.map { replacement throws(ImportError) in
        try SQLiteTableKind.of(replacement.target, in: connection) == .table
          ? replacement.target : replacement.side
      } ?? table
    types = try SQLiteLoader.types(of: columns, in: declares, connection).map { $0 ?? "" }
    // The schema may still change in this transaction: the first batch compares once more.
    schemaNumber = -1
    skipsKnownKeys = if case .ignore = mode { true } else { false }
    let keepsKnownRows = skipsKnownKeys || columns.indices.allSatisfy { key.contains($0) }
    keyLookup =
      try !key.isEmpty && keepsKnownRows
      ? SQLiteLoader.lookup(of: key.map { columns[$0].name }, in: table, connection) : nil
    // Last: an error thrown before this leaves nothing to free.
    unsafe texts = .allocate(capacity: max(columns.count, 1) * ValueText.longest)
  }

  deinit { unsafe texts.deallocate() }

  func check(begunInto target: SQLTarget) throws(ImportError) {
    if let replacement {
      try replacement.checkIsThere(in: connection)
    } else if let identity = target.identity,
      try SQLiteTableIdentity.read(of: table, in: connection) != identity
    {
      throw ImportError(
        .conflict,
        "table \"\(table)\" in \(connection.path) was dropped, renamed or made anew while rows were"
          + " stored in it: nothing of this batch was stored")
    }
    try checkTypes()
  }

  /// Throws when another client has given a column of the job another type, for which SQLite would convert values
  /// silently. Inside a transaction, in which the schema stays.
  func checkTypes() throws(ImportError) {
    let number = try connection.prepare("PRAGMA schema_version")
    let now = try number.step() ? number.integer(at: 0) : -1
    guard now != schemaNumber else { return }
    let found = try SQLiteLoader.types(of: columns, in: table, connection)
    try TablePlace("table \"\(table)\" in \(connection.path)").check(
      columns, types,
      found: zip(columns, found).compactMap { column, type in type.map { (column.name, $0) } })
    mayIgnore = try SQLiteTableIdentity.mayIgnoreRows(table, in: connection)
    schemaNumber = now
  }

  /// The declared types of columns of a table; nil for one that it lacks.
  private static func types(
    of columns: [ImportColumn], in table: String, _ connection: SQLiteConnection
  ) throws(ImportError) -> [String?] {
    let statement = try connection.prepare("SELECT name, type FROM pragma_table_xinfo(?1)")
    try statement.bind(table, at: 1)
    var found: [ByteName: String] = [:]
    while try statement.step() {
      found[ByteName(statement.text(at: 0) ?? "").asciiLowercased] = statement.text(at: 1) ?? ""
    }
    return columns.map { found[$0.name.asciiLowercased] }
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    if !key.isEmpty, let missing = missingKey(row) { return missing }
    for column in 0..<row.count {
      let status = bind(row[column], at: column)
      if status != SQLITE_OK {
        // A value beyond SQLite's limit (1,000,000,000 bytes) concerns this row only.
        guard status == SQLITE_TOOBIG else { throw connection.fault() }
        return .refused(code: "too-large", message: connection.message)
      }
    }
    let status = unsafe sqlite3_step(statement)
    if status == SQLITE_DONE {
      unsafe sqlite3_reset(statement)
      return unsafe sqlite3_changes(connection.handle) == 0 ? try verdict(without: row) : .stored
    }
    return try refusal(status)
  }

  /// What became of a row that changed nothing.
  private func verdict(without row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    if let collation, let refusal = try refusal(of: row, collation) { return refusal }
    if tellsIgnored, try !isKeyThere(of: row) { return SQLiteLoader.ignored }
    if skipsKnownKeys { skippedRows += 1 }
    return .stored
  }

  /// Whether a row has no effect because its key was there; otherwise the table has ignored it.
  private func isKeyThere(of row: borrowing ImportRow) throws(ImportError) -> Bool {
    guard let keyLookup else { return false }
    guard mayIgnore else { return true }
    defer { keyLookup.reset() }
    for (number, column) in key.enumerated() {
      let status = unsafe bind(row[column], at: column, of: keyLookup.handle, Int32(number + 1))
      guard status == SQLITE_OK else { throw connection.fault() }
    }
    return try keyLookup.step()
  }

  private static func lookup(
    of names: [ByteName], in table: String, _ connection: SQLiteConnection
  ) throws(ImportError) -> SQLiteStatement {
    let terms = names.enumerated().map { "\(SQLiteConnection.quoted($1)) = ?\($0 + 1)" }
    return try connection.prepare(
      "SELECT 1 FROM \(SQLiteConnection.quoted(table)) WHERE \(terms.joined(separator: " AND "))")
  }

  /// Why a row that changed nothing is a reject, though its key is there; nil: it has the same bytes.
  private func refusal(
    of row: borrowing ImportRow, _ collation: SQLiteKeyCollation
  ) throws(ImportError) -> RowVerdict? {
    for (number, column) in collation.key.enumerated() {
      let status = unsafe bind(
        row[column], at: column, of: collation.lookup.handle, Int32(number + 1))
      guard status == SQLITE_OK else { throw connection.fault() }
    }
    return try collation.refusal()
  }

  /// The effect of `RAISE(IGNORE)` in a trigger and of `ON CONFLICT IGNORE` in the table's own statement.
  private static let ignored = RowVerdict.refused(
    code: "constraint", message: "the table ignores this row: by a trigger or a conflict clause")

  private func missingKey(_ row: borrowing ImportRow) -> RowVerdict? {
    for column in key {
      if case .null = row[column] {
        return .refused(
          code: "constraint",
          message: "column \"\(columns[column].name)\" is part of the key and has no value")
      }
    }
    return nil
  }

  /// The meaning of a row that was not stored: a reject, or the end of the job.
  private func refusal(_ status: Int32) throws(ImportError) -> RowVerdict {
    let fault = connection.fault()
    let message = connection.message
    unsafe sqlite3_reset(statement)
    switch status & 0xFF {
    case SQLITE_CONSTRAINT where !connection.isInTransaction:
      throw ImportError(
        .sink,
        "\(message), and a trigger (RAISE(ROLLBACK)) or conflict clause (ON CONFLICT ROLLBACK) of table"
          + " \"\(table)\" ended the transaction: nothing of this batch is stored. Change it to ABORT,"
          + " and run the same command again")
    case SQLITE_CONSTRAINT: return .refused(code: "constraint", message: message)
    case SQLITE_TOOBIG: return .refused(code: "too-large", message: message)
    default: throw fault
    }
  }

  /// Binds without copying: the bytes stay in place until the row is stepped and reset.
  @inline(__always)
  private func bind(_ value: ImportValue, at column: Int) -> Int32 {
    unsafe bind(value, at: column, of: statement, Int32(truncatingIfNeeded: column) &+ 1)
  }

  @inline(__always)
  private func bind(
    _ value: ImportValue, at column: Int, of statement: OpaquePointer, _ parameter: Int32
  ) -> Int32 {
    switch value {
    case .null: return unsafe sqlite3_bind_null(statement, parameter)
    case .integer(let value): return unsafe sqlite3_bind_int64(statement, parameter, value)
    case .real(let value): return unsafe sqlite3_bind_double(statement, parameter, value)
    case .boolean(let value): return unsafe sqlite3_bind_int64(statement, parameter, value ? 1 : 0)
    case .text(let bytes), .json(let bytes), .decimal(let bytes):
      return unsafe bind(bytes, at: parameter, of: statement)
    case .date, .timestamp, .uuid:
      // Sound: each column has `longest` bytes of its own, until the next row.
      let text = unsafe texts + column * ValueText.longest
      let count = unsafe value.writeText(to: text) ?? 0
      return unsafe bind(
        UnsafeBufferPointer(start: text, count: count), at: parameter, of: statement)
    case .blob(let bytes):
      return unsafe sqlite3_bind_blob64(
        statement, parameter, bytes.baseAddress, UInt64(bytes.count), csqlite_static())
    }
  }

  /// A null pointer would bind NULL: the base of an empty text is never null here.
  @inline(__always)
  private func bind(
    _ bytes: UnsafeBufferPointer<UInt8>, at parameter: Int32, of statement: OpaquePointer
  ) -> Int32 {
    unsafe UnsafeRawBufferPointer(bytes).withMemoryRebound(to: CChar.self) {
      unsafe sqlite3_bind_text64(
        statement, parameter, $0.baseAddress, UInt64($0.count), csqlite_static(),
        UInt8(SQLITE_UTF8))
    }
  }

  /// Releases what the statement holds.
  func abandon() { insert.reset() }
}
