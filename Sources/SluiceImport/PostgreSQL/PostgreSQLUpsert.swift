/// An upsert: rows go into a temporary table, and from there into the target in one statement.
///
/// `ON CONFLICT DO UPDATE` refuses to change a row twice in one statement: of several rows of a batch
/// with the same key, only the last one is merged.
struct PostgreSQLUpsert {
  static let stage = "pg_temp.sluice_stage"
  /// The staging table's own column. None of the job's can have this name by chance: U+001F.
  static let ordinal = "\"sluice\u{1F}ordinal\""

  /// What the INSERT does about a row that is there.
  let conflict: String
  private let creation: String
  private let statement: String

  init(into table: String, columns: [ImportColumn], key: [Int]) {
    let names = columns.map { PostgreSQLConnection.quoted($0.name) }
    let list = names.joined(separator: ", ")
    let keyList = key.map { names[$0] }.joined(separator: ", ")
    let rest = names.indices.filter { !key.contains($0) }
    let changes = rest.map { "\(names[$0]) = excluded.\(names[$0])" }.joined(separator: ", ")
    conflict =
      "ON CONFLICT (\(keyList)) DO " + (rest.isEmpty ? "NOTHING" : "UPDATE SET \(changes)")
    let stage = PostgreSQLUpsert.stage
    let ordinal = PostgreSQLUpsert.ordinal
    creation = """
      CREATE TEMPORARY TABLE sluice_stage ON COMMIT DELETE ROWS AS
      SELECT 0::int8 AS \(ordinal), \(list) FROM \(table) WITH NO DATA
      """
    // In the order of the feed, as rows of a COPY would be.
    statement = """
      INSERT INTO \(table) (\(list))
      SELECT \(list) FROM (
        SELECT DISTINCT ON (\(keyList)) * FROM \(stage) ORDER BY \(keyList), \(ordinal) DESC
      ) AS latest ORDER BY \(ordinal) \(conflict)
      """
  }

  /// Inside a transaction. Runs the statement once without rows, so that a table without a unique
  /// index on the key is refused before the first row.
  func prepare(in connection: PostgreSQLConnection) throws(ImportError) {
    try connection.execute(creation)
    do throws(ImportError) {
      try connection.execute(statement)
    } catch {
      guard error.message.contains("SQLSTATE 42P10") else { throw error }
      throw ImportError(
        .conflict,
        "an upsert needs a unique index on exactly its key columns: \(error.message). Create it,"
          + " or name the columns of one that is there")
    }
  }

  func merge(in connection: PostgreSQLConnection) throws(ImportError) {
    try connection.execute(statement)
  }
}
