import Sluice

/// The target table as the server describes it, compared with the columns.
struct PostgreSQLTable {
  /// The server's number of the table (its oid). Another table of the same name has another number.
  let number: Int
  /// Schema and name for statements, quoted where necessary: `public."my table"`.
  let fullName: String
  let schema: String
  /// The job's columns.
  let columns: [ImportColumn]
  /// Their names, for statements.
  let columnList: String
  /// The wire form of the columns' values, in the order of the job's columns.
  let codecs: [PostgreSQLCodec]
  /// The types of the columns, as the server writes them.
  let types: [String]
  /// The same for a table of other rows that are compared with theirs: with collations.
  let stagedTypes: [String]
  /// A description of all its columns, to notice that one has changed.
  let structure: String
  let facts: Facts

  /// The facts that decide how rows of a table are written and replaced.
  struct Facts {
    /// `pg_class.relkind`.
    let kind: String
    /// It has rewrite rules for INSERT, which COPY would bypass.
    let hasInsertRules: Bool
    /// Row security applies to this user: COPY is refused then, and not all rows may be seen.
    let isRowSecure: Bool
    /// A row may be refused for lack of another row of the table.
    let refersToItself: Bool
    /// Other tables inherit from it. False for a partitioned table.
    let hasChildren: Bool
    /// Other tables whose foreign keys refer to it.
    let referrers: String?
    /// A trigger or a rule may keep rows from being stored.
    let maySkipRows: Bool
    /// The user may read it.
    let isReadable: Bool
    /// A trigger may change or drop a row before it is stored.
    let mayChangeRows: Bool

    var isTable: Bool { kind == "r" || kind == "p" }
    /// Whether rows have to go by INSERT.
    var needsInsert: Bool { kind == "v" || hasInsertRules || isRowSecure }
  }

  var refersToItself: Bool { facts.refersToItself }

  /// `name` belongs to an existing table. Inside a transaction.
  init(
    _ name: PostgreSQLName, columns: [ImportColumn], key: [Int],
    in connection: PostgreSQLConnection
  ) throws(ImportError) {
    number = name.number ?? 0
    fullName = name.fullName
    schema = name.schema
    let place = TablePlace("table \(fullName) in \(connection.name)")
    facts = try PostgreSQLTable.facts(number, in: connection)
    guard !facts.kind.isEmpty else {
      throw ImportError(
        .conflict,
        "\(place.words) was dropped or made anew while the job began. Nothing was written: run the same"
          + " command again")
    }
    guard ["r", "p", "v", "f"].contains(facts.kind) else {
      throw ImportError(
        .conflict, "\(place.words) takes no rows: expected a table, a foreign table or a view")
    }
    let found = try connection.query(
      """
      SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.atttypid::int8, a.atttypmod,
        a.attnotnull, a.atthasdef OR a.attidentity <> '', a.attgenerated <> '',
        (SELECT format(' COLLATE %I.%I', n.nspname, c.collname)
          FROM pg_collation c JOIN pg_namespace n ON n.oid = c.collnamespace
          WHERE c.oid = a.attcollation AND c.collname <> 'default'),
        (SELECT c.collname FROM pg_collation c
          WHERE c.oid = a.attcollation AND to_jsonb(c) ->> 'collisdeterministic' = 'false')
      FROM pg_attribute a
      WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attnum
      """, "\(number)")
    structure = (0..<found.rowCount).map { row in
      (0..<7).map { found.text(row, $0) ?? "" }.joined(separator: "\u{1F}")
    }.joined(separator: "\n")
    let rows = 0..<found.rowCount
    let names = rows.map { ByteName(found.text($0, 0) ?? "") }
    let places = ColumnPlaces(names)
    var codecs: [PostgreSQLCodec] = []
    var types: [String] = []
    var stagedTypes: [String] = []
    for (number, column) in columns.enumerated() {
      guard let row = places[column.name].map(Int32.init(truncatingIfNeeded:)) else {
        throw place.lacks(column, among: names)
      }
      guard !found.bool(row, 6) else { throw place.computes(column) }
      if key.contains(number), let collation = found.text(row, 8) {
        throw ImportError(
          .conflict,
          "\(place.words) compares the key's column \"\(column.name)\" by the collation \(collation), to which keys can"
            + " be equal that differ in bytes: their rows would be merged. Give the column a deterministic collation, or"
            + " name another key")
      }
      let type = found.text(row, 1) ?? ""
      let codec = PostgreSQLCodec(
        column.type, typeNumber: found.integer(row, 2) ?? 0, modifier: found.integer(row, 3) ?? -1,
        isRequired: found.bool(row, 4), isKey: key.contains(number))
      guard let codec else {
        throw place.differs(
          column, declared: type, expected: PostgreSQLConnection.declaredType(column.type),
          advice: PostgreSQLTable.widening(name.fullName, column, type))
      }
      codecs.append(codec)
      types.append(type)
      stagedTypes.append(type + (found.text(row, 7) ?? ""))
    }
    for row in rows where found.bool(row, 4) && !found.bool(row, 5) {
      guard columns.contains(where: { $0.name == names[Int(row)] }) else {
        throw place.needs(names[Int(row)])
      }
    }
    self.columns = columns
    self.codecs = codecs
    self.types = types
    self.stagedTypes = stagedTypes
    columnList = columns.map { PostgreSQLConnection.quoted($0.name) }.joined(separator: ", ")
  }

