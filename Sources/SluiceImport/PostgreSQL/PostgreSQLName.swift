import SluiceSystem

/// The table that a name means: one on the search path, or `SCHEMA.TABLE` where that schema exists.
struct PostgreSQLName {
  let schema: String
  let table: String
  /// Schema and name for statements, quoted where necessary: `public."my table"`.
  let fullName: String
  /// The server's number of the table (its oid); nil when no table has the name.
  let number: Int?

  /// NAMEDATALEN - 1.
  static let longest = 63

  /// Throws `ImportError` when a name with a point means two things, and when it is longer than the
  /// server's limit.
  init(_ text: String, in connection: PostgreSQLConnection) throws(ImportError) {
    let plain = try connection.query(
      """
      SELECT n.nspname, c.oid::int8 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.oid = to_regclass($1)
      """, text.utf8.count <= PostgreSQLName.longest ? PostgreSQLConnection.quoted(text) : nil)
    var readings: [(schema: String, table: String, number: Int?)] = []
    if let schema = plain.text(0, 0) { readings.append((schema, text, plain.integer(0, 1))) }
    for (schema, table) in PostgreSQLName.parts(of: text) {
      let found = try connection.query(
        """
        SELECT (SELECT c.oid::int8 FROM pg_class c WHERE c.relnamespace = n.oid AND c.relname = $2)
        FROM pg_namespace n WHERE n.nspname = $1
        """, schema, table)
      if found.rowCount > 0 { readings.append((schema, table, found.integer(0, 0))) }
    }
    // Existing tables come before those that could be made.
    if readings.contains(where: { $0.number != nil }) { readings.removeAll { $0.number == nil } }
    guard readings.count <= 1 else {
      let words = readings.map { "\"\($0.table)\" in the schema \"\($0.schema)\"" }
      throw ImportError(
        .sink,
        "the name \"\(text)\" means more than one table in \(connection.name): "
          + words.joined(separator: ", and ") + ". Rename one of them")
    }
    if let reading = readings.first {
      (schema, table, number) = reading
    } else {
      guard let current = try connection.query("SELECT current_schema()").text(0, 0) else {
        throw ImportError(
          .sink,
          "\(connection.name): the search path names no schema in which the table \"\(text)\" could be"
            + " made: name one, as in SCHEMA.TABLE")
      }
      (schema, table, number) = (current, text, nil)
    }
    guard table.utf8.count <= PostgreSQLName.longest, schema.utf8.count <= PostgreSQLName.longest
    else { throw PostgreSQLName.tooLong(text) }
    guard table != DatabaseSink.progressTable else { throw PostgreSQLName.reserved }
    fullName =
      try connection.query("SELECT format('%I.%I', $1::text, $2::text)", schema, table).text(0, 0)
      ?? ""
  }

  /// Throws `ImportError` for a name that no table can have on any server.
  static func check(_ text: String) throws(ImportError) {
    guard !text.isEmpty, !text.utf8.contains(0) else {
      throw ImportError(.sink, "\"\(text)\" can't be a table's name")
    }
    guard text.utf8.count <= longest || !parts(of: text).isEmpty else { throw tooLong(text) }
    guard text != DatabaseSink.progressTable else { throw reserved }
  }

  /// The ways to divide it into schema and table.
  private static func parts(of text: String) -> [(schema: String, table: String)] {
    let scalars = text.unicodeScalars
    return scalars.indices.filter { scalars[$0] == "." }.compactMap { point in
      let (schema, table) = (text[..<point], text[scalars.index(after: point)...])
      guard (1...longest).contains(schema.utf8.count), (1...longest).contains(table.utf8.count)
      else { return nil }
      return (String(schema), String(table))
    }
  }

  private static func tooLong(_ text: String) -> ImportError {
    ImportError(
      .sink,
      "\"\(text)\" has \(text.utf8.count) bytes: PostgreSQL would cut the name off after"
        + " \(longest)")
  }

  private static var reserved: ImportError {
    ImportError(
      .sink, "the table \(DatabaseSink.progressTable) keeps the jobs' progress: name another")
  }
}
