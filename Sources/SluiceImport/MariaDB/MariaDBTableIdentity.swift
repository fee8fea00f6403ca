import SluiceSystem

/// Distinguishes a table from another one of the same name: a mark in its comment.
///
/// The server numbers tables, but shows the numbers only to administrators, and gives new ones when a table is
/// altered. A comment goes with the table (DROP TABLE), stays with it (ALTER TABLE, RENAME TABLE), and is
/// restored with it (a dump). CREATE TABLE … LIKE gives it to the copy, too: the one that has the name under which
/// progress is kept is the table itself, and the other one gets a mark of its own. A user who may not alter the table leaves it without a mark, and then it is
/// known only by its name.
enum MariaDBTableIdentity {
  private static let mark = "sluice:"
  /// The longest comment of a table, in characters.
  private static let longest = 2048

  /// The identity in a table's comment; nil: it has none.
  static func identity(in comment: String) -> String? {
    guard let start = comment.firstRange(of: mark)?.upperBound else { return nil }
    let word = comment[start...].prefix { $0.isHexDigit }
    return word.isEmpty ? nil : String(word)
  }

  static func read(
    of table: String, in connection: MariaDBConnection
  ) throws(ImportError) -> String? {
    try comment(of: table, in: connection).flatMap(identity)
  }

  private static func comment(
    of table: String, in connection: MariaDBConnection
  ) throws(ImportError) -> String? {
    try connection.query(
      "SELECT TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()"
        + " AND TABLE_NAME = \(MariaDBConnection.literal(table))"
    ).text(0, 0)
  }

  /// The names of the tables that have an identity. `database`: an expression.
  static func tables(
    _ identity: String, of database: String = "DATABASE()", in connection: MariaDBConnection
  ) throws(ImportError) -> [String] {
    let found = try connection.query(
      "SELECT TABLE_NAME, TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = \(database)"
        + " AND TABLE_COMMENT LIKE \(MariaDBConnection.literal("%\(mark)\(identity)%"))")
    return (0..<found.rowCount).compactMap { row in
      self.identity(in: found.text(row, 1) ?? "") == identity ? found.text(row, 0) : nil
    }
  }

  /// The table's identity, made if it has none: outside a transaction, as the server commits before it.
  ///
  /// `isCopy`: the one that it has is that of another table.
  static func ready(
    for table: String, isCopy: Bool, in connection: MariaDBConnection
  ) throws(ImportError) -> String? {
    let comment = try comment(of: table, in: connection) ?? ""
    let (known, new) = (identity(in: comment), mark + RandomName.make())
    if let known, !isCopy { return known }
    let marked =
      known.map { comment.replacingBytes(of: mark + $0, with: new) }
      ?? (comment.isEmpty ? "" : comment + " ") + new
    guard marked.count <= longest else { return nil }
    let answer = connection.run(
      "ALTER TABLE \(MariaDBConnection.quoted(table)) COMMENT = \(MariaDBConnection.literal(marked))"
    )
    guard !answer.isLost else { throw connection.fault(answer) }
    // Another job may have been faster.
    return try read(of: table, in: connection)
  }
}
