public import SluiceFeed

/// A table of rejects, in the database that the rows of its jobs go to: a column for each field of a reject
/// file, and `target` for the table that the record was meant for.
///
/// | column | what |
/// |---|---|
/// | `target` | the table, by the name that it had; while a replacement gathers its rows, the table where it does |
/// | `source`, `range` | the source's name, and the range that numbers and lines count from |
/// | `record`, `line`, `offset`, `length` | the record's place in it |
/// | `code`, `column`, `path`, `message` | why it was rejected |
/// | `raw`, `raw_base64` | the record: as text, or as Base64 if it is not UTF-8 or has U+0000 in it |
/// | `raw_is_cut` | whether it is only the record's start |
/// | `version` | the format's version |
/// | `table_id` | the identity of the table, if it has one: it may be renamed |
public struct RejectTable: Sendable {
  /// Where the rejects are.
  let place: SinkTarget
  let table: String

  /// The table of a database. Throws `ImportError` for a file. Does not open anything yet.
  public init(in target: SinkTarget, named table: String) throws(ImportError) {
    guard target.isDatabase else {
      throw ImportError(.rejects, "\(target) has no tables: a file of rejects is named without one")
    }
    (place, self.table) = (target, table)
  }
}

extension RejectTable {
  /// Calls `body` with each reject, in the order in which they were stored. Throws `ImportError` for a
  /// table that is missing or not one of rejects, and the errors of `body`; of the kind `stopped` when `stop` ends a
  /// wait for the database.
  public func forEach(stop: FeedStop? = nil, _ body: (Reject) throws -> Void) throws {
    let waits = SinkWaits()
    if let stop { waits.heed(stop) }
    let body: (Reject, RejectTarget) throws -> Void = { (reject, _) in try body(reject) }
    switch place.place {
    case .sqlite(let path):
      let patience = SQLitePatience(milliseconds: SQLiteSink.usualTimeout, waits)
      guard let connection = try SQLiteConnection(lookingAt: path, patience) else {
        throw ImportError(.rejects, "the table \"\(table)\" in \(path) does not exist")
      }
      try SQLRejectTable(reading: table, in: connection).forEach(body)
    case .postgreSQL(let address):
      try SQLRejectTable(reading: table, in: PostgreSQLConnection(reading: address, waits))
        .forEach(body)
    case .mariaDB(let address):
      try SQLRejectTable(reading: table, in: MariaDBConnection(address, waits)).forEach(body)
    case .clickHouse(let address):
      try SQLRejectTable(reading: table, in: ClickHouseConnection(address, waits)).forEach(body)
    case .duckDB(let path):
      try SQLRejectTable(reading: table, in: DuckDBConnection(path: path, isReadOnly: true))
        .forEach(body)
    case .file, .kafka: break
    }
  }

  /// The file that is read, if the database is one.
  package var files: FileRoles {
    var files = FileRoles()
    switch place.place {
    case .sqlite(let path), .duckDB(let path): files.reads(path, as: "the database")
    default: break
    }
    return files
  }
}
