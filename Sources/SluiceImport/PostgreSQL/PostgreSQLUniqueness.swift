import Sluice

/// The unique indexes of a table, in a form that finds all rows of a portion that they refuse with one
/// statement.
///
/// A COPY ends at the first row whose key exists, and sending rows again in parts costs a few round trips
/// for each of them. So after the first such refusal, rows go by COPY into a temporary table. There those
/// whose keys the target has are taken out, and are refused with the server's words; then those that are the
/// first with their keys are moved to the target. This repeats until none is left, because a row that
/// was refused under one index does not keep later ones out under another. What is stored is what would be if
/// the rows came one by one. Where there is one index, those that remain need no turns.
///
/// Left to the server, which then refuses a portion as a whole, are indexes over expressions, with a
/// condition, with other collations or comparisons than their columns', and with `NULLS NOT DISTINCT`.
struct PostgreSQLUniqueness {
  /// What became of a portion.
  struct Outcome {
    /// The server's answer to the last statement.
    let result: PostgreSQLResult
    /// Rows by their numbers in the staging table.
    var refused: [(ordinal: Int64, message: String)] = []
  }

  private struct Index {
    let name: String
    /// Quoted.
    let columns: [String]
  }

  /// A statement, without the number of the first row.
  private typealias Statement = (head: String, tail: String)

  private let creation: String
  private let refusal: String
  private let moving: Statement
  /// Where there is one index.
  private let single: Single?

  private struct Single {
    /// Takes out rows whose keys are in the target, and then rows whose keys others before them have.
    let refusals: [Statement]
    let storing: Statement
  }

  /// `target`: the table, or the one that gathers a replacement for its rows. Nil when no index can be used.
  /// Inside a transaction.
  init?(
    of table: PostgreSQLTable, in target: SQLTarget, _ connection: PostgreSQLConnection
  ) throws(ImportError) {
    let facts = table.facts
    guard facts.isTable, facts.isReadable, !facts.isRowSecure, !facts.mayChangeRows else {
      return nil
    }
    let indexes = try PostgreSQLUniqueness.indexes(of: table, target.number ?? 0, connection)
    guard !indexes.isEmpty else { return nil }
    creation = PostgreSQLMerge.creation(for: table)
    let (stage, ordinal) = (PostgreSQLMerge.stage, PostgreSQLMerge.ordinal)
    // Rows of tables that inherit from it have no part in its indexes.
    let place = (facts.kind == "r" ? "ONLY " : "") + target.name
    let tests = indexes.map { index in
      let pairs = index.columns.map { "known.\($0) = staged.\($0)" }.joined(separator: " AND ")
      return "EXISTS (SELECT FROM \(place) AS known WHERE \(pairs))"
    }
    let words = zip(indexes, tests).map { index, test in
      "WHEN \(test) THEN \(PostgreSQLUniqueness.words(index))"
    }
    refusal =
      "DELETE FROM \(stage) AS staged WHERE \(tests.joined(separator: " OR "))"
      + " RETURNING \(ordinal), CASE \(words.joined(separator: " ")) END"
    let turns = indexes.enumerated().map { number, index in
      "row_number() OVER (PARTITION BY \(index.columns.joined(separator: ", "))"
        + " ORDER BY \(ordinal)) AS \(PostgreSQLUniqueness.turn(number))"
    }
    let isFirst = indexes.enumerated().map { number, index in
      "(" + index.columns.map { "\($0) IS NULL OR " }.joined()
        + "\(PostgreSQLUniqueness.turn(number)) = 1)"
    }
    let list = table.columnList
    moving = (
      "WITH moved AS (DELETE FROM \(stage) WHERE \(ordinal) IN (SELECT \(ordinal) FROM (SELECT *,"
        + " \(turns.joined(separator: ", ")) FROM \(stage) WHERE \(ordinal) >= ",
      ") AS numbered WHERE \(isFirst.joined(separator: " AND "))) RETURNING *)"
        + " INSERT INTO \(target.name) (\(list)) OVERRIDING SYSTEM VALUE"
        + " SELECT \(list) FROM moved ORDER BY \(ordinal)"
    )
    single =
      indexes.count == 1
      ? PostgreSQLUniqueness.single(indexes[0], list, into: target.name, known: place) : nil
  }

  private static func single(
    _ index: Index, _ list: String, into target: String, known place: String
  ) -> Single {
    let (stage, ordinal) = (PostgreSQLMerge.stage, PostgreSQLMerge.ordinal)
    let pairs = index.columns.map { "other.\($0) = staged.\($0)" }.joined(separator: " AND ")
    let returning = " RETURNING \(ordinal), \(words(index))"
    return Single(
      refusals: [
        (
          "DELETE FROM \(stage) AS staged WHERE EXISTS (SELECT FROM \(place) AS other WHERE \(pairs))"
            + " AND \(ordinal) >= ", returning
        ),
        (
          "DELETE FROM \(stage) AS staged WHERE EXISTS (SELECT FROM \(stage) AS other WHERE \(pairs)"
            + " AND other.\(ordinal) < staged.\(ordinal)) AND \(ordinal) >= ", returning
        ),
      ],
      storing: (
        "INSERT INTO \(target) (\(list)) OVERRIDING SYSTEM VALUE SELECT \(list) FROM \(stage)"
          + " WHERE \(ordinal) >= ", " ORDER BY \(ordinal)"
      ))
  }

