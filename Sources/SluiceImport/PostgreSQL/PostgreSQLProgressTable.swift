import Sluice

/// The table `sluice_progress`: where it is, and which format it has.
///
/// It is in the schema of the target table, so that it is found under any search path. The first versions
/// wrote format 1. That table was in the first schema of the search path, and had neither its format's
/// number nor the target's. Its rows are moved here when one of their jobs is run again.
struct PostgreSQLProgressTable {
  /// Schema and name for statements.
  let fullName: String
  /// 1 or ``PostgreSQLProgressTable/newest``.
  let format: Int

  static let newest = 2

  private static let columns = """
    source text NOT NULL, target text NOT NULL, columns text NOT NULL, mode text NOT NULL,
    checkpoint text NOT NULL, format integer NOT NULL DEFAULT 2, table_number bigint,
    may_be_empty boolean NOT NULL DEFAULT false, PRIMARY KEY (source, target)
    """
  private static let upgrade = """
    ADD COLUMN format integer NOT NULL DEFAULT 2, ADD COLUMN table_number bigint,
    ADD COLUMN may_be_empty boolean NOT NULL DEFAULT false
    """

  /// Finds the table that has the progress of a target's jobs; nil when it does not exist. Changes
  /// nothing.
  ///
  /// `target` is the target's full name, and `schema` its schema.
  static func find(
    of target: String, in schema: String, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> PostgreSQLProgressTable? {
    let found = try connection.query(
      """
      SELECT format('%I.%I', n.nspname, c.relname), n.nspname = $1,
        (SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a
          JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
          WHERE a.attrelid = c.oid AND a.attname = 'format' AND NOT a.attisdropped)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relname = 'sluice_progress' AND c.relkind = 'r'
        AND (n.nspname = $1
          OR NOT EXISTS (SELECT FROM pg_attribute a
            WHERE a.attrelid = c.oid AND a.attname = 'format' AND NOT a.attisdropped)
          AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'))
      ORDER BY 2 DESC, 1
      """, schema)
    var own: PostgreSQLProgressTable?
    var others: [PostgreSQLProgressTable] = []
    for row in 0..<found.rowCount {
      let fullName = found.text(row, 0) ?? ""
      guard found.bool(row, 1) else {
        others.append(PostgreSQLProgressTable(fullName: fullName, format: 1))
        continue
      }
      var format = found.text(row, 2).map { Int($0) ?? newest + 1 } ?? 1
      if format > 1 {
        let most = try connection.query("SELECT max(format) FROM \(fullName)").integer(0, 0)
        format = max(format, most ?? 0)
      }
      guard format <= newest else {
        throw ImportError(
          .conflict,
          "the table \(fullName) in \(connection.name) has format \(format), which a newer version of"
            + " Sluice wrote; this one knows formats up to \(newest). Use the newer version, or import"
            + " into a table of another schema")
      }
      own = PostgreSQLProgressTable(fullName: fullName, format: format)
    }
    if let own, try own.knows(target, connection) { return own }
    var known: [PostgreSQLProgressTable] = []
    for other in others where try other.isReadable(connection) {
      if try other.knows(target, connection) { known.append(other) }
    }
    guard known.count <= 1 else {
      throw ImportError(
        .conflict,
        "the progress of jobs into \(target) stands in "
          + known.map(\.fullName).joined(separator: " and in ")
          + " (\(connection.name)): delete the"
          + " rows of that target in all but the right one")
    }
    return known.first ?? own
  }

  /// Whether it has a row of the target.
  private func knows(
    _ target: String, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> Bool {
    try connection.query("SELECT EXISTS (SELECT FROM \(fullName) WHERE target = $1)", target)
      .bool(0, 0)
  }

  /// Whether it still exists: in other schemas others may remove it at any time. Keeps it from being
  /// removed until the transaction's end.
  private func isReadable(_ connection: PostgreSQLConnection) throws(ImportError) -> Bool {
    try connection.execute("SAVEPOINT sluice_look")
    let result = connection.run("LOCK TABLE \(fullName) IN ACCESS SHARE MODE NOWAIT")
    guard !result.isDone else { return true }
    guard !connection.isLost else { throw connection.fault(result) }
    try connection.execute("ROLLBACK TO SAVEPOINT sluice_look")
    // It is being changed or removed.
    return false
  }

  /// The table that this version writes into. Makes it, or brings it to this format with all its rows.
  /// Inside a transaction.
  static func make(
    for target: String, in schema: String, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> PostgreSQLProgressTable {
    let fullName = PostgreSQLConnection.quoted(schema) + ".\(PostgreSQLProgress.table)"
    func isDone(_ found: PostgreSQLProgressTable?) -> Bool {
      found.map { $0.format == newest } ?? false
    }
    var found = try find(of: target, in: schema, connection)
    if let found, isDone(found) { return found }
    // A user who may not create tables may still use an existing one.
    try PostgreSQLTable.lock(making: fullName, in: connection)
    found = try find(of: target, in: schema, connection)
    if let found, isDone(found) { return found }
    let own = try PostgreSQLProgressTable.own(in: schema, connection)
    do throws(ImportError) {
      switch own {
      case nil: try connection.execute("CREATE TABLE \(fullName) (\(columns))")
      case 1: try connection.execute("ALTER TABLE \(fullName) \(upgrade)")
      default: break
      }
      if let found, found.format == 1, try !found.isSame(as: fullName, connection) {
        _ = try connection.query(
          """
          WITH taken AS (DELETE FROM \(found.fullName) WHERE target = $1 RETURNING *)
          INSERT INTO \(fullName) (source, target, columns, mode, checkpoint)
          SELECT source, target, columns, mode, checkpoint FROM taken
          """, target)
      }
    } catch {
      guard connection.lastRefusal == "42501" else { throw error }
      throw ImportError(
        .conflict,
        "\(error.message). The progress of jobs into \(target) is kept in the table \(fullName); let its"
          + " owner run this job once, or "
          + (own == 1
            ? "ALTER TABLE \(fullName) \(flat(upgrade))"
            : "CREATE TABLE \(fullName) (\(flat(columns)))")
          + " and grant SELECT, INSERT, UPDATE and DELETE on it")
    }
    return PostgreSQLProgressTable(fullName: fullName, format: newest)
  }

  private static func flat(_ sql: String) -> String { PostgreSQLConnection.line(sql) }

  /// The format of the progress table in a schema; nil when it does not exist.
  private static func own(
    in schema: String, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> Int? {
    let found = try connection.query(
      """
      SELECT EXISTS (SELECT FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attname = 'format' AND NOT a.attisdropped)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND c.relname = 'sluice_progress'
      """, schema)
    return found.rowCount == 0 ? nil : found.bool(0, 0) ? newest : 1
  }

  private func isSame(
    as fullName: String, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> Bool {
    try connection.query(
      "SELECT $1::regclass = $2::regclass", self.fullName, fullName
    ).bool(0, 0)
  }

  /// The rows of a target; of one source when it is given.
  func rows(
    of target: String, source: String? = nil, in connection: PostgreSQLConnection
  ) throws(ImportError) -> [ProgressRow] {
    let more = format == 1 ? "NULL, false" : "table_number, may_be_empty"
    let found = try connection.query(
      "SELECT source, columns, mode, checkpoint, \(more) FROM \(fullName) WHERE target = $1"
        + " AND source = coalesce($2, source)", target, source)
    return (0..<found.rowCount).map { row in
      ProgressRow(
        source: ByteName(found.text(row, 0) ?? ""), columns: ByteName(found.text(row, 1) ?? ""),
        mode: found.text(row, 2) ?? "", checkpoint: found.text(row, 3) ?? "",
        tableID: found.text(row, 4), mayBeEmpty: found.bool(row, 5))
    }
  }

  /// The name that a table of a number had when progress was written; nil: none was.
  func formerName(
    ofTable number: Int, in connection: PostgreSQLConnection
  ) throws(ImportError) -> String? {
    guard format > 1 else { return nil }
    return try connection.query(
      "SELECT min(target) FROM \(fullName) WHERE table_number = $1::bigint", "\(number)"
    ).text(0, 0)
  }

  /// Deletes the progress of all jobs that wrote into a target, or only of one source.
  func forget(
    target: String, source: String? = nil, in connection: PostgreSQLConnection
  ) throws(ImportError) {
    _ = try connection.query(
      "DELETE FROM \(fullName) WHERE target = $1 AND source = coalesce($2, source)", target, source)
  }
}
