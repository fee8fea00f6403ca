/// The target table as the server describes it: made when it is missing, compared with the columns
/// when it is there.
struct PostgreSQLTable {
  /// Schema and name as they stand in statements, quoted where that is needed: `public."my table"`.
  let fullName: String
  /// The job's columns.
  let columns: [ImportColumn]
  /// How the columns' values are sent, in the order of the job's columns.
  let codecs: [PostgreSQLCodec]
  /// The types of the columns as the server writes them.
  let types: [String]
  /// Whether the server can refuse rows for reasons that only it knows.
  let hasRules: Bool

  /// Inside a transaction.
  init(
    _ name: String, columns: [ImportColumn], key: [Int], in connection: PostgreSQLConnection
  ) throws(ImportError) {
    let quoted = PostgreSQLConnection.quoted(name)
    let place = "table \(quoted) in \(connection.name)"
    if try !PostgreSQLTable.isThere(name, in: connection) {
      try connection.execute(PostgreSQLTable.creation(quoted, columns, key))
    }
    let found = try connection.query(
      """
      SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.atttypid::int8, a.atttypmod,
        a.attnotnull, a.atthasdef OR a.attidentity <> '', a.attgenerated <> ''
      FROM pg_attribute a
      WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum
      """, quoted)
    var codecs: [PostgreSQLCodec] = []
    var types: [String] = []
    for (number, column) in columns.enumerated() {
      guard let row = (0..<found.rowCount).first(where: { found.text($0, 0) == column.name }) else {
        let names = (0..<found.rowCount).map { "\"\(found.text($0, 0) ?? "")\"" }
        throw ImportError(
          .conflict,
          "\(place) has no column \"\(column.name)\"; it has \(names.joined(separator: ", "))."
            + " Name another table, or add the column")
      }
      guard !found.bool(row, 6) else {
        throw ImportError(
          .conflict, "\(place) computes the column \"\(column.name)\" itself: leave it out")
      }
      let type = found.text(row, 1) ?? ""
      let codec = PostgreSQLCodec(
        column.type, typeNumber: found.integer(row, 2) ?? 0, modifier: found.integer(row, 3) ?? -1,
        isRequired: found.bool(row, 4), isKey: key.contains(number))
      guard let codec else {
        throw ImportError(
          .conflict,
          "\(place) declares the column \"\(column.name)\" as \(type), which does not take"
            + " \(column.type.rawValue) values as they are; expected"
            + " \(PostgreSQLTable.declaredType(column.type))")
      }
      codecs.append(codec)
      types.append(type)
    }
    for row in 0..<found.rowCount where found.bool(row, 4) && !found.bool(row, 5) {
      guard columns.contains(where: { $0.name == found.text(row, 0) }) else {
        throw ImportError(
          .conflict,
          "\(place) has a column \"\(found.text(row, 0) ?? "")\" that may not be NULL and has no"
            + " default: give it a --column")
      }
    }
    self.columns = columns
    self.codecs = codecs
    self.types = types
    let facts = try connection.query(
      PostgreSQLTable.rules, quoted, key.isEmpty ? "0" : "1")
    fullName = facts.text(0, 0) ?? quoted
    hasRules = facts.bool(0, 1)
  }

  static func isThere(
    _ name: String, in connection: PostgreSQLConnection
  ) throws(ImportError) -> Bool {
    let quoted = PostgreSQLConnection.quoted(name)
    return try connection.query("SELECT to_regclass($1)", quoted).text(0, 0) != nil
  }

  /// The table's full name, and whether it is no plain table, is guarded by row security, or has
  /// unique indexes (beside an upsert's own), constraints or triggers.
  private static let rules = """
    SELECT format('%I.%I', n.nspname, c.relname),
      c.relkind <> 'r' OR c.relrowsecurity
      OR (SELECT count(*) FROM pg_index i
          WHERE i.indrelid = c.oid AND (i.indisunique OR i.indisexclusion)) > $2::text::int8
      OR EXISTS (SELECT FROM pg_constraint k
          WHERE k.conrelid = c.oid AND k.contype IN ('c', 'f', 't', 'x'))
      OR EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.oid = to_regclass($1)
    """

  /// The statement that makes the table.
  static func creation(
    _ quoted: String, _ columns: [ImportColumn], _ key: [Int]
  ) -> String {
    var parts = columns.map { "\(PostgreSQLConnection.quoted($0.name)) \(declaredType($0.type))" }
    if !key.isEmpty {
      let names = key.map { PostgreSQLConnection.quoted(columns[$0].name) }
      parts.append("PRIMARY KEY (\(names.joined(separator: ", ")))")
    }
    return "CREATE TABLE \(quoted) (\(parts.joined(separator: ", ")))"
  }

  static func declaredType(_ type: ColumnType) -> String {
    switch type {
    case .int: "bigint"
    case .real: "double precision"
    case .text: "text"
    case .bool: "boolean"
    case .json: "json"
    case .decimal: "numeric"
    case .date: "date"
    case .timestamp, .epoch, .epochms, .epochus: "timestamp with time zone"
    case .uuid: "uuid"
    case .blob: "bytea"
    }
  }
}

extension PostgreSQLCodec {
  /// Nil: the type does not take such values as they are. The numbers are those of PostgreSQL's
  /// pg_type.dat, which never change.
  init?(_ type: ColumnType, typeNumber: Int, modifier: Int, isRequired: Bool, isKey: Bool) {
    let form: Form? =
      switch (type, typeNumber) {
      case (.int, 20): .int8
      case (.int, 23): .int4
      case (.int, 21): .int2
      case (.real, 701): .float8
      case (.bool, 16): .bool
      case (.text, 25), (.text, 1043), (.json, 25): .text
      case (.json, 114): .json
      case (.json, 3802): .jsonb
      case (.decimal, 1700): .numeric
      case (.date, 1082): .date
      // Not `timestamp` (1114), which names no point in time.
      case (.timestamp, 1184), (.epoch, 1184), (.epochms, 1184), (.epochus, 1184): .timestamptz
      case (.uuid, 2950): .uuid
      case (.blob, 17): .bytea
      case (.decimal, 25), (.date, 25), (.uuid, 25): .text
      case (.timestamp, 25), (.epoch, 25), (.epochms, 25), (.epochus, 25): .text
      default: nil
      }
    guard let form else { return nil }
    self.form = form
    // Of varchar(n) the modifier is n + 4.
    mostCharacters = typeNumber == 1043 && modifier > 4 ? modifier - 4 : 0
    switch form {
    case .numeric where modifier >= 4:
      // Both plus 4: the precision in the upper 16 bits, the scale in the lower 11, with its sign.
      precision = (modifier - 4) >> 16 & 0xFFFF
      scale = ((modifier - 4) & 0x7FF ^ 0x400) - 0x400
    case .timestamptz: (precision, scale) = (0, (0...6).contains(modifier) ? modifier : 6)
    default: (precision, scale) = (0, 0)
    }
    self.isRequired = isRequired
    self.isKey = isKey
  }
}
