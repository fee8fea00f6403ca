import CSQLite
import Sluice

extension SQLiteConnection: TransactionalDatabase {
  typealias Loader = SQLiteLoader
  typealias Replacement = SQLiteGathering

  static func literal(_ text: String?) -> String { SQLText.literal(text) }

  static func declaredType(_ type: ColumnType) -> String {
    switch type.storage {
    case .integer: "INTEGER"
    case .real: "REAL"
    // Decimals too: in any column for numbers SQLite would turn them into doubles.
    case .text, .json, .nested, .decimal, .date, .timestamp, .uuid: "TEXT"
    case .boolean: "BOOLEAN"
    case .blob: "BLOB"
    }
  }

  var rejectForm: RejectTableForm {
    RejectTableForm(
      type: RejectTableForm.types(number: "INTEGER", truth: "INTEGER", text: "TEXT"),
      number: "rowid")
  }

  var progressForm: ProgressTableForm {
    ProgressTableForm(
      declarations: """
        (
          source TEXT NOT NULL, target TEXT NOT NULL, columns TEXT NOT NULL,
          "offset" INTEGER NOT NULL, line INTEGER NOT NULL, record INTEGER NOT NULL,
          rows INTEGER NOT NULL, rejects INTEGER NOT NULL,
          source_size INTEGER NOT NULL, source_head TEXT NOT NULL, source_tail TEXT NOT NULL,
          reject_file TEXT, reject_length INTEGER NOT NULL,
          finished INTEGER NOT NULL, mode TEXT NOT NULL,
          version INTEGER NOT NULL, table_id TEXT, may_be_empty INTEGER NOT NULL DEFAULT 0,
          PRIMARY KEY (source, target))
        """, checkpoint: .columns, version: "version")
  }

  var place: String { path }

  func insert(_ statement: SQLStatement) throws(ImportError) -> Bool {
    try perform("INSERT OR IGNORE \(statement)") == 1
  }

  @discardableResult
  func perform(_ statement: SQLStatement) throws(ImportError) -> Int {
    try run(statement)
    return unsafe Int(sqlite3_changes(handle))
  }

  func rows(of statement: SQLStatement) throws(ImportError) -> [[String?]] { try run(statement) }

  /// By one prepared statement.
  func insert(
    _ rows: [[String?]], into table: SQLTableName, _ columns: SQLStatement
  ) throws(ImportError) {
    guard let width = rows.first?.count, width > 0 else { return }
    let places = (1...width).map { "?\($0)" }.joined(separator: ", ")
    let statement = try kept(
      text(of: "INSERT INTO \(table) (\(columns)) VALUES (\(sql: places))"))
    for row in rows {
      for (number, value) in row.enumerated() {
        try statement.bind(value, at: Int32(number + 1))
      }
      try statement.run()
    }
  }

  @discardableResult
  private func run(_ statement: SQLStatement) throws(ImportError) -> [[String?]] {
    var values: [String?] = []
    let prepared = try kept(
      statement.text(SQLiteConnection.quoted) { value in
        values.append(value)
        return "?\(values.count)"
      })
    for (number, value) in values.enumerated() {
      try prepared.bind(value, at: Int32(number + 1))
    }
    var rows: [[String?]] = []
    while try prepared.step() {
      rows.append((0..<prepared.columnCount).map { prepared.text(at: $0) })
    }
    return rows
  }

  func begin() throws(ImportError) { try execute("BEGIN IMMEDIATE") }

  func commit() throws(ImportError) { try execute("COMMIT") }

  func rollBack() {
    // Some errors have ended it.
    unsafe sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  func table(named name: String) -> SQLTableName {
    SQLTableName(
      text: name, sql: SQLiteConnection.quoted(name), words: "table \"\(name)\" in \(path)")
  }

  func columnNames(of table: SQLTableName) throws(ImportError) -> [ByteName] {
    try rows(of: "SELECT name FROM pragma_table_info(\(table.text))").map {
      ByteName(($0.first ?? nil) ?? "")
    }
  }

  func identity(of table: String) throws(ImportError) -> (name: String, identity: String?) {
    (SQLiteSink.folded(table), try SQLiteTableIdentity.read(of: table, in: self))
  }

  /// A view does not tell.
  func isEmpty(_ table: SQLTableName) throws(ImportError) -> Bool {
    guard try SQLiteTableKind.of(table.text, in: self) == .table else { return false }
    return try rows(of: "SELECT 1 FROM \(table) LIMIT 1").isEmpty
  }

  func knownSources(
    of table: String, _ choices: TableChoices
  ) throws(ImportError) -> [KnownSource] {
    try known(table, for: [], choices).sources()
  }

  func name(ofTable identity: String) throws(ImportError) -> String? {
    try SQLiteTableIdentity.table(identity, in: self)
  }
}
