import Sluice

extension PostgreSQLConnection: TransactionalDatabase {
  typealias Loader = PostgreSQLBatch
  typealias Replacement = PostgreSQLReplacement

  static func declaredType(_ type: ColumnType) -> String {
    switch type.storage {
    case .integer: "bigint"
    case .real: "double precision"
    case .text: "text"
    case .boolean: "boolean"
    case .json, .nested: "json"
    case .decimal: "numeric"
    case .date: "date"
    case .timestamp: "timestamp with time zone"
    case .uuid: "uuid"
    case .blob: "bytea"
    }
  }

  var rejectForm: RejectTableForm {
    RejectTableForm(
      type: RejectTableForm.types(number: "bigint", truth: "integer", text: "text"),
      number: "number", numberType: "bigint GENERATED ALWAYS AS IDENTITY")
  }

  var progressForm: ProgressTableForm {
    ProgressTableForm(
      declarations: PostgreSQLProgressTable.declarations, identity: "table_number",
      // Reading the checkpoint under the lock waits for a server that is about to commit for a killed client.
      advisoryLock: { source, target in
        let words = "sluice\n\(source)\n\(target.identity ?? "")"
        return "SELECT pg_advisory_xact_lock(hashtextextended(\(words), 0))"
      }, hasOneRowForTable: true)
  }

  var place: String { name }

  func insert(_ statement: SQLStatement) throws(ImportError) -> Bool {
    try perform("INSERT \(statement) ON CONFLICT DO NOTHING") == 1
  }

  @discardableResult
  func perform(_ statement: SQLStatement) throws(ImportError) -> Int {
    let result = run(text(of: statement))
    try check(result)
    return result.changes
  }

  func rows(of statement: SQLStatement) throws(ImportError) -> [[String?]] {
    let result = run(text(of: statement))
    try check(result)
    return result.rows
  }

  /// By COPY: a fifth of the time of INSERT.
  func insert(
    _ rows: [[String?]], into table: SQLTableName, _ columns: SQLStatement
  ) throws(ImportError) {
    guard !rows.isEmpty else { return }
    var copy = PostgreSQLTextCopy(into: table.sql, columns: text(of: columns), over: self)
    try copy.begin()
    for row in rows { try copy.append(row) }
    try copy.end()
  }

  func begin() throws(ImportError) { try execute(PostgreSQLConnection.beginning) }

  /// With the next statement, so that the server is not asked for that alone. Deferrable constraints are checked with each
  /// statement: at the commit it would not be known which row breaks one.
  func begin(storing lock: SQLStatement?) {
    pending =
      "\(PostgreSQLConnection.beginning); " + (lock.map { "\(text(of: $0)); " } ?? "")
      + "SET CONSTRAINTS ALL IMMEDIATE; "
  }

  /// Each source takes one of the locks of which a server has 6,400 for all its clients, unless configured.
  static var mostHeld: Int { 500 }

  /// Throws when the server rolls back instead.
  func commit() throws(ImportError) {
    let result = run("COMMIT")
    try check(result)
    guard result.command == "COMMIT" else {
      throw ImportError(
        .sink, "\(name): the server rolled the transaction back instead of committing it")
    }
  }

  func rollBack() {
    guard pending.isEmpty else { return pending = "" }
    _ = run("ROLLBACK")
  }

  func table(named name: String) throws(ImportError) -> SQLTableName {
    table(try PostgreSQLName(name, in: self))
  }

  func table(_ found: PostgreSQLName) -> SQLTableName {
    SQLTableName(
      text: found.fullName, sql: found.fullName, words: "table \(found.fullName) in \(name)")
  }

  func columnNames(of table: SQLTableName) throws(ImportError) -> [ByteName] {
    try rows(
      of:
        "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(\(table.text))::oid AND attnum > 0 AND NOT attisdropped"
    ).map { ByteName(($0.first ?? nil) ?? "") }
  }

  /// Inside a transaction, until whose end no other job makes a table of that name.
  func make(
    _ name: String, by creation: (SQLTableName) throws(ImportError) -> SQLStatement?
  ) throws(ImportError) -> SQLTableName {
    var table = try table(named: name)
    guard try creation(table) != nil else { return table }
    try PostgreSQLTable.lock(making: table.text, in: self)
    table = try self.table(named: name)
    if let creation = try creation(table) { try perform(creation) }
    return table
  }

  func name(ofTable identity: String) throws(ImportError) -> String? {
    try PostgreSQLHome.name(ofTable: identity, in: self)
  }

  func identity(of table: String) throws(ImportError) -> (name: String, identity: String?) {
    let home = try PostgreSQLHome(of: PostgreSQLName(table, in: self), in: self)
    return (home.fullName, home.identity.map { "\($0)" })
  }

  func knownSources(
    of table: String, _ choices: TableChoices
  ) throws(ImportError) -> [KnownSource] {
    let home = try PostgreSQLHome(of: PostgreSQLName(table, in: self), in: self)
    let stored = try PostgreSQLProgressTable.find(for: home, self)
    return try PostgreSQLTableState(of: home, for: [], choices, in: stored, self).progress.sources()
  }

  /// By a cursor, inside a transaction.
  func reader(
    of columns: SQLStatement, from table: SQLTableName
  ) throws(ImportError) -> () throws(ImportError) -> [[String?]] {
    try perform(
      "DECLARE sluice_rejects CURSOR FOR SELECT \(columns) FROM \(table) ORDER BY \(sql: rejectForm.number)"
    )
    return { () throws(ImportError) in try self.rows(of: "FETCH 200 FROM sluice_rejects") }
  }
}

extension PostgreSQLResult {
  /// The rows as text; nil is NULL.
  var rows: [[String?]] {
    (0..<rowCount).map { row in (0..<columnCount).map { text(row, $0) } }
  }
}
