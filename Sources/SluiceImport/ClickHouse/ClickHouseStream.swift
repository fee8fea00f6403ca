import Sluice
import SluiceFeed

/// The rows of one source on their way into a table, commit by commit.
///
/// The server has no transactions over tables, so a commit is written down before it is carried out: an entry
/// that says which rows are being sent, then the rows and the rejects with tokens, then an entry that says that
/// they are there. When a job is killed in between, its next run sends the same rows with the same tokens, of
/// which the server stores those that it lacks. Until that run has read these rows again, its own commits wait.
final class ClickHouseStream {
  private let job: JobIdentity
  private let table: ClickHouseTable
  private let rejectTable: SQLRejectTable<ClickHouseConnection>?
  private let connection: ClickHouseConnection
  /// The last entry.
  private var entry: ClickHouseProgressTable.Row
  /// Rows since the last commit that was carried out, and their ends.
  var buffer = SinkBuffer()
  var ends: [Int] = []
  private var rejects: [Reject] = []
  /// Whether an earlier run had other columns.
  private(set) var hasOtherColumns = false
  /// The number of commits since the log was cleaned.
  private var commits = 0

  /// The most bytes of rows that are kept in memory for later commits.
  static let mostKept = 32 << 20
  private static let commitsBetweenCleanings = 500

  /// Reads what earlier runs left. Throws when they had other columns, or when a commit can't be completed.
  init(
    _ job: JobIdentity, _ table: ClickHouseTable, target: String, mode: WriteMode, run: String,
    mayBeEmpty: Bool, rejects: SQLRejectTable<ClickHouseConnection>?,
    in connection: ClickHouseConnection
  ) throws(ImportError) {
    (self.job, self.table, self.rejectTable, self.connection) = (job, table, rejects, connection)
    let found = try ClickHouseProgressTable.rows(
      where: ClickHouseProgressTable.condition(targetID: table.identity, source: job.source.text),
      in: connection
    ).first
    entry =
      found
      ?? ClickHouseProgressTable.Row(
        targetID: table.identity, target: target, source: job.source, run: run,
        series: RandomName.make(), mode: mode.word)
    if found != nil, !entry.checkpoint.isEmpty || isPending {
      guard job.continues(entry.columns) else {
        throw job.otherColumns(entry.columns, in: "\"\(table.name)\"")
      }
    }
    hasOtherColumns = found != nil && entry.columns != job.columns
    entry.run = run
    // The table may have had another name.
    entry.target = target
    entry.columns = job.columns
    entry.mode = mode.word
    entry.mayBeEmpty = entry.mayBeEmpty || mayBeEmpty
    if isPending { try checkMemory() }
    if entry.version > 8 { try ClickHouseProgressTable.clean(entry, in: connection) }
  }

  /// Whether rows were being sent when an earlier run ended.
  private var isPending: Bool { !entry.next.isEmpty }

  /// The checkpoint of the last commit that was carried out.
  func checkpoint() throws(ImportError) -> Checkpoint? {
    entry.checkpoint.isEmpty ? nil : try parsed(entry.checkpoint)
  }

  private func parsed(_ text: String) throws(ImportError) -> Checkpoint {
    try Checkpoint(
      parsing: text,
      at: "the table \(ClickHouseProgressTable.name) in \(connection.name)")
  }

  /// Throws when the server may have forgotten the tokens of the rows that were being sent.
  private func checkMemory() throws(ImportError) {
    guard let state = try ClickHouseTableState(of: table.name, in: connection) else { return }
    let found = try connection.query(
      "SELECT \(ClickHouseProgressTable.block(of: table.name, in: connection))")
    let block = found.first?.first.flatMap { $0 }.flatMap { Int64($0) } ?? 0
    let isForgotten =
      state.lifetime.map { entry.age >= $0 } ?? false
      || !state.isReplicated && block - entry.block >= Int64(state.window)
    guard isForgotten, entry.rows > 0 else { return }
    let from = try checkpoint()?.position.line ?? 0
    throw ImportError(
      .conflict,
      "\(ClickHouseTable.place(table.name, connection)): a job was interrupted while \(entry.rows) rows of"
        + " \(job.source) (from line \(from + 1) on) were being stored, \(entry.age) seconds ago, and the server"
        + " no longer knows whether they are there. Look whether the table has them, and either remove them"
        + " with all others of this source and import it by --restart, or import into a new table")
  }

  func store(_ rejects: [Reject]) { self.rejects += rejects }