  /// A column beside the job's own, as ``PostgreSQLMerge/ordinal`` is.
  private static func turn(_ number: Int) -> String { "\"sluice\u{1F}turn\(number)\"" }

  /// The words of the server for a key that exists.
  private static func words(_ index: Index) -> String {
    let head =
      "duplicate key value violates unique constraint \"\(index.name)\" (SQLSTATE 23505): Key ("
      + index.columns.map(unquoted).joined(separator: ", ") + ")=("
    let values = index.columns.map { "staged.\($0)" }.joined(separator: ", ")
    return
      "\(PostgreSQLConnection.literal(head)) || concat_ws(', ', \(values)) || ') already exists.'"
  }

  /// A name as the server writes it: without quotes where it needs none.
  private static func unquoted(_ name: String) -> String {
    let plain = name.dropFirst().dropLast()
    let isPlain = plain.utf8.allSatisfy {
      (97...122).contains($0) || (48...57).contains($0) || $0 == 95
    }
    return isPlain && plain.first?.isNumber == false ? String(plain) : name
  }

  private static func indexes(
    of table: PostgreSQLTable, _ number: Int, _ connection: PostgreSQLConnection
  ) throws(ImportError) -> [Index] {
    // Before version 15 no index had NULLS NOT DISTINCT.
    let found = try connection.query(
      """
      SELECT c.relname, a.attname, k.place = 1 FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        CROSS JOIN generate_series(1, i.indnkeyatts) AS k (place)
        LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[k.place - 1]
      WHERE i.indrelid = $1::oid AND i.indisunique AND i.indisvalid AND i.indpred IS NULL
        AND i.indexprs IS NULL
        AND coalesce((to_jsonb(i) ->> 'indnullsnotdistinct')::boolean, false) = false
        AND NOT EXISTS (SELECT FROM generate_series(1, i.indnkeyatts) AS o (place)
          JOIN pg_opclass p ON p.oid = i.indclass[o.place - 1]
          JOIN pg_attribute b ON b.attrelid = i.indrelid AND b.attnum = i.indkey[o.place - 1]
          WHERE NOT p.opcdefault OR i.indcollation[o.place - 1] <> b.attcollation)
      ORDER BY c.oid, k.place
      """, "\(number)")
    let names = Set(table.columns.map(\.name))
    var indexes: [(name: String, columns: [ByteName])] = []
    for row in 0..<found.rowCount {
      if indexes.isEmpty || found.bool(row, 2) { indexes.append((found.text(row, 0) ?? "", [])) }
      indexes[indexes.count - 1].columns.append(ByteName(found.text(row, 1) ?? ""))
    }
    // The value of another column is the server's to make.
    return indexes.filter { $0.columns.allSatisfy(names.contains) }.map {
      Index(name: $0.name, columns: $0.columns.map(PostgreSQLConnection.quoted))
    }
  }

  /// Makes the staging table. False: this user may make none.
  func prepare(in connection: PostgreSQLConnection) throws(ImportError) -> Bool {
    let result = connection.run(creation)
    if result.isDone { return true }
    guard result.state == "42501" else { throw connection.fault(result) }
    return false
  }

  /// Brings `count` staged rows to the target, starting with a number, as far as it has no rows with their
  /// keys.
  func run(
    from first: Int64, of count: Int, in connection: PostgreSQLConnection
  ) throws(ImportError) -> Outcome {
    if let single { return try run(single, from: first, of: count, in: connection) }
    var refused: [(ordinal: Int64, message: String)] = []
    var left = count
    while true {
      let found = connection.run(refusal)
      guard found.hasRows else { return Outcome(result: found) }
      refused += refusals(found, connection)
      left -= Int(found.rowCount)
      let moved = connection.run(moving.head + "\(first)" + moving.tail)
      guard moved.isDone else { return Outcome(result: moved) }
      let changes = moved.changes
      left -= changes
      if left <= 0 { return Outcome(result: moved, refused: refused) }
      guard changes > 0 || found.rowCount > 0 else { throw lost(left, connection) }
    }
  }

  private func run(
    _ single: Single, from first: Int64, of count: Int, in connection: PostgreSQLConnection
  ) throws(ImportError) -> Outcome {
    var refused: [(ordinal: Int64, message: String)] = []
    for statement in single.refusals {
      let found = connection.run(statement.head + "\(first)" + statement.tail)
      guard found.hasRows else { return Outcome(result: found) }
      refused += refusals(found, connection)
    }
    let stored = connection.run(single.storing.head + "\(first)" + single.storing.tail)
    guard stored.isDone else { return Outcome(result: stored) }
    let left = count - refused.count - stored.changes
    guard left == 0 else { throw lost(left, connection) }
    return Outcome(result: stored, refused: refused)
  }

  private func refusals(
    _ found: PostgreSQLResult, _ connection: PostgreSQLConnection
  ) -> [(ordinal: Int64, message: String)] {
    (0..<found.rowCount).map {
      (Int64(found.integer($0, 0) ?? 0), connection.foreign(found.text($0, 1) ?? ""))
    }
  }

  private func lost(_ count: Int, _ connection: PostgreSQLConnection) -> ImportError {
    ImportError(
      .sink, "\(connection.name): \(count) rows were neither stored nor refused by their keys")
  }
}
