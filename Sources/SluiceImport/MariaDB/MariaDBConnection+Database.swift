import Sluice

extension MariaDBConnection: TransactionalDatabase {
  typealias Loader = MariaDBBatch
  typealias Replacement = MariaDBReplacement

  static func declaredType(_ type: ColumnType) -> String {
    switch type.storage {
    case .integer: "bigint"
    case .real: "double"
    case .text: "longtext"
    case .boolean: "boolean"
    case .json, .nested: "json"
    // The most digits that the server has, 35 of them before the point.
    case .decimal: "decimal(65,30)"
    case .date: "date"
    case .timestamp: "datetime(6)"
    case .uuid: "char(36)"
    case .blob: "longblob"
    }
  }

  var rejectForm: RejectTableForm {
    let type = RejectTableForm.types(number: "bigint", truth: "int", text: "longtext")
    return RejectTableForm(
      type: { $0 == "target" ? "varchar(64) NOT NULL" : type($0, $1, $2) },
      number: "number", numberType: "bigint NOT NULL AUTO_INCREMENT PRIMARY KEY",
      options: MariaDBTable.options(isMariaDB: isMariaDB))
  }

  var progressForm: ProgressTableForm {
    // A path is longer than a key of the server may be: the key is a hash.
    ProgressTableForm(
      declarations: """
        (id char(32) PRIMARY KEY, source longtext NOT NULL,
          target varchar(64) NOT NULL, columns longtext NOT NULL, mode varchar(16) NOT NULL,
          checkpoint longtext NOT NULL, format int NOT NULL, table_id varchar(32),
          may_be_empty boolean NOT NULL DEFAULT FALSE)\(MariaDBTable.options(isMariaDB: isMariaDB))
        """,
      key: (
        "id",
        { source, target in
          let bytes = Array("\(source)\n\(target)".utf8)
          return SourceFingerprint.hash(bytes) + SourceFingerprint.hash(bytes.reversed())
        }
      ), lock: " FOR UPDATE")
  }

  var place: String { name }

  func insert(_ statement: SQLStatement) throws(ImportError) -> Bool {
    let answer = run(text(of: "INSERT \(statement)"))
    guard answer.isDone || answer.error == 1062 else { throw fault(answer) }
    return answer.isDone && answer.changes == 1
  }

  @discardableResult
  func perform(_ statement: SQLStatement) throws(ImportError) -> Int {
    try query(text(of: statement)).changes
  }

  func rows(of statement: SQLStatement) throws(ImportError) -> [[String?]] {
    try query(text(of: statement)).rows
  }

  func begin() throws(ImportError) { try execute("START TRANSACTION") }

  func commit() throws(ImportError) {
    let answer = run("COMMIT")
    guard answer.isDone else { throw fault(answer) }
  }

  func rollBack() { _ = run("ROLLBACK") }

  func table(named name: String) -> SQLTableName {
    SQLTableName(
      text: name, sql: MariaDBConnection.quoted(name), words: MariaDBTable.place(name, self))
  }

  func columnNames(of table: SQLTableName) throws(ImportError) -> [ByteName] {
    try MariaDBTable.existing(table.text, in: self).map(\.name)
  }

  /// Outside a transaction, which the server would commit.
  func make(
    _ name: String, by creation: (SQLTableName) throws(ImportError) -> SQLStatement?
  ) throws(ImportError) -> SQLTableName {
    let table = table(named: name)
    guard let creation = try creation(table) else { return table }
    let answer = run(text(of: creation))
    // Another job may have been faster.
    guard answer.isDone || answer.error == 1050 else { throw fault(answer) }
    return table
  }

  func name(ofTable identity: String) throws(ImportError) -> String? {
    try MariaDBTableIdentity.tables(identity, in: self).first
  }

  func name(ofTable identity: String, besides table: SQLTableName) throws(ImportError) -> String? {
    try MariaDBTableIdentity.tables(identity, in: self).first {
      ByteName($0) != ByteName(table.text)
    }
  }

  func identity(of table: String) throws(ImportError) -> (name: String, identity: String?) {
    (table, try MariaDBTableIdentity.read(of: table, in: self))
  }

  func knownSources(
    of table: String, _ choices: TableChoices
  ) throws(ImportError) -> [KnownSource] {
    try MariaDBTableState(of: table, for: [], choices, in: self).progress.sources()
  }

  /// It may be in another database by now.
  func isThere(tableWith identity: String) throws(ImportError) -> Bool {
    try !MariaDBTableIdentity.tables(identity, of: "TABLE_SCHEMA", in: self).isEmpty
  }
}
