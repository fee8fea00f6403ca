/// What the server knows of a table.
struct ClickHouseTableState {
  let identity: String
  let comment: String
  private let engine: String
  /// How many insertions it remembers by their tokens.
  let window: Int
  /// How long it does, in seconds; nil: as long as there are not too many later ones.
  let lifetime: Int?

  var isReplicated: Bool { engine.hasPrefix("Replicated") || engine.hasPrefix("Shared") }

  /// Nil: there is no table of that name.
  init?(of name: String, in connection: ClickHouseConnection) throws(ImportError) {
    let literal = ClickHouseConnection.literal
    let rows = try connection.query(
      "SELECT toString(uuid), comment, engine, engine_full, (SELECT groupArray(concat(name, '=', value)) FROM"
        + " system.merge_tree_settings WHERE name LIKE '%replicated_deduplication_window%') FROM"
        + " system.tables WHERE database = \(literal(connection.database)) AND name = \(literal(name))"
    )
    guard let row = rows.first, row.count == 5 else { return nil }
    identity = row[0] ?? ""
    comment = row[1] ?? ""
    engine = row[2] ?? ""
    let isReplicated = engine.hasPrefix("Replicated") || engine.hasPrefix("Shared")
    let (own, general) = (row[3] ?? "", row[4] ?? "")
    func setting(_ name: String) -> Int? {
      for (text, mark) in [(own, "\(name) = "), (general, "\"\(name)=")] {
        for found in text.ranges(of: mark) {
          // Not the end of a longer name.
          if let before = text[..<found.lowerBound].last, before.isLetter || before == "_" {
            continue
          }
          return Int(text[found.upperBound...].prefix { $0.isNumber })
        }
      }
      return nil
    }
    window =
      setting("\(isReplicated ? "" : "non_")replicated_deduplication_window") ?? 0
    lifetime = isReplicated ? setting("replicated_deduplication_window_seconds") : nil
  }

  /// The name of the table with an identity; nil: none has it.
  static func name(
    ofTable identity: String, in connection: ClickHouseConnection
  ) throws(ImportError) -> String? {
    let literal = ClickHouseConnection.literal
    return try connection.query(
      "SELECT name FROM system.tables WHERE database = \(literal(connection.database))"
        + " AND toString(uuid) = \(literal(identity))"
    ).first?.first.flatMap { $0 }
  }

  /// Throws for a table that would not recognise rows that are sent twice.
  func check(_ place: String) throws(ImportError) {
    guard engine.hasSuffix("MergeTree") else {
      throw ImportError(
        .conflict,
        "\(place) has the engine \(engine), which does not recognise rows that are sent twice after a fault:"
          + " expected a MergeTree")
    }
    guard identity != "00000000-0000-0000-0000-000000000000", !identity.isEmpty else {
      throw ImportError(
        .conflict,
        "\(place) has no UUID, by which its progress would belong to it: its database needs the engine Atomic"
      )
    }
    guard window > 0 else {
      let name = isReplicated ? "replicated" : "non_replicated"
      throw ImportError(
        .conflict,
        "\(place) forgets tokens of insertions at once (\(name)_deduplication_window = 0), so that rows that"
          + " are sent twice after a fault would be stored twice. ALTER TABLE … MODIFY SETTING"
          + " \(name)_deduplication_window = \(ClickHouseTable.window)")
    }
  }
}
