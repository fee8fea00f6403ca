import Sluice

/// The table `sluice_progress` of a ClickHouse database: a log of what jobs were about to store, and had stored.
///
/// Nothing is changed in it. The last row of a source, by `version`, holds: an odd one says which rows are being
/// sent, an even one that they are there.
enum ClickHouseProgressTable {
  static let name = DatabaseSink.progressTable

  static func ready(in connection: ClickHouseConnection) throws(ImportError) {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS \(name) (target_id String, target String, source String, version UInt64,
        run String, series String, columns String, mode String, checkpoint String, next String, digest String,
        rows UInt64, rejects UInt64, block Int64, may_be_empty UInt8, format UInt32,
        written DateTime64(6, 'UTC') DEFAULT now64(6))
      ENGINE = MergeTree ORDER BY (target_id, source, version)
      """)
    try check(in: connection)
  }

  private static func check(in connection: ClickHouseConnection) throws(ImportError) {
    let newest = try connection.query("SELECT max(format) FROM \(name)").first?.first.flatMap { $0 }
    let format = newest.flatMap { Int64($0) } ?? 0
    try ProgressFormat.check(
      format == 0 ? ProgressFormat.version : format,
      at: "the table \(name) in \(connection.name)")
  }

  static func isThere(in connection: ClickHouseConnection) throws(ImportError) -> Bool {
    let rows = try connection.query(
      "SELECT 1 FROM system.tables WHERE database = \(ClickHouseConnection.literal(connection.database))"
        + " AND name = '\(name)'")
    guard !rows.isEmpty else { return false }
    try check(in: connection)
    return true
  }

  struct Row: StoredProgress {
    var targetID: String
    var target: String
    var source: ByteName
    var version: UInt64 = 0
    var run: String
    /// Begins the tokens of the source's rows in this table.
    var series: String
    var columns: ByteName = ""
    var mode: String
    /// Empty: it has no checkpoint, or gave it up.
    var checkpoint = ""
    /// What holds once the rows that are being sent are there; empty: none are.
    var next = ""
    var digest = ""
    var rows = 0
    var rejects = 0
    /// The number of the table's last block before they were sent.
    var block: Int64 = 0
    var mayBeEmpty = false
    /// How long ago it was written, in seconds.
    var age = 0

    var tableID: String? { targetID }

    func storedRows() throws(ImportError) -> Int64 {
      guard !checkpoint.isEmpty else { return 0 }
      return try Checkpoint(parsing: checkpoint, at: "the progress of \(source)").rows
    }
  }

  private static let list =
    "target_id, target, source, version, run, series, columns, mode, checkpoint, next, digest, rows, rejects,"
    + " block, may_be_empty"

  /// The last row of each source of a target, by its name or its identity. Of two that begin the same version,
  /// the first was sent. `database`: another one than the connection's.
  static func rows(
    where condition: String, of database: String? = nil, in connection: ClickHouseConnection
  ) throws(ImportError) -> [Row] {
    let place = database.map { ClickHouseConnection.quoted($0) + "." } ?? ""
    return try connection.query(
      "SELECT \(list), dateDiff('second', written, now64(6)) FROM \(place)\(name) WHERE \(condition)"
        + " ORDER BY version DESC, written, run LIMIT 1 BY target_id, source"
    ).map { row in
      func text(_ i: Int) -> String { i < row.count ? row[i] ?? "" : "" }
      return Row(
        targetID: text(0), target: text(1), source: ByteName(text(2)),
        version: UInt64(text(3)) ?? 0,
        run: text(4), series: text(5), columns: ByteName(text(6)), mode: text(7),
        checkpoint: text(8),
        next: text(9), digest: text(10), rows: Int(text(11)) ?? 0, rejects: Int(text(12)) ?? 0,
        block: Int64(text(13)) ?? 0, mayBeEmpty: text(14) == "1", age: Int(text(15)) ?? 0)
    }
  }

  static func condition(targetID: String, source: String? = nil) -> String {
    "target_id = \(ClickHouseConnection.literal(targetID))"
      + (source.map { " AND source = \(ClickHouseConnection.literal($0))" } ?? "")
  }

  /// The number of the last block of a table: each insertion makes one, or one for each partition.
  static func block(of table: String, in connection: ClickHouseConnection) -> String {
    "(SELECT toInt64(max(max_block_number)) FROM system.parts WHERE database ="
      + " \(ClickHouseConnection.literal(connection.database)) AND table ="
      + " \(ClickHouseConnection.literal(table)))"
  }

  /// Adds a row. `block`: an expression.
  static func add(
    _ row: Row, block: String = "0", in connection: ClickHouseConnection
  ) throws(ImportError) {
    let literal = ClickHouseConnection.literal
    let texts = [row.targetID, row.target, row.source.text].map(literal).joined(separator: ", ")
    let more = [
      row.run, row.series, row.columns.text, row.mode, row.checkpoint, row.next, row.digest,
    ].map(literal).joined(separator: ", ")
    try connection.execute(
      "INSERT INTO \(name) (\(list), format) SELECT \(texts), \(row.version), \(more), \(row.rows),"
        + " \(row.rejects), \(block), \(row.mayBeEmpty ? 1 : 0), \(ProgressFormat.version)")
  }

  /// The databases besides the connection's that have such a table.
  static func others(in connection: ClickHouseConnection) throws(ImportError) -> [String] {
    try connection.query(
      "SELECT DISTINCT database FROM system.columns WHERE table = '\(name)' AND name = 'target_id' AND database !="
        + " \(ClickHouseConnection.literal(connection.database))"
    ).compactMap { $0.first.flatMap { $0 } }
  }

  /// Moves the rows of a table that was in another database.
  static func move(
    targetID: String, from database: String, in connection: ClickHouseConnection
  ) throws(ImportError) {
    let former = "\(ClickHouseConnection.quoted(database)).\(name)"
    let which = condition(targetID: targetID)
    try connection.execute(
      "INSERT INTO \(name) (\(list), format, written) SELECT \(list), format, written FROM \(former)"
        + " WHERE \(which)")
    try connection.execute(
      "ALTER TABLE \(former) DELETE WHERE \(which) SETTINGS mutations_sync = 1")
  }

  /// The number of rows of other runs from a version on.
  static func others(
    than row: Row, in connection: ClickHouseConnection
  ) throws(ImportError) -> Int {
    let found = try connection.query(
      "SELECT count() FROM \(name) WHERE \(condition(targetID: row.targetID, source: row.source.text))"
        + " AND version >= \(row.version) AND run != \(ClickHouseConnection.literal(row.run))"
    ).first?.first.flatMap { $0 }
    return found.flatMap { Int($0) } ?? 0
  }

  /// Removes the rows of a source that later ones have made void, sometime.
  static func clean(_ row: Row, in connection: ClickHouseConnection) throws(ImportError) {
    try connection.execute(
      "ALTER TABLE \(name) DELETE WHERE"
        + " \(condition(targetID: row.targetID, source: row.source.text)) AND version + 4 < \(row.version)"
        + " SETTINGS mutations_sync = 0")
  }
}
