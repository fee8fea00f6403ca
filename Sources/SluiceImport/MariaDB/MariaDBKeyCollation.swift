import Sluice

/// A key that the server compares by a collation which takes different bytes for one key.
///
/// The staged rows that would be merged are found at once, by one statement for what is stored and one for
/// the rows themselves, and leave the staging table.
struct MariaDBKeyCollation {
  private let columns: [(name: ByteName, collation: String)]
  private let target: String
  private let key: [String]
  /// The rows of the transaction, by their keys: which of them is there.
  private var places: [[ByteName]: Int] = [:]

  /// Nil when the key is compared by its bytes.
  init?(of table: MariaDBTable, key: [Int]) {
    columns = key.compactMap { number in
      guard let collation = table.collations[number],
        !MariaDBKeyCollation.isOfBytes(collation)
      else { return nil }
      return (table.columns[number].name, collation)
    }
    guard !columns.isEmpty else { return nil }
    target = table.quoted
    self.key = key.map { MariaDBConnection.quoted(table.columns[$0].name) }
  }

  /// `utf8mb4_bin` takes texts for equal that differ in the spaces at their ends.
  private static func isOfBytes(_ collation: String) -> Bool {
    collation == "binary" || collation == "utf8mb4_0900_bin" || collation.hasSuffix("_nopad_bin")
  }

  func note(_ place: String) -> ImportNote? { KeyCollation.note(columns, of: place) }

  /// Forgets the rows of the last transaction.
  mutating func forget() { places.removeAll() }

  /// Removes the rows from the staging table that would be merged. `earlier`: how many rows of the transaction came before
  /// those that are staged. Inside a transaction.
  mutating func refuse(
    after earlier: Int, in connection: MariaDBConnection
  ) throws(ImportError) -> [LateRefusal] {
    let (stage, ordinal) = (MariaDBStage.table, MariaDBStage.ordinal)
    func list(_ prefix: String) -> String {
      key.map { "\(prefix)\($0)" }.joined(separator: ", ")
    }
    func differs(_ a: (Int) -> String, _ b: (Int) -> String) -> String {
      key.indices.map { "BINARY \(a($0)) <> BINARY \(b($0))" }.joined(separator: " OR ")
    }
    let same = key.map { "known.\($0) = staged.\($0)" }.joined(separator: " AND ")
    let stored = try connection.query(
      "SELECT staged.\(ordinal), NULL, \(list("staged.")), \(list("known.")) FROM \(stage) AS staged"
        + " JOIN \(target) AS known ON \(same)"
        + " WHERE \(differs { "known.\(key[$0])" } _: { "staged.\(key[$0])" })")
    var refusals = try refuse(stored, after: earlier, isStored: true, in: connection)
    let first = key.indices.map { "`sluice\u{1F}first\($0)`" }
    let firsts = key.indices.map { "FIRST_VALUE(\(key[$0])) OVER turns AS \(first[$0])" }
    let twins = try connection.query(
      "SELECT \(ordinal), `sluice\u{1F}first`, \(list("")), \(first.joined(separator: ", ")) FROM"
        + " (SELECT \(ordinal), \(list("")), FIRST_VALUE(\(ordinal)) OVER turns AS `sluice\u{1F}first`,"
        + " \(firsts.joined(separator: ", ")) FROM \(stage)"
        + " WINDOW turns AS (PARTITION BY \(list("")) ORDER BY \(ordinal))) AS numbered"
        + " WHERE \(differs { key[$0] } _: { first[$0] })")
    refusals += try refuse(twins, after: earlier, isStored: false, in: connection)
    let staged = try connection.query(
      "SELECT MIN(\(ordinal)), \(list("")) FROM \(stage) GROUP BY \(list("BINARY "))")
    for row in staged.rows {
      let words = row.dropFirst().map { ByteName($0 ?? "") }
      let place = earlier + (row[0].flatMap { Int($0) } ?? 0)
      if places[words] == nil { places[words] = place }
    }
    return refusals
  }

  /// `found`: a row's number and that of the other, or NULL, the row's key, and the other's.
  private func refuse(
    _ found: MariaDBAnswer, after earlier: Int, isStored: Bool, in connection: MariaDBConnection
  ) throws(ImportError) -> [LateRefusal] {
    guard !found.rows.isEmpty else { return [] }
    let numbers = found.rows.compactMap { $0[0] }.joined(separator: ", ")
    try connection.execute(
      "DELETE FROM \(MariaDBStage.table) WHERE \(MariaDBStage.ordinal) IN (\(numbers))")
    return found.rows.map { row in
      let own = Array(row[2..<(2 + key.count)])
      let other = Array(row[(2 + key.count)...])
      return LateRefusal(
        row: earlier + (row[0].flatMap { Int($0) } ?? 0), code: "constraint",
        message: connection.foreign(KeyCollation.message(own, equals: other, isStored: isStored)),
        other: row[1].flatMap { Int($0) }.map { earlier + $0 }
          ?? places[other.map { ByteName($0 ?? "") }])
    }
  }
}
