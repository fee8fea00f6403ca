import Sluice

/// The temporary table that rows with a key go through, and the statement that brings them to the target.
struct DuckDBStage {
  static let table = "sluice_stage"
  /// No column of a job has this name by chance: it contains U+001F.
  static let ordinal = "sluice\u{1F}ordinal"

  private let move: String

  init(
    of table: DuckDBTable, key: [Int], _ mode: WriteMode, in connection: DuckDBConnection
  ) throws(ImportError) {
    let quoted: (String) -> String = DuckDBConnection.quoted
    let names = table.columns.map { quoted($0.name.text) }
    let keys = key.map { names[$0] }.joined(separator: ", ")
    let rest = names.indices.filter { !key.contains($0) }.map { names[$0] }
    let isUpsert = mode.word == "upsert"
    // Of several rows with one key, an upsert takes the last one.
    let order = "\(quoted(DuckDBStage.ordinal))\(isUpsert ? " DESC" : "")"
    let action =
      isUpsert && !rest.isEmpty
      ? "UPDATE SET " + rest.map { "\($0) = excluded.\($0)" }.joined(separator: ", ") : "NOTHING"
    move =
      "INSERT INTO \(table.quoted) (\(table.columnList)) SELECT \(table.columnList) FROM"
      + " temp.\(DuckDBStage.table) QUALIFY row_number() OVER (PARTITION BY \(keys) ORDER BY \(order)) = 1"
      + " ORDER BY \(quoted(DuckDBStage.ordinal)) ON CONFLICT (\(keys)) DO \(action)"
    let declared =
      zip(names, table.types).map { "\($0) \($1)" } + ["\(quoted(DuckDBStage.ordinal)) BIGINT"]
    try connection.query(
      "CREATE TEMPORARY TABLE \(DuckDBStage.table) (\(declared.joined(separator: ", ")))")
    isIgnoring = mode.word == "ignore"
  }

  private let isIgnoring: Bool

  /// Inside a transaction. Returns how many rows were skipped because their keys exist.
  func move(_ count: Int, in connection: DuckDBConnection) throws(ImportError) -> Int {
    let stored = try connection.query(move).changes
    try connection.query("DELETE FROM temp.\(DuckDBStage.table)")
    return isIgnoring ? max(count - stored, 0) : 0
  }
}
