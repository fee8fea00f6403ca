import Sluice

extension DuckDBConnection: TransactionalDatabase {
  typealias Loader = DuckDBLoader
  typealias Replacement = DuckDBReplacement

  static func literal(_ text: String?) -> String { SQLText.literal(text) }

  static func declaredType(_ type: ColumnType) -> String { DuckDBTable.declaredType(type) }

  var rejectForm: RejectTableForm {
    RejectTableForm(
      type: RejectTableForm.types(number: "BIGINT", truth: "BIGINT", text: "VARCHAR"),
      number: "rowid")
  }

  var progressForm: ProgressTableForm {
    ProgressTableForm(
      declarations: """
        (source VARCHAR NOT NULL, target VARCHAR NOT NULL,
          columns VARCHAR NOT NULL, mode VARCHAR NOT NULL, checkpoint VARCHAR NOT NULL, format INTEGER NOT NULL,
          table_id VARCHAR, may_be_empty BOOLEAN NOT NULL)
        """)
  }

  var place: String { path }

  /// The table of progress has no key, and no other process writes into the database.
  func insert(_ statement: SQLStatement) throws(ImportError) -> Bool {
    try perform("INSERT \(statement)") == 1
  }

  @discardableResult
  func perform(_ statement: SQLStatement) throws(ImportError) -> Int {
    try query(text(of: statement)).changes
  }

  func rows(of statement: SQLStatement) throws(ImportError) -> [[String?]] {
    try query(text(of: statement)).rows
  }

  func begin() throws(ImportError) { try query("BEGIN TRANSACTION") }

  func commit() throws(ImportError) { try query("COMMIT") }

  func rollBack() { _ = try? query("ROLLBACK") }

  func table(named name: String) -> SQLTableName {
    SQLTableName(
      text: name, sql: DuckDBConnection.quoted(name), words: DuckDBTable.place(name, self))
  }

  func columnNames(of table: SQLTableName) throws(ImportError) -> [ByteName] {
    try DuckDBTable.existing(table.text, in: self).map(\.name)
  }

  func identity(of table: String) throws(ImportError) -> (name: String, identity: String?) {
    (table, try DuckDBTableIdentity.read(of: table, in: self))
  }

  /// What earlier runs have left of a table.
  func known(
    _ table: String, for jobs: [JobIdentity?], _ choices: TableChoices
  ) throws(ImportError) -> KnownProgress<ProgressRow> {
    let (name, identity) = try identity(of: table)
    let progress = SQLProgressTable(in: self)
    return KnownProgress(
      try progress.isThere() ? progress.rows(of: name, identity) : [], of: name, identity,
      for: jobs, choices)
  }

  func knownSources(
    of table: String, _ choices: TableChoices
  ) throws(ImportError) -> [KnownSource] {
    try known(table, for: [], choices).sources()
  }

  func name(ofTable identity: String) throws(ImportError) -> String? {
    try DuckDBTableIdentity.table(identity, in: self)
  }
}
