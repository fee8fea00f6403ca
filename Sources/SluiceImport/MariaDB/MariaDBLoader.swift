import Sluice

/// Brings the rows of a transaction to the server, portion by portion, so that a refused row costs no other one.
///
/// `LOAD DATA LOCAL` turns faults into warnings: it cuts texts, makes zeros of what is no number, and skips
/// rows. So it counts only when there is no warning and each row was stored; otherwise it is rolled back, and
/// the rows go through a staging table. From there they go to the target by `INSERT … SELECT`, which fails as
/// a whole, of all rows or of parts, until the rows are found that fail alone.
final class MariaDBLoader {
  private let connection: MariaDBConnection
  private let stage: MariaDBStage
  private var uniqueness: MariaDBUniqueness?
  /// Finds rows that would be merged though their keys differ.
  private var collation: MariaDBKeyCollation?
  /// Whether rows go through the staging table.
  private var isStaged: Bool
  /// The portion that is brought to the server.
  private var rows = MariaDBRows()
  /// Rows since the last commit that belong to earlier portions.
  private var earlierRows = 0
  private var refusals: [LateRefusal] = []
  /// The errors of this transaction that are known to be a row's fault.
  private var provenErrors: Set<UInt32> = []
  /// Whether rows that are not stored are skipped, not lost.
  private let skipsKnownKeys: Bool
  /// Rows whose keys were there, in mode `ignore`, since this was made.
  private(set) var skippedRows: Int64 = 0

  /// The staging table is there.
  init(
    _ stage: MariaDBStage, _ uniqueness: MariaDBUniqueness?,
    _ collation: MariaDBKeyCollation?, mode: WriteMode,
    over connection: MariaDBConnection
  ) {
    self.connection = connection
    self.stage = stage
    self.uniqueness = uniqueness
    self.collation = collation
    isStaged = !stage.isDirect
    skipsKnownKeys = if case .ignore = mode { true } else { false }
  }

  /// Brings the rows to the target, as far as it takes them. Inside a transaction.
  func send(_ portion: MariaDBRows) throws(ImportError) {
    guard portion.count > 0 else { return }
    rows = portion
    if !isStaged { isStaged = try !loadDirectly() }
    if isStaged {
      try stage.empty(in: connection)
      try fill(0..<rows.count)
      if let found = try collation?.refuse(after: earlierRows, in: connection) {
        refusals += found
      }
      try store()
    }
    earlierRows += rows.count
    rows.removeAll()
  }

  /// Loads the rows into the target itself. False: at least one did not fit.
  private func loadDirectly() throws(ImportError) -> Bool {
    try connection.execute("SAVEPOINT sluice_rows")
    let answer = unsafe connection.run(stage.directLoad, loading: rows.bytes)
    if answer.isDone, answer.warnings == 0, answer.changes == rows.count { return true }
    guard answer.isDone || !answer.endsJob else { throw connection.fault(answer) }
    try connection.execute("ROLLBACK TO SAVEPOINT sluice_rows")
    return false
  }

  /// Loads rows into the staging table, in parts if some of them do not fit its columns.
  private func fill(_ part: Range<Int>) throws(ImportError) {
    let answer = try unsafe stage.load(
      rows.bytes(of: part), from: part.lowerBound, in: connection)
    if answer.isDone, answer.warnings == 0, answer.changes == part.count { return }
    guard answer.isDone || !answer.endsJob else { throw connection.fault(answer) }
    let warning = try answer.isDone ? connection.query("SHOW WARNINGS") : answer
    try connection.execute(
      "DELETE FROM \(MariaDBStage.table) WHERE \(MariaDBStage.ordinal) >= \(part.lowerBound)")
    guard part.count > 1 else {
      let words =
        answer.isDone
        ? connection.foreign(warning.text(0, 2) ?? "the row was not loaded")
          + " (error \(warning.text(0, 1) ?? "0"))" : connection.words(answer)
      let isLarge = warning.integer(0, 1) == 1406
      refusals.append(
        LateRefusal(
          row: earlierRows + part.lowerBound, code: isLarge ? "too-large" : "constraint",
          message: MariaDBLoader.withoutRow(words)))
      return
    }
    let middle = part.lowerBound + part.count / 2
    try fill(part.lowerBound..<middle)
    try fill(middle..<part.upperBound)
  }

  /// The server counts the rows that were sent together: its number would pass for the feed's.
  private static func withoutRow(_ words: String) -> String {
    guard let place = words.firstRange(of: " at row ") else { return words }
    return String(words[..<place.lowerBound])
      + words[place.upperBound...].drop { $0.isASCII && $0.isNumber }
  }

  /// Brings the staged rows to the target.
  private func store() throws(ImportError) {
    try connection.execute("SAVEPOINT sluice_rows")
    if let uniqueness {
      let outcome = try uniqueness.run(in: connection)
      if outcome.answer.isDone {
        refusals += outcome.refused.map {
          LateRefusal(row: earlierRows + $0.ordinal, code: "constraint", message: $0.message)
        }
        return
      }
      try goBack(after: outcome.answer)
    }
    guard let failure = try attempt(0..<rows.count) else { return }
    try divide(failure)
  }

  private func goBack(after answer: MariaDBAnswer) throws(ImportError) {
    guard !answer.endsJob else { throw connection.fault(answer) }
    try connection.execute("ROLLBACK TO SAVEPOINT sluice_rows")
  }

  /// Nil: the rows are stored.
  private func attempt(_ part: Range<Int>) throws(ImportError) -> MariaDBAnswer? {
    try connection.execute("SAVEPOINT sluice_rows")
    let answer = stage.move(part, in: connection)
    guard answer.isDone else {
      try goBack(after: answer)
      return answer
    }
    if skipsKnownKeys {
      let staged = part.count - refusals.count { part.contains($0.row - earlierRows) }
      skippedRows += Int64(max(staged - answer.changes, 0))
    }
    return nil
  }

  /// Stores as many as possible of the rows that failed together.
  private func divide(_ failure: MariaDBAnswer) throws(ImportError) {
    var (next, lastRefused) = (0, -1)
    var reach = max(rows.count / 2, 1)
    while next < rows.count {
      let end = min(next + reach, rows.count)
      guard let failure = try attempt(next..<end) else {
        reach = max(end - next, reach) * 2
        next = end
        continue
      }
      guard end - next == 1 else {
        reach = (end - next) / 2
        continue
      }
      if !provenErrors.contains(failure.error) {
        // When the statement fails without a row, too, no row is to blame.
        let none = stage.move(next..<next, in: connection)
        guard none.isDone else { throw connection.fault(failure) }
        provenErrors.insert(failure.error)
      }
      refusals.append(
        LateRefusal(
          row: earlierRows + next, code: failure.rejectCode,
          message: MariaDBLoader.withoutRow(connection.words(failure))))
      // The next one may be as far away as this one was.
      reach = next - lastRefused
      lastRefused = next
      next = end
    }
  }

  /// Returns the rows that were refused since the last call.
  func settle() -> [LateRefusal] {
    defer { forget() }
    return refusals.sorted { $0.row < $1.row }
  }

  func forget() {
    refusals.removeAll()
    provenErrors.removeAll()
    collation?.forget()
    earlierRows = 0
  }
}
