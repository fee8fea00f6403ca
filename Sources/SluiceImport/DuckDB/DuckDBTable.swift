import Sluice
import SluiceSystem

/// A table of a DuckDB database, compared with the columns of a job.
struct DuckDBTable {
  let name: String
  let columns: [ImportColumn]
  let columnList: String
  let codecs: [DuckDBCodec]
  /// The types of the columns, as the database writes them.
  let types: [String]
  /// The table's identity, if it has one (``DuckDBTableIdentity``).
  let identity: String?
  /// A description of all its columns, to notice that one has changed.
  let structure: String
  /// Columns of the table that the job does not fill.
  let note: ImportNote?

  var quoted: String { DuckDBConnection.quoted(name) }

  /// The table must exist.
  init(
    _ name: String, columns: [ImportColumn], key: [Int], in connection: DuckDBConnection
  ) throws(ImportError) {
    let place = TablePlace(DuckDBTable.place(name, connection))
    let existing = try DuckDBTable.existing(name, in: connection)
    let places = ColumnPlaces(existing.map(\.name), normal: \.asciiLowercased)
    var (codecs, types): ([DuckDBCodec], [String]) = ([], [])
    for (number, column) in columns.enumerated() {
      guard let found = places[column.name].map({ existing[$0] }) else {
        throw place.lacks(
          column, among: existing.map(\.name), adding: "let the column be added by --add-columns")
      }
      guard var codec = DuckDBCodec(column.type, in: found.type) else {
        throw place.differs(
          column, declared: found.type, expected: DuckDBConnection.declaredType(column.type))
      }
      codec.isRequired = !found.isNullable
      codec.isKey = key.contains(number)
      codecs.append(codec)
      types.append(found.type)
    }
    let given = ColumnPlaces(columns.map(\.name), normal: \.asciiLowercased)
    let others = existing.filter { !given.contains($0.name) }
    for found in others where !found.isNullable && !found.hasDefault {
      throw place.needs(found.name)
    }
    self.name = name
    self.columns = columns
    self.codecs = codecs
    self.types = types
    columnList = columns.map { DuckDBConnection.quoted($0.name) }.joined(separator: ", ")
    structure = existing.map { "\($0)" }.joined(separator: "\n")
    identity = try DuckDBTableIdentity.read(of: name, in: connection)
    note = TableChanges.note(lacking: others.filter { !$0.hasDefault }.map(\.name), of: place.words)
  }

  /// Throws when a column of the job has another type than when the job began. `name`: the table itself, or one that is
  /// made like it.
  func checkTypes(of name: String, in connection: DuckDBConnection) throws(ImportError) {
    try TablePlace("the \(DuckDBTable.place(name, connection))").check(
      columns, types,
      found: DuckDBTable.existing(name, in: connection).map { ($0.name, $0.type) },
      normal: \.asciiLowercased)
  }

  static func place(_ name: String, _ connection: DuckDBConnection) -> String {
    "table \"\(name)\" in \(connection.path)"
  }

  /// Throws for a name that is taken by something else than a table that is written so.
  static func check(name: String, in connection: DuckDBConnection) throws(ImportError) {
    let found = try connection.query(
      "SELECT table_name, table_type FROM information_schema.tables WHERE table_catalog = current_database() AND"
        + " table_schema = 'main' AND lower(table_name) = lower(\(DuckDBConnection.literal(name)))")
    guard let other = found.text(0, 0) else { return }
    guard found.text(0, 1) == "BASE TABLE" else {
      throw ImportError(
        .conflict, "\(place(other, connection)) is a view: name the table that holds its rows")
    }
    guard ByteName(other) == ByteName(name) else {
      throw ImportError(
        .conflict,
        "\(connection.path) has a table \"\(other)\", and to DuckDB \"\(name)\" is the same name: write it as"
          + " \"\(other)\", or name another table")
    }
  }

  struct DuckDBColumn {
    let name: ByteName
    let type: String
    let isNullable: Bool
    let hasDefault: Bool
  }

  static func existing(
    _ name: String, in connection: DuckDBConnection
  ) throws(ImportError) -> [DuckDBColumn] {
    let found = try connection.query(
      "SELECT column_name, data_type, is_nullable, column_default FROM duckdb_columns() WHERE"
        + " database_name = current_database() AND schema_name = 'main' AND table_name ="
        + " \(DuckDBConnection.literal(name)) ORDER BY column_index")
    return found.rows.indices.map { row in
      DuckDBColumn(
        name: ByteName(found.text(row, 0) ?? ""), type: found.text(row, 1) ?? "",
        isNullable: found.text(row, 2) == "true", hasDefault: found.text(row, 3) != nil)
    }
  }

  /// The columns of each unique index and key of a table.
  static func keys(
    of name: String, in connection: DuckDBConnection
  ) throws(ImportError) -> [Set<ByteName>] {
    let literal = DuckDBConnection.literal(name)
    let here = "database_name = current_database() AND schema_name = 'main'"
    let found = try connection.query(
      """
      SELECT array_to_string(constraint_column_names, chr(31)) FROM duckdb_constraints()
        WHERE \(here) AND table_name = \(literal) AND constraint_type IN ('PRIMARY KEY', 'UNIQUE')
      UNION ALL SELECT replace(replace(trim(expressions, '[]'), ', ', chr(31)), '"', '') FROM duckdb_indexes()
        WHERE \(here) AND table_name = \(literal) AND is_unique
      """)
    return found.rows.map { row in
      Set(
        (row.first.flatMap { $0 } ?? "").parts(at: "\u{1F}").map {
          ByteName(String($0).replacingBytes(of: "'", with: "")).asciiLowercased
        })
    }
  }
}

/// Distinguishes a table from another one of the same name: a mark in its comment, which goes with the table.
enum DuckDBTableIdentity {
  private static let mark = "sluice:"

  static func comment(
    of table: String, in connection: DuckDBConnection
  ) throws(ImportError) -> String {
    try connection.query(
      "SELECT comment FROM duckdb_tables() WHERE database_name = current_database() AND schema_name = 'main'"
        + " AND table_name = \(DuckDBConnection.literal(table))"
    ).text(0, 0) ?? ""
  }

  static func read(
    of table: String, in connection: DuckDBConnection
  ) throws(ImportError) -> String? {
    identity(in: try comment(of: table, in: connection))
  }

  private static func identity(in comment: String) -> String? {
    guard let start = comment.firstRange(of: mark)?.upperBound else { return nil }
    let word = comment[start...].prefix { $0.isHexDigit }
    return word.isEmpty ? nil : String(word)
  }

  /// The table that has an identity; nil: none has it.
  static func table(
    _ identity: String, in connection: DuckDBConnection
  ) throws(ImportError) -> String? {
    let found = try connection.query(
      "SELECT table_name, comment FROM duckdb_tables() WHERE database_name = current_database() AND"
        + " schema_name = 'main' AND contains(comment, \(DuckDBConnection.literal(mark + identity)))"
    )
    let row = found.rows.indices.first { self.identity(in: found.text($0, 1) ?? "") == identity }
    return row.flatMap { found.text($0, 0) }
  }

  /// The table's identity, made if it has none.
  static func ready(
    for table: String, in connection: DuckDBConnection
  ) throws(ImportError) -> String {
    if let known = try read(of: table, in: connection) { return known }
    let (comment, identity) = (try comment(of: table, in: connection), RandomName.make())
    let marked = (comment.isEmpty ? "" : comment + " ") + mark + identity
    try connection.query(
      "COMMENT ON TABLE \(DuckDBConnection.quoted(table)) IS \(DuckDBConnection.literal(marked))")
    return identity
  }
}