  /// As a target. `home`: the number of the table to which the progress belongs.
  func target(_ home: Int?, _ mode: WriteMode, mayBeEmpty: Bool = false) -> SQLTarget {
    SQLTarget(
      fullName, shown: fullName, "\(home ?? number)", number: number, mode, mayBeEmpty: mayBeEmpty)
  }

  /// Throws when a column of the job has another type than when the job began. Inside the transaction that has written
  /// into the table, whose types can't change until its end. `name`: the table itself, or one that is made like it.
  func checkTypes(of name: String, in connection: PostgreSQLConnection) throws(ImportError) {
    let found = try connection.query(
      """
      SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
      WHERE attrelid = to_regclass($1)::oid AND attnum > 0 AND NOT attisdropped
      """, name)
    try TablePlace("the table \(name) in \(connection.name)").check(
      columns, types,
      found: (0..<found.rowCount).map {
        (ByteName(found.text($0, 0) ?? ""), found.text($0, 1) ?? "")
      })
  }

  /// Says that rows which are skipped because of their keys can't be told from those that a trigger drops.
  func noteOfSkippedRows(
    _ mode: WriteMode, in connection: PostgreSQLConnection
  ) -> ImportNote? {
    guard case .ignore = mode, facts.mayChangeRows || facts.hasInsertRules else { return nil }
    return ImportNote(
      kind: .unchecked,
      message:
        "the table \(fullName) in \(connection.name) has triggers or rules, which may drop rows: those are"
        + " counted together with the rows whose keys are there")
  }

  static func facts(
    _ number: Int, in connection: PostgreSQLConnection
  ) throws(ImportError) -> Facts {
    let row = try connection.query(
      """
      SELECT c.relkind::text,
        EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type = '3'),
        row_security_active(c.oid),
        EXISTS (SELECT FROM pg_constraint k
          WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid = c.oid),
        c.relkind = 'r' AND EXISTS (SELECT FROM pg_inherits i WHERE i.inhparent = c.oid),
        (SELECT string_agg(DISTINCT k.conrelid::regclass::text, ', ') FROM pg_constraint k
          WHERE k.confrelid = c.oid AND k.contype = 'f' AND k.conrelid <> c.oid
            AND NOT EXISTS (SELECT FROM pg_inherits i
              WHERE i.inhrelid = k.conrelid AND i.inhparent = c.oid)),
        EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)
          OR EXISTS (SELECT FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.ev_type = '3'),
        has_table_privilege(c.oid, 'SELECT'),
        EXISTS (SELECT FROM pg_trigger t WHERE NOT t.tgisinternal AND t.tgtype & 7 = 7
          AND t.tgrelid IN (SELECT c.oid UNION ALL SELECT relid FROM pg_partition_tree(c.oid)))
      FROM pg_class c WHERE c.oid = $1::oid
      """, "\(number)")
    return Facts(
      kind: row.text(0, 0) ?? "", hasInsertRules: row.bool(0, 1), isRowSecure: row.bool(0, 2),
      refersToItself: row.bool(0, 3), hasChildren: row.bool(0, 4), referrers: row.text(0, 5),
      maySkipRows: row.bool(0, 6), isReadable: row.bool(0, 7), mayChangeRows: row.bool(0, 8))
  }

