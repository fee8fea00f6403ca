/// A replacement: the rows that will replace a table's rows, gathered in a table of their own.
///
/// The two tables exchange their names at the end, in one step. Progress belongs to a table's UUID and goes with
/// it, so that rows and progress are published together.
struct ClickHouseReplacement {
  /// The target.
  let table: ClickHouseTable
  private let gathering: GatheringTable
  var name: String { gathering.name }

  private static let mark = " [sluice replacement "

  init(
    of table: ClickHouseTable, _ jobs: [JobIdentity?], in connection: ClickHouseConnection
  ) throws(ImportError) {
    let engine =
      try connection.query(
        "SELECT engine FROM system.databases WHERE name ="
          + " \(ClickHouseConnection.literal(connection.database))"
      ).first?.first.flatMap { $0 } ?? ""
    guard ["Atomic", "Replicated", "Shared"].contains(engine) else {
      throw ImportError(
        .conflict,
        "\(connection.name) has the engine \(engine), in which two tables can't exchange their names in one"
          + " step: --mode replace needs Atomic")
    }
    self.table = table
    gathering = GatheringTable(of: table.name, jobs) {
      SourceFingerprint.hash(Array("\($0)\n\(table.structure)".utf8))
    }
  }

  /// How this run would begin.
  func inspection(
    in connection: ClickHouseConnection
  ) throws(ImportError) -> SinkInspection.Replacement {
    guard let side = try ClickHouseTableState(of: name, in: connection) else { return .begun }
    guard let (earlier, former) = ClickHouseReplacement.parts(of: side.comment) else {
      // The old rows, if a job was killed after it had published the new ones.
      let target = try ClickHouseTableState(of: table.name, in: connection)
      if let target, ClickHouseReplacement.parts(of: target.comment)?.former == side.identity {
        return .begun
      }
      // One that was being made when its job was killed has no mark, and no rows.
      let rows = try connection.query("SELECT 1 FROM \(ClickHouseConnection.quoted(name)) LIMIT 1")
      if rows.isEmpty { return .begun }
      throw gathering.taken(in: connection.name)
    }
    return gathering.inspection(of: former == table.identity ? earlier : "")
  }

  private static func parts(of comment: String) -> (generation: String, former: String)? {
    guard let start = comment.ranges(of: mark).last?.upperBound else { return nil }
    let words = comment[start...].prefix { $0 != "]" }.split(separator: " ").map(String.init)
    return words.count == 2 ? (words[0], words[1]) : nil
  }

  /// Makes the gathering table, without a row.
  func begin(in connection: ClickHouseConnection) throws(ImportError) {
    let quoted: (String) -> String = ClickHouseConnection.quoted
    try connection.execute("DROP TABLE IF EXISTS \(quoted(name)) SYNC")
    try restoreComment(in: connection)
    let comment = try ClickHouseTableState(of: table.name, in: connection)?.comment ?? ""
    let marked =
      comment + ClickHouseReplacement.mark + "\(gathering.generation ?? "none") \(table.identity)]"
    try connection.execute("CREATE TABLE IF NOT EXISTS \(quoted(name)) AS \(quoted(table.name))")
    try connection.execute(
      "ALTER TABLE \(quoted(name)) MODIFY COMMENT \(ClickHouseConnection.literal(marked))")
  }

  /// Publishes the rows.
  func publish(in connection: ClickHouseConnection) throws(ImportError) {
    let quoted: (String) -> String = ClickHouseConnection.quoted
    guard let target = try ClickHouseTableState(of: table.name, in: connection),
      target.identity == table.identity
    else {
      throw ImportError(
        .conflict,
        "the \(ClickHouseTable.place(table.name, connection)) was dropped, renamed or made anew while rows were"
          + " gathered for it: run the job again")
    }
    try connection.executeOnce(
      "EXCHANGE TABLES \(quoted(name)) AND \(quoted(table.name))")
    // A job that is killed from here on has replaced the rows; its next run removes what is left.
    try connection.execute("DROP TABLE IF EXISTS \(quoted(name)) SYNC")
    try restoreComment(in: connection)
  }

  /// Removes the mark that an earlier replacement's table has kept.
  private func restoreComment(in connection: ClickHouseConnection) throws(ImportError) {
    guard let comment = try ClickHouseTableState(of: table.name, in: connection)?.comment,
      let mark = comment.ranges(of: ClickHouseReplacement.mark).last
    else { return }
    let former = ClickHouseConnection.literal(String(comment[..<mark.lowerBound]))
    try connection.execute(
      "ALTER TABLE \(ClickHouseConnection.quoted(table.name)) MODIFY COMMENT \(former)")
  }
}
