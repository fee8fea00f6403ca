import Sluice

/// The table `sluice_progress`: where it is.
///
/// It is in the schema of the target table, so that it is found under any search path. The rows of a table that was moved to
/// this schema are moved here when one of their jobs is run again.
enum PostgreSQLProgressTable {
  typealias Table = SQLProgressTable<PostgreSQLConnection>

  private static let format = 2

  static let declarations = """
    (source text NOT NULL, target text NOT NULL, columns text NOT NULL, mode text NOT NULL,
    checkpoint text NOT NULL, format integer NOT NULL DEFAULT 2, table_number bigint,
    may_be_empty boolean NOT NULL DEFAULT false, PRIMARY KEY (source, target))
    """

  /// Finds the table that has the progress of a target's jobs; nil when it does not exist. Changes
  /// nothing.
  static func find(
    for home: PostgreSQLHome, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> Table? {
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
    var own: Table?
    var others: [Table] = []
    for row in 0..<found.rowCount {
      let fullName = found.text(row, 0) ?? ""
      var format = found.text(row, 2).flatMap { Int($0) }
      guard found.bool(row, 1) else {
        if format == Self.format, home.number != nil {
          others.append(Table(fullName, in: connection))
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
      own = Table(fullName, in: connection)
    }
    if let own, try own.knows(home, isOwn: true) { return own }
    var known: [Table] = []
    for other in others where try other.isReadable() {
      if try other.knows(home, isOwn: false) { known.append(other) }
    }
    guard known.count <= 1 else {
      throw ImportError(
        .conflict,
        "the progress of jobs into \(home.fullName) stands in "
          + known.map(\.name).joined(separator: " and in ")
          + " (\(connection.name)): delete the"
          + " rows of that target in all but the right one")
    }
    return known.first ?? own
  }

  /// The table that jobs write into. Makes it, with the rows that are in another schema. Inside a transaction.
  static func make(
    for home: PostgreSQLHome, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> Table {
    let fullName = PostgreSQLConnection.quoted(home.schema) + ".\(DatabaseSink.progressTable)"
    func isDone(_ found: Table?) throws(ImportError) -> Bool {
      guard let found else { return false }
      return try found.isIn(home.schema)
    }
    var found = try find(for: home, connection)
    if let found, try isDone(found) { return found }
    // A user who may not create tables may still use an existing one.
    try PostgreSQLTable.lock(making: fullName, in: connection)
    found = try find(for: home, connection)
    if let found, try isDone(found) { return found }
    do throws(ImportError) {
      if try connection.query("SELECT to_regclass($1) IS NULL", fullName).bool(0, 0) {
        try connection.execute("CREATE TABLE \(fullName) \(declarations)")
      }
      if let found {
        let list = "source, target, columns, mode, checkpoint, table_number, may_be_empty"
        try connection.execute(
          """
          WITH taken AS (DELETE FROM \(found.name)
            WHERE \(found.condition(of: home, isOwn: false)) RETURNING *)
          INSERT INTO \(fullName) (\(list)) SELECT \(list) FROM taken
          """)
      }
    } catch {
      guard connection.lastRefusal == "42501" else { throw error }
      throw ImportError(
        .conflict,
        "\(error.message). The progress of jobs into \(home.fullName) is kept in the table \(fullName); let its"
          + " owner run this job once, or CREATE TABLE \(fullName) \(flat(declarations))"
          + " and grant SELECT, INSERT, UPDATE and DELETE on it")
    }
    return Table(fullName, in: connection)
  }

  private static func flat(_ sql: String) -> String {
    sql.split(separator: "\n").joined(separator: " ")
  }
}

extension SQLProgressTable<PostgreSQLConnection> {
  /// The rows of a table. `isOwn`: this one is in the schema of the table.
  fileprivate func condition(of home: PostgreSQLHome, isOwn: Bool) -> String {
    let name = "target = \(PostgreSQLConnection.literal(home.fullName))"
    let number = home.number.map { "table_number & 4294967295 = \($0)" }
    return (isOwn ? [name, number] : [number]).compactMap { $0 }.joined(separator: " OR ")
  }

  /// Whether it has a row of the table.
  fileprivate func knows(
    _ home: PostgreSQLHome, isOwn: Bool
  ) throws(ImportError) -> Bool {
    try database.query(
      "SELECT EXISTS (SELECT FROM \(name) WHERE \(condition(of: home, isOwn: isOwn)))"
    ).bool(0, 0)
  }

  /// Whether it still exists: in other schemas others may remove it at any time. Keeps it from being
  /// removed until the transaction's end.
  fileprivate func isReadable() throws(ImportError) -> Bool {
    try database.execute("SAVEPOINT sluice_look")
    let result = database.run("LOCK TABLE \(name) IN ACCESS SHARE MODE NOWAIT")
    guard !result.isDone else { return true }
    guard !database.isLost else { throw database.fault(result) }
    try database.execute("ROLLBACK TO SAVEPOINT sluice_look")
    // It is being changed or removed.
    return false
  }

  fileprivate func isIn(
    _ schema: String
  ) throws(ImportError) -> Bool {
    try database.query(
      "SELECT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        + " WHERE c.oid = $1::regclass AND n.nspname = $2)", name, schema
    ).bool(0, 0)
  }

  /// The rows with a table's name, or with its number.
  func rows(of home: PostgreSQLHome) throws(ImportError) -> [ProgressRow] {
    let hasNumber: SQLStatement =
      home.number.map { " OR table_number & 4294967295 = \(Int64($0))" } ?? ""
    var rows = try rows(where: "target = \(home.fullName)\(hasNumber)")
    for i in rows.indices {
      rows[i].tableID = home.identity(rows[i].tableID, target: rows[i].target)
    }
    return rows
  }

  /// Those of the other tables of a partitioned table, of which the table of this number is a part or the whole.
  func rows(ofPartsOf number: Int) throws(ImportError) -> [ProgressRow] {
    try rows(
      where: """
        table_number & 4294967295 IN (SELECT relid::oid::int8 FROM
          pg_partition_tree(pg_partition_root('\(Int64(number))'::oid::regclass)))
          AND table_number & 4294967295 <> \(Int64(number))
        """)
  }
}
