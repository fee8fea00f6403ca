import Sluice

/// A table of a ClickHouse database, compared with the columns of a job.
struct ClickHouseTable {
  let name: String
  /// The number that the server gives a table, which no other one has: progress belongs to it.
  let identity: String
  let columns: [ImportColumn]
  let codecs: [ClickHouseCodec]
  let types: [String]
  /// The statement that rows follow.
  let insertion: String
  /// The head of the rows: names and types, which the server compares with the table's.
  let head: [UInt8]
  /// A description of all its columns, to notice that one has changed.
  let structure: String
  /// Columns of the table that the job does not fill.
  let note: ImportNote?

  static let window = 1000

  /// The table must exist.
  init(
    _ name: String, columns: [ImportColumn], in connection: ClickHouseConnection
  ) throws(ImportError) {
    let words = ClickHouseTable.place(name, connection)
    let place = TablePlace(words)
    guard let state = try ClickHouseTableState(of: name, in: connection) else {
      throw ImportError(.conflict, "\(words) is gone")
    }
    try state.check(words)
    let existing = try ClickHouseTable.existing(name, in: connection)
    let places = ColumnPlaces(existing.map(\.name))
    var (codecs, types): ([ClickHouseCodec], [String]) = ([], [])
    for column in columns {
      guard let found = places[column.name].map({ existing[$0] }) else {
        throw place.lacks(
          column, among: existing.map(\.name), adding: "let the column be added by --add-columns")
      }
      guard found.isWritable else {
        throw place.computes(column, how: " (\(found.kind))")
      }
      guard let codec = ClickHouseCodec(column.type, in: ClickHouseType(found.type)) else {
        throw place.differs(
          column, declared: found.type, expected: ClickHouseConnection.declaredType(column.type))
      }
      codecs.append(codec)
      types.append(found.type)
    }
    self.name = name
    identity = state.identity
    self.columns = columns
    self.codecs = codecs
    self.types = types
    structure = existing.map { "\($0)" }.joined(separator: "\n")
    insertion = ClickHouseTable.insertion(into: name, columns)
    head = ClickHouseTable.head(columns.map(\.name.text), types)
    let given = ColumnPlaces(columns.map(\.name))
    note = TableChanges.note(
      lacking: existing.filter { found in
        found.isWritable && found.kind.isEmpty && !given.contains(found.name)
      }.map(\.name), of: words, value: "NULL or the type's zero")
  }

  static func insertion(into name: String, _ columns: [ImportColumn]) -> String {
    let list = columns.map { ClickHouseConnection.quoted($0.name) }.joined(separator: ", ")
    return
      "INSERT INTO \(ClickHouseConnection.quoted(name)) (\(list)) FORMAT RowBinaryWithNamesAndTypes"
  }

  static func head(_ names: [String], _ types: [String]) -> [UInt8] {
    var out = SinkBuffer()
    out.append(varint: names.count)
    for text in names + types { out.append(counted: text) }
    return unsafe Array(out.bytes)
  }

  static func place(_ name: String, _ connection: ClickHouseConnection) -> String {
    "table \"\(name)\" in \(connection.name)"
  }

  struct ClickHouseColumn {
    let name: ByteName
    let type: String
    /// `DEFAULT`, `MATERIALIZED`, `ALIAS`, `EPHEMERAL`, or nothing.
    let kind: String
    var isWritable: Bool { kind.isEmpty || kind == "DEFAULT" }
  }

  static func existing(
    _ name: String, in connection: ClickHouseConnection
  ) throws(ImportError) -> [ClickHouseColumn] {
    try connection.query("DESCRIBE TABLE \(ClickHouseConnection.quoted(name))").map { row in
      ClickHouseColumn(
        name: ByteName(row.first.flatMap { $0 } ?? ""),
        type: row.dropFirst().first.flatMap { $0 } ?? "",
        kind: row.dropFirst(2).first.flatMap { $0 } ?? "")
    }
  }

  /// The statement that makes the table, with a memory for the tokens of this many insertions.
  static func creation(_ name: String, _ columns: [ImportColumn]) -> String {
    let list = columns.map {
      "\(ClickHouseConnection.quoted($0.name)) \(ClickHouseConnection.declaredType($0.type))"
    }
    return "CREATE TABLE \(ClickHouseConnection.quoted(name)) (\(list.joined(separator: ", ")))"
      + engine(order: "tuple()")
  }

  static func engine(order: String) -> String {
    " ENGINE = MergeTree ORDER BY \(order) SETTINGS non_replicated_deduplication_window = \(window)"
  }

}
