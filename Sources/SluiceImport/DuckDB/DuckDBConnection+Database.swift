import Sluice

extension DuckDBConnection: TransactionalDatabase {
  typealias Loader = DuckDBLoader
  typealias Replacement = DuckDBReplacement

  static func literal(_ text: String?) -> String { SQLText.literal(text) }

  static func declaredType(_ type: ColumnType) -> String {
    switch type.storage {
    case .integer: "BIGINT"
    case .real: "DOUBLE"
    case .text, .json, .nested: "VARCHAR"
    case .boolean: "BOOLEAN"
    // The most digits that the database has, 20 of them before the point.
    case .decimal: "DECIMAL(38,18)"
    case .date: "DATE"
    case .timestamp: "TIMESTAMP"
    case .uuid: "UUID"
    case .blob: "BLOB"
    }
  }

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

  /// An index is known by the name that it gets.
  func existing(
    _ table: SQLTableName, for columns: [ImportColumn]
  ) throws(ImportError) -> ExistingTable {
    let found = try query(
      "SELECT index_name FROM duckdb_indexes() WHERE database_name = current_database() AND schema_name ="
        + " 'main' AND table_name = \(DuckDBConnection.literal(table.text))")
    let names = Set(found.rows.compactMap { $0.first.flatMap { $0 } }.map { ByteName($0) })
    let keys = try DuckDBTable.keys(of: table.text, in: self)
    return ExistingTable(
      columns: try DuckDBTable.existing(table.text, in: self).map { column in
        (column.name, column.isNullable && !column.hasDefault)
      },
      serves: { index in
        names.contains(ByteName(DuckDBConnection.name(of: index, on: table.text)))
          || index.isUnique && keys.contains(Set(index.columns.map(\.asciiLowercased)))
      }, normal: \.asciiLowercased)
  }

  private static func name(of index: TableIndex, on table: String) -> String {
    "\(table)_\(index.columns.map(\.text).joined(separator: "_"))\(index.isUnique ? "_key" : "_idx")"
  }

  func creations(of indexes: [TableIndex], on table: SQLTableName) -> [String] {
    indexes.map { DuckDBConnection.creation(of: $0, on: table.text) }
  }

  /// The statement that makes an index of a table.
  static func creation(of index: TableIndex, on table: String) -> String {
    creation(
      of: index, named: name(of: index, on: table),
      on: SQLTableName(text: table, sql: quoted(table), words: ""))
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
