import Sluice

/// The table `sluice_progress`: where it is.
///
/// It is in the schema of the target table, so that it is found under any search path. The rows of a table that was moved to
/// this schema are moved here when one of their jobs is run again.
struct PostgreSQLProgressTable {
  /// Schema and name for statements.
  let fullName: String

  private static let format = 2

  private static let columns = """
    source text NOT NULL, target text NOT NULL, columns text NOT NULL, mode text NOT NULL,
    checkpoint text NOT NULL, format integer NOT NULL DEFAULT 2, table_number bigint,
    may_be_empty boolean NOT NULL DEFAULT false, PRIMARY KEY (source, target)
    """

  /// Finds the table that has the progress of a target's jobs; nil when it does not exist. Changes
  /// nothing.
  static func find(
    for home: PostgreSQLHome, _ connection: PostgreSQLConnection
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
          OR has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT'))
      ORDER BY 2 DESC, 1
      """, home.schema)
    var own: PostgreSQLProgressTable?
    var others: [PostgreSQLProgressTable] = []
    for row in 0..<found.rowCount {
      let fullName = found.text(row, 0) ?? ""
      var format = found.text(row, 2).flatMap { Int($0) }
      guard found.bool(row, 1) else {
        if format == Self.format, home.number != nil {
          others.append(PostgreSQLProgressTable(fullName: fullName))
        }
        continue
      }
      if let known = format {
        let most = try connection.query("SELECT max(format) FROM \(fullName)").integer(0, 0)
        format = max(known, most ?? 0)
      }
      guard format == Self.format else {
        throw ImportError(
          .conflict,
          "the table \(fullName) in \(connection.name) has "
            + (format.map { "format \($0)" } ?? "no format")
            + ", and this release of sluice reads format \(Self.format). Run the import with the release that made"
            + " it, or import into a table of another schema")
      }
      own = PostgreSQLProgressTable(fullName: fullName)
    }
    if let own, try own.knows(home, isOwn: true, connection) { return own }
    var known: [PostgreSQLProgressTable] = []
    for other in others where try other.isReadable(connection) {
      if try other.knows(home, isOwn: false, connection) { known.append(other) }
    }
    guard known.count <= 1 else {
      throw ImportError(
        .conflict,
        "the progress of jobs into \(home.fullName) stands in "
          + known.map(\.fullName).joined(separator: " and in ")
          + " (\(connection.name)): delete the"
          + " rows of that target in all but the right one")
    }
    return known.first ?? own
  }

  /// The rows of a table. `isOwn`: this one is in the schema of the table.
  private func condition(of home: PostgreSQLHome, isOwn: Bool) -> String {
    let name = "target = \(PostgreSQLConnection.literal(home.fullName))"
    let number = home.number.map { "table_number & 4294967295 = \($0)" }
    return (isOwn ? [name, number] : [number]).compactMap { $0 }.joined(separator: " OR ")
  }

  /// Whether it has a row of the table.
  private func knows(
    _ home: PostgreSQLHome, isOwn: Bool, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> Bool {
    try connection.query(
      "SELECT EXISTS (SELECT FROM \(fullName) WHERE \(condition(of: home, isOwn: isOwn)))"
    ).bool(0, 0)
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

  /// The table that jobs write into. Makes it, with the rows that are in another schema. Inside a transaction.
  static func make(
    for home: PostgreSQLHome, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> PostgreSQLProgressTable {
    let fullName = PostgreSQLConnection.quoted(home.schema) + ".\(PostgreSQLProgress.table)"
    func isDone(_ found: PostgreSQLProgressTable?) throws(ImportError) -> Bool {
      guard let found else { return false }
      return try found.isIn(home.schema, connection)
    }
    var found = try find(for: home, connection)
    if let found, try isDone(found) { return found }
    // A user who may not create tables may still use an existing one.
    try PostgreSQLTable.lock(making: fullName, in: connection)
    found = try find(for: home, connection)
    if let found, try isDone(found) { return found }
    do throws(ImportError) {
      if try connection.query("SELECT to_regclass($1) IS NULL", fullName).bool(0, 0) {
        try connection.execute("CREATE TABLE \(fullName) (\(columns))")
      }
      if let found {
        let list = "source, target, columns, mode, checkpoint, table_number, may_be_empty"
        try connection.execute(
          """
          WITH taken AS (DELETE FROM \(found.fullName)
            WHERE \(found.condition(of: home, isOwn: false)) RETURNING *)
          INSERT INTO \(fullName) (\(list)) SELECT \(list) FROM taken
          """)
      }
    } catch {
      guard connection.lastRefusal == "42501" else { throw error }
      throw ImportError(
        .conflict,
        "\(error.message). The progress of jobs into \(home.fullName) is kept in the table \(fullName); let its"
          + " owner run this job once, or CREATE TABLE \(fullName) (\(flat(columns)))"
          + " and grant SELECT, INSERT, UPDATE and DELETE on it")
    }
    return PostgreSQLProgressTable(fullName: fullName)
  }

  private static func flat(_ sql: String) -> String {
    sql.split(separator: "\n").joined(separator: " ")
  }

  private func isIn(
    _ schema: String, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> Bool {
    try connection.query(
      "SELECT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        + " WHERE c.oid = $1::regclass AND n.nspname = $2)", fullName, schema
    ).bool(0, 0)
  }

  /// The rows with a target's name; of one source when it is given.
  func rows(
    of target: String, source: String? = nil, in connection: PostgreSQLConnection
  ) throws(ImportError) -> [ProgressRow] {
    try rows(where: "target = $1 AND source = coalesce($2, source)", target, source, in: connection)
  }

  /// The rows with a table's name, or with its number.
  func rows(
    of home: PostgreSQLHome, in connection: PostgreSQLConnection
  ) throws(ImportError) -> [ProgressRow] {
    var rows = try rows(
      where: "target = $1 OR table_number & 4294967295 = $2::bigint",
      home.fullName, home.number.map { "\($0)" }, in: connection)
    for i in rows.indices {
      rows[i].tableID = home.identity(rows[i].tableID, target: rows[i].target)
    }
    return rows
  }

  /// Those of the other tables of a partitioned table, of which the table of this number is a part or the whole.
  func rows(
    ofPartsOf number: Int, in connection: PostgreSQLConnection
  ) throws(ImportError) -> [ProgressRow] {
    try rows(
      where:
        "table_number & 4294967295 IN (SELECT relid::oid::int8 FROM pg_partition_tree(pg_partition_root($1::oid::regclass)))"
        + " AND table_number & 4294967295 <> $2::bigint", "\(number)", "\(number)", in: connection)
  }

  private func rows(
    where condition: String, _ first: String, _ second: String?,
    in connection: PostgreSQLConnection
  ) throws(ImportError) -> [ProgressRow] {
    let found = try connection.query(
      "SELECT source, columns, mode, checkpoint, table_number, may_be_empty, target FROM \(fullName) WHERE \(condition)"
        + " ORDER BY source, target", first, second)
    return (0..<found.rowCount).map { row in
      ProgressRow(
        source: ByteName(found.text(row, 0) ?? ""), target: found.text(row, 6) ?? "",
        columns: ByteName(found.text(row, 1) ?? ""), mode: found.text(row, 2) ?? "",
        checkpoint: found.text(row, 3) ?? "", tableID: found.text(row, 4),
        mayBeEmpty: found.bool(row, 5))
    }
  }

  /// Deletes the progress of all jobs that wrote into a target.
  func forget(target: String, in connection: PostgreSQLConnection) throws(ImportError) {
    _ = try connection.query("DELETE FROM \(fullName) WHERE target = $1", target)
  }
}
