import Sluice

/// The unique indexes of a table, in a form that finds all staged rows that they refuse at once, as
/// ``PostgreSQLUniqueness`` does for PostgreSQL.
///
/// Left to the server are indexes over expressions and over the start of a text.
struct MariaDBUniqueness {
  /// An index over whole columns.
  struct WholeIndex {
    let name: String
    let columns: [ByteName]
    let isUnique: Bool
  }

  private let indexes: [WholeIndex]
  private let target: String
  private let list: String

  /// Nil when no index can be used.
  init?(
    of table: MariaDBTable, in target: String, _ connection: MariaDBConnection
  ) throws(ImportError) {
    guard !table.mayChangeRows else { return nil }
    let unique = try MariaDBUniqueness.indexes(of: target, in: connection).filter(\.isUnique)
    let given = table.columns.map(\.name)
    let names = try MariaDBNames(given + unique.flatMap(\.columns), in: connection)
    let folded = Set(given.map { names[$0] })
    indexes = unique.filter { $0.columns.allSatisfy { folded.contains(names[$0]) } }
    guard !indexes.isEmpty else { return nil }
    self.target = MariaDBConnection.quoted(target)
    list = table.columnList
  }

  static func indexes(
    of table: String, in connection: MariaDBConnection
  ) throws(ImportError) -> [WholeIndex] {
    let found = try connection.query(
      """
      SELECT INDEX_NAME, COLUMN_NAME, NON_UNIQUE, SUB_PART FROM information_schema.STATISTICS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = \(MariaDBConnection.literal(table))
      ORDER BY INDEX_NAME <> 'PRIMARY', INDEX_NAME, SEQ_IN_INDEX
      """)
    var order: [ByteName] = []
    var columns: [ByteName: [ByteName]] = [:]
    var unique: Set<ByteName> = []
    var partial: Set<ByteName> = []
    for row in 0..<found.rowCount {
      let name = ByteName(found.text(row, 0) ?? "")
      if columns[name] == nil { order.append(name) }
      columns[name, default: []].append(ByteName(found.text(row, 1) ?? ""))
      if found.integer(row, 2) == 0 { unique.insert(name) }
      if found.text(row, 1) == nil || found.text(row, 3) != nil { partial.insert(name) }
    }
    return order.filter { !partial.contains($0) }.map {
      WholeIndex(name: $0.text, columns: columns[$0] ?? [], isUnique: unique.contains($0))
    }
  }

  /// Brings all staged rows to the target, as far as it has no rows with their keys. The answer is an error
  /// when the server refuses others; the caller then goes back to before.
  func run(
    in connection: MariaDBConnection
  ) throws(ImportError) -> (answer: MariaDBAnswer, refused: [(ordinal: Int, message: String)]) {
    let (stage, state) = (MariaDBStage.table, MariaDBStage.state)
    while true {
      for (number, index) in indexes.enumerated() {
        let same = index.columns.map(MariaDBConnection.quoted)
          .map { "known.\($0) = \(stage).\($0)" }.joined(separator: " AND ")
        let answer = connection.run(
          "UPDATE \(stage) SET \(state) = \(number + 1) WHERE \(state) = 0"
            + " AND EXISTS (SELECT 1 FROM \(target) AS known WHERE \(same))")
        guard answer.isDone else { return (answer, []) }
      }
      let turns = indexes.enumerated().map { number, index in
        let columns = index.columns.map(MariaDBConnection.quoted).joined(separator: ", ")
        return "ROW_NUMBER() OVER (PARTITION BY \(columns) ORDER BY \(MariaDBStage.ordinal))"
          + " AS \(MariaDBUniqueness.turn(number))"
      }
      let isFirst = indexes.enumerated().map { number, index in
        "("
          + index.columns.map { "\(MariaDBConnection.quoted($0)) IS NULL OR " }.joined()
          + "\(MariaDBUniqueness.turn(number)) = 1)"
      }
      let chosen = connection.run(
        "UPDATE \(stage) JOIN (SELECT \(MariaDBStage.ordinal) FROM (SELECT *,"
          + " \(turns.joined(separator: ", ")) FROM \(stage) WHERE \(state) = 0) AS numbered"
          + " WHERE \(isFirst.joined(separator: " AND "))) AS first USING (\(MariaDBStage.ordinal))"
          + " SET \(state) = -1")
      guard chosen.isDone else { return (chosen, []) }
      if chosen.changes == 0 { return (chosen, try refused(in: connection)) }
      let moved = connection.run(
        "INSERT INTO \(target) (\(list)) SELECT \(list) FROM \(stage) WHERE \(state) = -1"
          + " ORDER BY \(MariaDBStage.ordinal)")
      guard moved.isDone else { return (moved, []) }
      try connection.execute("UPDATE \(stage) SET \(state) = -2 WHERE \(state) = -1")
    }
  }

  private static func turn(_ number: Int) -> String { "`sluice\u{1F}turn\(number)`" }

  /// The refused rows, with the words of the server.
  private func refused(
    in connection: MariaDBConnection
  ) throws(ImportError) -> [(ordinal: Int, message: String)] {
    var refused: [(ordinal: Int, message: String)] = []
    for (number, index) in indexes.enumerated() {
      let values = index.columns.map(MariaDBConnection.quoted).joined(separator: ", ")
      let found = try connection.query(
        "SELECT \(MariaDBStage.ordinal), CONCAT_WS('-', \(values)) FROM \(MariaDBStage.table)"
          + " WHERE \(MariaDBStage.state) = \(number + 1)")
      for row in 0..<found.rowCount {
        let key = connection.foreign(found.text(row, 1) ?? "")
        refused.append(
          (
            found.integer(row, 0) ?? 0,
            "Duplicate entry '\(key)' for key '\(index.name)' (error 1062)"
          ))
      }
    }
    return refused
  }
}
