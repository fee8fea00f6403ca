import Sluice

/// Rows into a table of a DuckDB database, by its appender, or by a staging table.
final class DuckDBLoader: RowLoader {
  private let table: DuckDBTable
  private let target: String
  /// Brings rows to the target from the staging table; nil: they go there themselves.
  private let stage: DuckDBStage?
  private let connection: DuckDBConnection
  private(set) var skippedRows: Int64 = 0
  private var appender: DuckDBAppender?
  private var staged = 0
  private var scratch = SinkBuffer()

  init(
    _ table: DuckDBTable, into target: String, key: [Int], _ mode: WriteMode,
    in connection: DuckDBConnection
  ) throws(ImportError) {
    (self.table, self.target, self.connection) = (table, target, connection)
    stage = try key.isEmpty ? nil : DuckDBStage(of: table, key: key, mode, in: connection)
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    for column in 0..<row.count {
      if let refusal = table.codecs[column].refusal(of: row[column]) {
        return refusal.verdict(
          column: table.columns[column].name, type: table.types[column])
      }
    }
    let appender = try opened()
    for column in 0..<row.count {
      try appender.append(row[column], table.codecs[column], &scratch)
    }
    if stage != nil { try appender.append(number: staged) }
    staged += 1
    try appender.endRow()
    return .stored
  }

  private func opened() throws(ImportError) -> DuckDBAppender {
    if let appender { return appender }
    let names = table.columns.map(\.name.text)
    let made = try DuckDBAppender(
      stage == nil ? target : DuckDBStage.table,
      columns: stage == nil ? names : names + [DuckDBStage.ordinal], isTemporary: stage != nil,
      in: connection)
    appender = made
    return made
  }

  /// Brings the rows since the last commit into the transaction.
  func settle() throws(ImportError) -> [LateRefusal] {
    guard let appender else { return [] }
    try appender.flush()
    self.appender = nil
    if let stage { skippedRows += Int64(try stage.move(staged, in: connection)) }
    staged = 0
    return []
  }

  func abandon() { appender = nil }
}