  /// Makes the rows and rejects since the last commit permanent with the checkpoint, or keeps them until those
  /// of an interrupted commit are complete.
  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    if isPending {
      let next = try parsed(entry.next)
      guard checkpoint.rows >= next.rows, checkpoint.rejects >= next.rejects else { return }
      let isExact = checkpoint.rows == next.rows && checkpoint.rejects == next.rejects
      try complete(isExact ? checkpoint : next)
      guard !isExact else { return }
    }
    let text = try checkpoint.text
    if ends.isEmpty && rejects.isEmpty {
      try advance { entry in
        entry.version += 2
        entry.checkpoint = text
      }
      try checkAlone()
      return
    }
    let block = ClickHouseProgressTable.block(of: table.name, in: connection)
    try advance(block: block) { entry in
      entry.version += 1
      entry.next = text
      (entry.rows, entry.rejects) = (ends.count, rejects.count)
      entry.digest = digest(of: buffer.count)
    }
    try checkAlone()
    try send(ends.count, rejects.count)
    try advance { entry in
      entry.version += 1
      (entry.checkpoint, entry.next, entry.digest) = (text, "", "")
      (entry.rows, entry.rejects) = (0, 0)
    }
    commits += 1
    if commits % ClickHouseStream.commitsBetweenCleanings == 0 {
      try ClickHouseProgressTable.clean(entry, in: connection)
    }
  }

  /// Sends the rows of an interrupted commit once more.
  private func complete(_ checkpoint: Checkpoint) throws(ImportError) {
    let count = entry.rows
    let length = count > 0 && count <= ends.count ? ends[count - 1] : 0
    guard count <= ends.count, entry.rejects <= rejects.count, digest(of: length) == entry.digest
    else {
      throw ImportError(
        .conflict,
        "\(job.source) gives other rows than those that were being stored when the job was interrupted: some of"
          + " them may be in \(ClickHouseTable.place(table.name, connection)). Give the job the settings and"
          + " the source that it had, or import into a new table")
    }
    try send(count, entry.rejects)
    let text = try checkpoint.text
    try advance { entry in
      entry.version += 1
      (entry.checkpoint, entry.next, entry.digest) = (text, "", "")
      (entry.rows, entry.rejects) = (0, 0)
    }
  }

  private func advance(
    block: String = "0", _ change: (inout ClickHouseProgressTable.Row) -> Void
  ) throws(ImportError) {
    var next = entry
    change(&next)
    try ClickHouseProgressTable.add(next, block: block, in: connection)
    entry = next
  }

  /// Throws when another process has begun the same commit.
  private func checkAlone() throws(ImportError) {
    guard try ClickHouseProgressTable.others(than: entry, in: connection) == 0 else {
      throw ImportError(
        .conflict,
        "another process is running this job, and is ahead: nothing of this batch was stored")
    }
  }

  private func digest(of count: Int) -> String {
    unsafe SourceFingerprint.hash(UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count]))
  }

  /// Sends the first rows and rejects, and forgets them.
  private func send(_ rowCount: Int, _ rejectCount: Int) throws(ImportError) {
    // An entry's version is odd here, and no other commit of the series has it.
    let token = "sluice-\(entry.series)-\(entry.version)"
    if rowCount > 0 {
      let end = ends[rowCount - 1]
      try insert(end, token)
      if end < buffer.count {
        var rest = SinkBuffer()
        unsafe rest.append(
          UnsafeRawBufferPointer(rebasing: buffer.bytes[end...]).assumingMemoryBound(to: UInt8.self)
        )
        buffer = rest
        ends = ends[rowCount...].map { $0 - end }
      } else {
        buffer.removeAll(keeping: ClickHouseStream.mostKept)
        ends.removeAll(keepingCapacity: true)
      }
    }
    if rejectCount > 0 {
      try rejectTable?.store(
        Array(rejects.prefix(rejectCount)),
        for: RejectTarget(name: table.name, tableID: table.identity), token: token)
      rejects.removeFirst(rejectCount)
    }
  }

  private func insert(_ end: Int, _ token: String) throws(ImportError) {
    var body = SinkBuffer()
    unsafe table.head.withUnsafeBufferPointer { unsafe body.append($0) }
    unsafe body.append(
      UnsafeRawBufferPointer(rebasing: buffer.bytes[..<end]).assumingMemoryBound(to: UInt8.self))
    do throws(ImportError) {
      try unsafe connection.insert(table.insertion, body.bytes, token: token)
    } catch {
      throw ImportError(
        error.kind,
        "\(error.message)\(error.kind == .lostConnection ? "" : ". The rows of this batch are stored together, and none of them was")"
      )
    }
  }

  /// Records that the rows are in a table of another name now.
  func rename(to target: String) throws(ImportError) {
    try advance { entry in
      entry.version += 2
      entry.target = target
    }
  }

  /// Throws when rows of an interrupted commit were not read again although all sources were read.
  func finish() throws(ImportError) {
    guard isPending else { return }
    throw ImportError(
      .conflict,
      "\(job.source) gives fewer rows than were being stored when the job was interrupted: some of those may"
        + " be in \(ClickHouseTable.place(table.name, connection)). Bring back the source as it was, or import"
        + " into a new table")
  }
}
