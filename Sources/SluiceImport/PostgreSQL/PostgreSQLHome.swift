import Sluice

/// The table that has the rows of a target, and the progress of its jobs: the target itself, or the table that the server
/// puts the rows of a view into.
struct PostgreSQLHome {
  /// The target's name for statements, as the progress records it.
  let fullName: String
  /// The schema of the table.
  let schema: String
  /// The server's number of the table (its oid); nil when it does not exist.
  let number: Int?
  /// Distinguishes the server's databases from those of other servers, which give the same numbers to other tables; 0:
  /// this user may not know.
  private let cluster: Int

  /// The table's number in the progress: that of the server is in the upper half, since a dump is restored with the
  /// progress in it.
  var identity: Int? { number.map { cluster << 32 | $0 } }

  /// Inside a transaction.
  init(of name: PostgreSQLName, in connection: PostgreSQLConnection) throws(ImportError) {
    fullName = name.fullName
    cluster = try PostgreSQLHome.cluster(in: connection)
    if let number = name.number,
      let (schema, base) = try PostgreSQLHome.base(of: number, name, in: connection)
    {
      (self.schema, self.number) = (schema, base)
    } else {
      (schema, number) = (name.schema, name.number)
    }
  }

  /// The table behind a view, as the server plans an insertion. Nil: it is no view, or a trigger of the view or several
  /// statements of a rule decide where rows go.
  private static func base(
    of number: Int, _ name: PostgreSQLName, in connection: PostgreSQLConnection
  ) throws(ImportError) -> (schema: String, number: Int)? {
    let isView = try connection.query(
      "SELECT relkind = 'v' AND pg_relation_is_updatable(oid, false) & 8 <> 0 FROM pg_class WHERE oid = $1::oid",
      "\(number)")
    guard isView.bool(0, 0) else { return nil }
    let plan = try connection.query(
      "EXPLAIN (FORMAT JSON, VERBOSE) INSERT INTO \(name.fullName) DEFAULT VALUES")
    let text = (0..<plan.rowCount).compactMap { plan.text($0, 0) }.joined(separator: "\n")
    let found = try connection.query(
      """
      SELECT n.nspname, c.oid::int8 FROM json_array_elements($1::json) AS p
        JOIN pg_namespace n ON n.nspname = p -> 'Plan' ->> 'Schema'
        JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = p -> 'Plan' ->> 'Relation Name'
      WHERE json_array_length($1::json) = 1
      """, text)
    guard let schema = found.text(0, 0), let base = found.integer(0, 1) else { return nil }
    return (schema, base)
  }

  private static func cluster(in connection: PostgreSQLConnection) throws(ImportError) -> Int {
    guard
      try connection.query("SELECT has_function_privilege('pg_control_system()', 'EXECUTE')")
        .bool(0, 0)
    else { return 0 }
    return try connection.query(
      "SELECT system_identifier % 2147483647 FROM pg_control_system()"
    ).integer(0, 0) ?? 0
  }

  /// The identity in a row of the progress, as this table's if it is. The number alone is no evidence for a table of another
  /// name. (A server that was upgraded has another identifier, and its tables have their numbers and names.)
  func identity(_ recorded: String?, target: String) -> String? {
    guard let recorded, let found = Int(recorded), let identity, found & 0xFFFF_FFFF == number
    else { return recorded }
    let isHere = [0, cluster].contains(found >> 32) || ByteName(target) == ByteName(fullName)
    return isHere ? "\(identity)" : recorded
  }

  /// The full name of the table with an identity; nil: there is none on this server.
  static func name(
    ofTable identity: String, in connection: PostgreSQLConnection
  ) throws(ImportError) -> String? {
    guard let recorded = Int(identity),
      try [0, cluster(in: connection)].contains(recorded >> 32)
    else { return nil }
    return try connection.query(
      "SELECT format('%I.%I', n.nspname, c.relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        + " WHERE c.oid = $1::oid", "\(recorded & 0xFFFF_FFFF)"
    ).text(0, 0)
  }
}
