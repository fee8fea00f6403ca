import Sluice
import SluiceFeed
import SluiceSystem

/// There are no transactions: a commit is written down before it is carried out (``ClickHouseStream``).
extension ClickHouseConnection: SQLDatabase {
  static func declaredType(_ type: ColumnType) -> String {
    let inner =
      switch type.storage {
      case .integer: "Int64"
      case .real: "Float64"
      case .text, .json, .nested, .blob: "String"
      case .boolean: "Bool"
      // The most digits that the server has, half of them before the point.
      case .decimal: "Decimal(76, 38)"
      case .date: "Date32"
      case .timestamp: "DateTime64(6, 'UTC')"
      case .uuid: "UUID"
      }
    return "Nullable(\(inner))"
  }

  var rejectForm: RejectTableForm {
    RejectTableForm(
      type: { ClickHouseConnection.rejectType($1, isRequired: $2) },
      number: "stored", numberType: "DateTime64(6, 'UTC') DEFAULT now64(6)",
      options: ClickHouseTable.engine(order: "(stored, record)"), forgetsGoneTables: false)
  }

  private static func rejectType(_ kind: RejectTableForm.Kind, isRequired: Bool) -> String {
    let inner =
      switch kind {
      case .number: "Int64"
      case .truth: "UInt8"
      case .text: "String"
      }
    return isRequired ? inner : "Nullable(\(inner))"
  }

  var place: String { name }

  func perform(_ statement: SQLStatement) throws(ImportError) -> Int {
    try execute(text(of: statement))
    return 0
  }

  func rows(of statement: SQLStatement) throws(ImportError) -> [[String?]] {
    try query(text(of: statement))
  }

  func table(named name: String) -> SQLTableName {
    SQLTableName(
      text: name, sql: ClickHouseConnection.quoted(name), words: ClickHouseTable.place(name, self))
  }

  func columnNames(of table: SQLTableName) throws(ImportError) -> [ByteName] {
    guard try ClickHouseTableState(of: table.text, in: self) != nil else { return [] }
    return try ClickHouseTable.existing(table.text, in: self).map(\.name)
  }

  /// Throws for a table that would not recognise rows that are sent twice, too.
  func make(
    _ name: String, by creation: (SQLTableName) throws(ImportError) -> SQLStatement?
  ) throws(ImportError) -> SQLTableName {
    let table = table(named: name)
    if let creation = try creation(table) {
      try execute(
        text(of: creation).replacing(
          "CREATE TABLE ", with: "CREATE TABLE IF NOT EXISTS ", maxReplacements: 1))
    }
    try ClickHouseTableState(of: name, in: self)?.check(table.words)
    return table
  }

  func name(ofTable identity: String) throws(ImportError) -> String? {
    try ClickHouseTableState.name(ofTable: identity, in: self)
  }

  /// The note about other columns is the table's own: they have a zero where they can't be NULL.
  func existing(
    _ table: SQLTableName, for columns: [ImportColumn]
  ) throws(ImportError) -> ExistingTable {
    ExistingTable(
      columns: try ClickHouseTable.existing(table.text, in: self).map { ($0.name, false) })
  }

  static var addition: String { "ADD COLUMN IF NOT EXISTS" }

  func identity(of table: String) throws(ImportError) -> (name: String, identity: String?) {
    (table, try ClickHouseTableState(of: table, in: self)?.identity)
  }

  func knownSources(
    of table: String, _ choices: TableChoices
  ) throws(ImportError) -> [KnownSource] {
    guard let identity = try identity(of: table).identity,
      try ClickHouseProgressTable.isThere(in: self)
    else { return [] }
    let rows = try ClickHouseProgressTable.rows(
      where: ClickHouseProgressTable.condition(targetID: identity), in: self)
    return try rows.filter { !$0.checkpoint.isEmpty }.map { row throws(ImportError) in
      KnownSource(
        source: row.source,
        checkpoint: try Checkpoint(
          parsing: row.checkpoint, at: "the progress of \(row.source)"))
    }
  }

  /// By their numbers, of which several may be the same.
  func reader(
    of columns: SQLStatement, from table: SQLTableName
  ) throws(ImportError) -> () throws(ImportError) -> [[String?]] {
    var done: Int64 = 0
    return { () throws(ImportError) in
      let found = try self.rows(
        of:
          "SELECT \(columns) FROM \(table) ORDER BY stored, source, record LIMIT 200 OFFSET \(done)"
      )
      done += Int64(found.count)
      return found
    }
  }
}

extension SQLRejectTable<ClickHouseConnection> {
  /// Adds rejects as rows of one block, which the server recognises by the token.
  func store(
    _ rejects: [Reject], for target: RejectTarget, token: String
  ) throws(ImportError) {
    let form = database.rejectForm
    let types = form.types
    var rows = SinkBuffer()
    unsafe ClickHouseTable.head(RejectRow.columns, types)
      .withUnsafeBufferPointer { unsafe rows.append($0) }
    for reject in rejects {
      for (type, value) in zip(types, RejectRow.values(of: reject, for: target)) {
        if type.hasPrefix("Nullable") { rows.append(value == nil ? 1 : 0) }
        guard let value else { continue }
        if type.hasSuffix("Int64") {
          rows.append(littleEndian: UInt64(bitPattern: Int64(value) ?? 0), size: 8)
        } else if type.contains("UInt8") {
          rows.append(1)
        } else {
          rows.append(counted: value)
        }
      }
    }
    try unsafe database.insert(
      database.text(of: "INSERT INTO \(name) (\(Self.columns)) FORMAT RowBinaryWithNamesAndTypes"),
      rows.bytes, token: token)
  }
}
