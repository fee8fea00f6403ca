import Sluice

/// The temporary table that rows go through when they can't be loaded into their target at once, and the
/// statements that bring them from there to the target: of all rows in a range of numbers, or of none.
struct MariaDBStage {
  static let table = "sluice_stage"
  /// The staging table's own columns. No column of a job has these names by chance: they contain U+001F.
  static let ordinal = "`sluice\u{1F}ordinal`"
  static let state = "`sluice\u{1F}state`"
  private static let turn = "`sluice\u{1F}turn`"

  private let target: String
  private let list: String
  private let fields: String
  private let settings: String
  private let creation: String
  private let mode: WriteMode
  /// Quoted names of the key's columns, and of the others.
  private let (key, rest): ([String], [String])

  init(of table: MariaDBTable, into target: String, key: [Int], mode: WriteMode) {
    self.target = MariaDBConnection.quoted(target)
    self.mode = mode
    list = table.columnList
    let names = table.columns.map { MariaDBConnection.quoted($0.name) }
    self.key = key.map { names[$0] }
    rest = names.indices.filter { !key.contains($0) }.map { names[$0] }
    let blobs = Set(table.codecs.indices.filter { table.codecs[$0].form == .blob })
    fields = names.enumerated().map { blobs.contains($0) ? "@sluice_\($0)" : $1 }
      .joined(separator: ", ")
    settings = blobs.sorted().map { "\(names[$0]) = UNHEX(@sluice_\($0))" }
      .joined(separator: ", ")
    let declared = zip(names, table.stagedTypes).map { "\($0) \($1) NULL" }
    creation =
      "CREATE TEMPORARY TABLE \(MariaDBStage.table) (\(MariaDBStage.ordinal) bigint PRIMARY KEY,"
      + " \(MariaDBStage.state) int NOT NULL DEFAULT 0, \(declared.joined(separator: ", ")))"
      + " ENGINE = InnoDB"
  }

  func prepare(in connection: MariaDBConnection) throws(ImportError) {
    try connection.execute(creation)
  }

  /// Whether rows may be loaded into the target without the staging table.
  var isDirect: Bool { key.isEmpty }

  /// The statement that loads rows into the target itself.
  var directLoad: String {
    load(into: target) + (settings.isEmpty ? "" : " SET \(settings)")
  }

  /// Loads rows into the staging table, which number themselves from `first` on.
  func load(
    _ rows: UnsafeRawBufferPointer, from first: Int, in connection: MariaDBConnection
  ) throws(ImportError) -> MariaDBAnswer {
    try connection.execute("SET @sluice_ordinal = \(first - 1)")
    let number = "\(MariaDBStage.ordinal) = (@sluice_ordinal := @sluice_ordinal + 1)"
    return unsafe connection.run(
      load(into: MariaDBStage.table)
        + " SET \(number)\(settings.isEmpty ? "" : ", \(settings)")", loading: rows)
  }

  private func load(into table: String) -> String {
    "LOAD DATA LOCAL INFILE 'rows' INTO TABLE \(table) CHARACTER SET utf8mb4"
      + " FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' LINES TERMINATED BY '\\n' (\(fields))"
  }

  func empty(in connection: MariaDBConnection) throws(ImportError) {
    try connection.execute("DELETE FROM \(MariaDBStage.table)")
  }

  /// Brings rows to the target. On success, returns how many were stored besides.
  ///
  /// No `INSERT IGNORE` and no `ON DUPLICATE KEY`: those would hide faults, and change rows that have another
  /// unique value in common.
  func move(
    _ rows: Range<Int>, in connection: MariaDBConnection
  ) -> MariaDBAnswer {
    let some =
      "\(MariaDBStage.ordinal) >= \(rows.lowerBound) AND \(MariaDBStage.ordinal) < \(rows.upperBound)"
    let order = " ORDER BY \(MariaDBStage.ordinal)"
    guard !key.isEmpty else {
      return connection.run(
        "INSERT INTO \(target) (\(list)) SELECT \(list) FROM \(MariaDBStage.table) WHERE \(some)\(order)"
      )
    }
    let isUpsert = if case .upsert = mode { true } else { false }
    // Of several rows with one key, an upsert takes the last one.
    let one =
      "(SELECT *, ROW_NUMBER() OVER (PARTITION BY \(key.joined(separator: ", ")) ORDER BY"
      + " \(MariaDBStage.ordinal)\(isUpsert ? " DESC" : "")) AS \(MariaDBStage.turn)"
      + " FROM \(MariaDBStage.table) WHERE \(some)) AS staged"
    let same = key.map { "known.\($0) = staged.\($0)" }.joined(separator: " AND ")
    if isUpsert, !rest.isEmpty {
      let changes = rest.map { "known.\($0) = staged.\($0)" }.joined(separator: ", ")
      let updated = connection.run(
        "UPDATE \(target) AS known JOIN \(one) ON staged.\(MariaDBStage.turn) = 1 AND \(same)"
          + " SET \(changes)")
      guard updated.isDone else { return updated }
    }
    return connection.run(
      "INSERT INTO \(target) (\(list)) SELECT \(list) FROM \(one) WHERE \(MariaDBStage.turn) = 1"
        + " AND NOT EXISTS (SELECT 1 FROM \(target) AS known WHERE \(same))\(order)")
  }
}
