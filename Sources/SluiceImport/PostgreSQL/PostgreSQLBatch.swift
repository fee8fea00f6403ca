import CPostgreSQL
import Sluice

/// The rows of a transaction, brought to the server so that a refused row costs no other one.
///
/// A COPY fails as a whole. So the rows are sent in portions, each under a savepoint, and kept meanwhile.
/// When a portion fails, it is sent again in parts, until the rows are found that fail by themselves. Those
/// are refused; all others are stored, in order.
///
/// The line that the server names is only a hint where to divide. A row is refused when it fails alone, and
/// the same statements work without a row.
///
/// After the first row whose key exists, rows go through a staging table, where all such rows of a portion
/// are found at once: see ``PostgreSQLUniqueness``.
final class PostgreSQLBatch: RowLoader {
  private let connection: PostgreSQLConnection
  private let table: PostgreSQLTable
  /// Moves rows from the staging table to the target; nil: they are copied to the target.
  private let merge: PostgreSQLMerge?
  /// Finds rows whose keys exist; nil: the server alone can.
  private var uniqueness: PostgreSQLUniqueness?
  /// Whether rows go through the staging table for that.
  private var findsKeys = false
  private var copy: PostgreSQLCopy
  /// What has happened since the savepoint.
  private var mark = Mark.fresh
  /// Rows since the last commit that belong to earlier portions.
  private var earlierRows = 0
  private var refusals: [LateRefusal] = []
  /// Rows that were refused because a row of the same table was missing.
  private var orphans = Orphans()
  /// The SQLSTATEs of this transaction that are known to be a row's fault.
  private var provenStates: Set<String> = []
  /// How many rows the staging table holds.
  private var stagedRows = 0
  /// Rows that the server took without storing them, since this was made.
  private(set) var skippedRows: Int64 = 0

  /// Whether the transaction has the savepoint.
  private var hasSavepoint = false

  private enum Mark { case fresh, stored, failed }

  private struct Orphans {
    var rows: [UInt8] = []
    var refusals: [LateRefusal] = []
  }

  init(
    into target: String, _ table: PostgreSQLTable, merge: PostgreSQLMerge?,
    uniqueness: PostgreSQLUniqueness?, over connection: PostgreSQLConnection
  ) {
    self.connection = connection
    self.table = table
    self.merge = merge
    self.uniqueness = uniqueness
    copy =
      merge == nil
      ? PostgreSQLCopy(into: target, columns: table.columnList, over: connection)
      : PostgreSQLBatch.stagingCopy(table, over: connection)
  }

  private static func stagingCopy(
    _ table: PostgreSQLTable, over connection: PostgreSQLConnection
  ) -> PostgreSQLCopy {
    PostgreSQLCopy(
      into: PostgreSQLMerge.stage, columns: "\(PostgreSQLMerge.ordinal), \(table.columnList)",
      over: connection)
  }

  /// Whether rows go through the staging table. Their numbers there count from 1 since the last commit.
  private var isStaged: Bool { merge != nil || findsKeys }