  /// Whether it is empty. Nil: this user can't tell.
  func isEmpty(in connection: PostgreSQLConnection) throws(ImportError) -> Bool? {
    guard facts.isTable, facts.isReadable, !facts.isRowSecure else { return nil }
    return try connection.query("SELECT NOT EXISTS (SELECT FROM \(fullName))").bool(0, 0)
  }

  /// Makes the table if no table has the name, and only once if two processes do so at the same time.
  /// Inside a transaction; returns the name with its number.
  static func make(
    _ name: PostgreSQLName, as text: String, columns: [ImportColumn], key: [Int],
    in connection: PostgreSQLConnection
  ) throws(ImportError) -> PostgreSQLName {
    guard name.number == nil else { return name }
    try lock(making: name.fullName, in: connection)
    let again = try PostgreSQLName(text, in: connection)
    guard again.number == nil else { return again }
    try connection.execute(PostgreSQLConnection.creation(again.fullName, columns, key))
    return try PostgreSQLName(text, in: connection)
  }

  /// Waits until no other job makes a table of that name, and holds the lock until the transaction's end.
  static func lock(
    making fullName: String, in connection: PostgreSQLConnection
  ) throws(ImportError) {
    _ = try connection.query(
      "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", "sluice makes\n\(fullName)")
  }

  /// Where a column can be widened without a loss: the statement for it, which takes time and locks the table.
  private static func widening(_ table: String, _ column: ImportColumn, _ type: String) -> String {
    let quoted = PostgreSQLConnection.quoted(column.name)
    let isNumber = ["smallint", "integer", "bigint"].contains(type)
    guard column.type.storage == .decimal && isNumber || column.type.storage == .json else {
      return ""
    }
    let using = isNumber && column.type.storage == .decimal ? quoted : "to_json(\(quoted))"
    return ". To keep its values in a wider type: ALTER TABLE \(table) ALTER COLUMN \(quoted) TYPE"
      + " \(PostgreSQLConnection.declaredType(column.type)) USING \(using)"
  }

}

extension PostgreSQLCodec {
  /// Nil when the type does not store such values unchanged. The numbers are those of PostgreSQL's
  /// pg_type.dat, which never change.
  init?(_ type: ColumnType, typeNumber: Int, modifier: Int, isRequired: Bool, isKey: Bool) {
    let form: BinaryForm? =
      switch (type.storage, typeNumber) {
      case (.integer, 20): .int8
      case (.integer, 23): .int4
      case (.integer, 21): .int2
      case (.real, 701): .float8
      case (.boolean, 16): .bool
      case (.text, 25), (.text, 1043), (.json, 25): .text
      case (.json, 114): .json
      case (.json, 3802): .jsonb
      case (.decimal, 1700): .numeric
      case (.date, 1082): .date
      // Not `timestamp` (1114), which does not identify a point in time.
      case (.timestamp, 1184): .timestamptz
      case (.uuid, 2950): .uuid
      case (.blob, 17): .bytea
      case (.decimal, 25), (.date, 25), (.timestamp, 25), (.uuid, 25): .text
      default: nil
      }
    guard let form else { return nil }
    self.form = form
    // The modifier of varchar(n) is n + 4.
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