  @inline(__always)
  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    if !copy.isOpen { try beginPortion() }
    // One call for the row: each access to a property of a class is checked for exclusivity.
    let verdict = try copy.append(row, numberedAfter: isStaged ? earlierRows : nil, to: table)
    if copy.isFull { try endPortion() }
    return verdict
  }

  private func beginPortion() throws(ImportError) {
    guard !hasSavepoint else { return try copy.begin(after: nextSavepoint()) }
    (mark, stagedRows, hasSavepoint) = (.fresh, 0, true)
    try copy.begin(after: "SAVEPOINT sluice_rows; ")
  }

  /// Returns statements that move the savepoint to after the stored rows, or go back to it.
  private func nextSavepoint() -> String {
    defer { mark = .fresh }
    switch mark {
    case .fresh: return ""
    case .failed: return "ROLLBACK TO SAVEPOINT sluice_rows; "
    case .stored:
      let next = "RELEASE SAVEPOINT sluice_rows; SAVEPOINT sluice_rows; "
      guard stagedRows > PostgreSQLMerge.mostStaged else { return next }
      return emptyingStage() + next
    }
  }

  private func emptyingStage() -> String {
    stagedRows = 0
    return isStaged ? "TRUNCATE \(PostgreSQLMerge.stage); " : ""
  }

  /// Whether the transaction may go on with rows of another source: where rows are staged, their numbers begin anew with
  /// the next transaction.
  var goesOn: Bool { !isStaged }

  /// After other statements: what comes next no longer undoes them when it fails.
  func keepBefore() throws(ImportError) {
    let former = hasSavepoint ? "RELEASE SAVEPOINT sluice_rows; " : ""
    try connection.execute("\(former)SAVEPOINT sluice_rows")
    (mark, hasSavepoint) = (.fresh, true)
  }

  /// After the rows: the table is locked against changes by now.
  func check(writtenInto target: SQLTarget) throws(ImportError) {
    try target.checkNumber(in: connection)
    try table.checkTypes(of: target.name, in: connection)
  }

  func end() { hasSavepoint = false }

  /// Brings the rows to the target, as far as it takes them.
  private func endPortion() throws(ImportError) {
    guard copy.isOpen else { return }
    let count = copy.count
    if let failure = try conclude(copy.end(), count, from: Int64(earlierRows + 1)) {
      let earlier = earlierRows
      if failure.state == "23505", !isStaged, try beginFindingKeys() {
        try unsafe EncodedRows(copy.rows, count: count).numbered(after: earlier)
          .withUnsafeBufferPointer { (bytes) throws(ImportError) in
            let rows = unsafe EncodedRows(UnsafeRawBufferPointer(bytes), count: count)
            copy = PostgreSQLBatch.stagingCopy(table, over: connection)
            guard let failure = try attempt(0..<count, of: rows) else { return }
            try divide(rows, failure) { earlier + $0 }
          }
      } else {
        try unsafe divide(EncodedRows(copy.rows, count: count), failure) { earlier + $0 }
      }
    }
    earlierRows += count
    copy.removeAll()
  }

  /// Makes the staging table, before the savepoint to which a failed portion returns. Returns false if it isn't needed.
  private func beginFindingKeys() throws(ImportError) -> Bool {
    guard let uniqueness else { return false }
    try connection.execute(
      "ROLLBACK TO SAVEPOINT sluice_rows; RELEASE SAVEPOINT sluice_rows; SAVEPOINT sluice_stage")
    mark = .fresh
    findsKeys = try uniqueness.prepare(in: connection)
    if !findsKeys { self.uniqueness = nil }
    try connection.execute(
      (findsKeys ? "RELEASE" : "ROLLBACK TO") + " SAVEPOINT sluice_stage; SAVEPOINT sluice_rows")
    return findsKeys
  }

  /// Ends the last portion. Returns the rows that were refused since the last call.
  func settle() throws(ImportError) -> [LateRefusal] {
    try endPortion()
    if !orphans.refusals.isEmpty { try retryOrphans() }
    // The transaction continues.
    if mark == .failed { try connection.execute(nextSavepoint()) }
    defer { forget() }
    return refusals.sorted { $0.row < $1.row }
  }

  private func forget() {
    refusals.removeAll()
    provenStates.removeAll()
    orphans = Orphans()
    earlierRows = 0
  }

  func abandon() {
    copy.abandon()
    forget()
  }

  /// Notes the server's answer to the rows that were sent. Nil: they are stored; otherwise its error.
  private func conclude(
    _ sent: PostgreSQLResult, _ count: Int, from first: Int64
  ) throws(ImportError) -> PostgreSQLResult? {
    var result = sent
    var refused: [LateRefusal] = []
    if result.isDone, isStaged {
      stagedRows += count
      if let merge {
        result = merge.run(from: first, in: connection)
      } else if let uniqueness {
        let outcome = try uniqueness.run(from: first, of: count, in: connection)
        result = outcome.result
        refused = outcome.refused.map {
          LateRefusal(row: Int($0.ordinal) - 1, code: "constraint", message: $0.message)
        }
      }
    }
    guard result.isDone else {
      mark = .failed
      guard !connection.isLost, !PostgreSQLConnection.endsJob(result.state) else {
        throw connection.fault(result)
      }
      return result
    }
    mark = .stored
    guard !findsKeys else {
      refusals += refused
      return nil
    }
    if result.changes < count {
      let due = try merge?.rowsToStore(from: first, of: count, in: connection) ?? count
      skippedRows += Int64(max(due - result.changes, 0))
    }
    return nil
  }

  /// Sends some of the rows again. Nil: they are stored.
  private func attempt(
    _ part: Range<Int>, of rows: borrowing EncodedRows
  ) throws(ImportError) -> PostgreSQLResult? {
    let first = isStaged ? rows.ordinal(of: part.lowerBound) : 0
    return try unsafe conclude(
      copy.send(rows.bytes(of: part), after: nextSavepoint()), part.count, from: first)
  }

  /// Stores as many as possible of the rows that failed together. `number` is what a refusal calls a row.
  private func divide(
    _ rows: borrowing EncodedRows, _ failure: PostgreSQLResult, number: (Int) -> Int
  ) throws(ImportError) {
    var (next, lastRefused) = (0, -1)
    var reach = max(rows.count / 2, 1)
    /// The row that the server named.
    var suspect = failure.copyLine.map { $0 - 1 }
    while next < rows.count {
      var end = min(next + reach, rows.count)
      if let suspect, suspect >= next, suspect < rows.count { end = max(suspect, next + 1) }
      guard let failure = try attempt(next..<end, of: rows) else {
        reach = max(end - next, reach) * 2
        next = end
        continue
      }
      guard end - next == 1 else {
        reach = (end - next) / 2
        suspect = failure.copyLine.map { next + $0 - 1 }
        // It can't be a row that was not sent.
        if let found = suspect, found >= end { suspect = nil }
        continue
      }
      try unsafe refuse(rows.bytes(of: next..<end), failure, as: number(next))
      suspect = nil
      // The next one may be as far away as this one was.
      reach = next - lastRefused
      lastRefused = next
      next = end
    }
  }

  /// Handles a row that failed alone: refuses it, if it is to blame.
  private func refuse(
    _ row: UnsafeRawBufferPointer, _ failure: PostgreSQLResult, as number: Int
  ) throws(ImportError) {
    let state = failure.state
    if !provenStates.contains(state) {
      try prove(failure)
      provenStates.insert(state)
    }
    let refusal = LateRefusal(
      row: number, code: PostgreSQLConnection.rejectCode(state),
      message: connection.words(failure))
    // Foreign keys.
    if state == "23503", table.refersToItself,
      orphans.rows.count + row.count <= PostgreSQLCopy.mostKept
    {
      unsafe orphans.rows.append(contentsOf: row)
      orphans.refusals.append(refusal)
    } else {
      refusals.append(refusal)
    }
  }

  /// Throws the failure when the same statements fail without a row, too: then no row is to blame.
  private func prove(_ failure: PostgreSQLResult) throws(ImportError) {
    let none = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    var result = try unsafe copy.send(none, after: nextSavepoint())
    if result.isDone, let merge { result = merge.run(from: .max, in: connection) }
    if result.isDone, findsKeys, let uniqueness {
      result = try uniqueness.run(from: .max, of: 0, in: connection).result
    }
    mark = .failed
    guard result.isDone else { throw connection.fault(failure) }
  }

  /// Sends rows again that were refused for lack of another row, which may have been sent later. Repeats as
  /// long as that stores one.
  private func retryOrphans() throws(ImportError) {
    var left = Int.max
    while !orphans.refusals.isEmpty, orphans.refusals.count < left {
      let again = orphans
      left = again.refusals.count
      orphans = Orphans()
      if isStaged { try connection.execute(nextSavepoint() + emptyingStage()) }
      try unsafe again.rows.withUnsafeBufferPointer { (bytes) throws(ImportError) in
        let rows = unsafe EncodedRows(UnsafeRawBufferPointer(bytes), count: left)
        guard let failure = try attempt(0..<left, of: rows) else { return }
        try divide(rows, failure) { again.refusals[$0].row }
      }
    }
    refusals += orphans.refusals
    orphans = Orphans()
  }
}
