/// A job's stay at a server: the table is ready, and rows go in, a transaction for each batch.
final class PostgreSQLSession {
  /// The checkpoint to go on from.
  let earlier: Checkpoint?
  private let connection: PostgreSQLConnection
  private let table: PostgreSQLTable
  private let mode: WriteMode
  private var progress: PostgreSQLProgress?
  private let upsert: PostgreSQLUpsert?
  /// Rows go into the upsert's staging table.
  private let isStaged: Bool
  /// For a table with rules; else rows go by COPY.
  private let insert: PostgreSQLInsert?
  private var copy: PostgreSQLCopy
  private var isInTransaction = false
  /// The table is to be emptied in the next transaction.
  private var empties: Bool
  /// Rows of this batch, to tell which of two with the same key is the later one.
  private var ordinal: Int64 = 0

  init(
    _ job: JobIdentity?, table name: String, columns: [ImportColumn], key: [Int], mode: WriteMode,
    over connection: PostgreSQLConnection
  ) throws(ImportError) {
    self.connection = connection
    try PostgreSQLSession.checkEncoding(connection)
    try connection.execute("BEGIN")
    table = try PostgreSQLTable(name, columns: columns, key: key, in: connection)
    let target = table.fullName
    progress = try job.map { job throws(ImportError) in
      try PostgreSQLProgress(job, target: target, mode: mode, in: connection)
    }
    self.mode = mode
    if let progress { try connection.execute(progress.lock) }
    let goesOn = mode == .replace ? try progress?.isInterruptedReplacement() ?? false : true
    empties = !goesOn
    earlier = goesOn ? try progress?.read() : nil
    let names = columns.map { PostgreSQLConnection.quoted($0.name) }.joined(separator: ", ")
    upsert =
      key.isEmpty ? nil : PostgreSQLUpsert(into: target, columns: columns, key: key)
    try upsert?.prepare(in: connection)
    isStaged = upsert != nil && !table.hasRules
    insert =
      table.hasRules
      ? try PostgreSQLInsert(
        into: target, columns: names, columnCount: columns.count,
        conflict: upsert?.conflict ?? "", over: connection)
      : nil
    copy =
      isStaged
      ? PostgreSQLCopy(
        into: PostgreSQLUpsert.stage, columns: "\(PostgreSQLUpsert.ordinal), \(names)",
        over: connection)
      : PostgreSQLCopy(into: target, columns: names, over: connection)
    try connection.execute("COMMIT")
  }

  /// Texts are sent as UTF-8; a server with another encoding can't hold all of them.
  static func checkEncoding(
    _ connection: PostgreSQLConnection
  ) throws(ImportError) {
    let encoding = try connection.query("SHOW server_encoding").text(0, 0) ?? ""
    guard encoding == "UTF8" else {
      throw ImportError(
        .conflict, "\(connection.name) has the encoding \(encoding); expected UTF8")
    }
  }

  /// Goes on with another source.
  func turn(to job: JobIdentity?) throws(ImportError) -> Checkpoint? {
    try connection.execute("BEGIN")
    progress = try job.map { job throws(ImportError) in
      try PostgreSQLProgress(job, target: table.fullName, mode: mode, in: connection)
    }
    if let progress { try connection.execute(progress.lock) }
    // What is there will be forgotten in the next transaction.
    let found = try empties ? nil : progress?.read()
    try connection.execute("COMMIT")
    return found
  }

  /// Begins a transaction, and with `copying` the COPY too: in one round trip, of which a batch then
  /// takes four.
  private func begin(copying: Bool) throws(ImportError) {
    let start = "BEGIN" + (progress.map { "; \($0.lock)" } ?? "")
    isInTransaction = true
    ordinal = 0
    if empties {
      try connection.execute(start)
      try PostgreSQLProgress.forget(target: table.fullName, in: connection)
      try connection.execute("TRUNCATE \(table.fullName)")
      empties = false
      if copying { try copy.begin() }
    } else if copying {
      try copy.begin(behind: "\(start); ")
    } else {
      try connection.execute(start)
    }
  }

  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
    if !isInTransaction { try begin(copying: insert == nil) }
    if isStaged { ordinal &+= 1 }
    // One call for the row: each access to a property of a class is checked for exclusivity.
    let verdict = copy.append(row, ordinal: isStaged ? ordinal : nil, to: table)
    guard case .stored = verdict else { return verdict }
    if let insert { return try copy.insert(with: insert) }
    if copy.isFull { try copy.flush() }
    return verdict
  }

  func commit(_ checkpoint: Checkpoint) throws(ImportError) {
    if !isInTransaction { try begin(copying: false) }
    let hasCopied = copy.isOpen
    try copy.end()
    insert?.end()
    if hasCopied { try upsert?.merge(in: connection) }
    try progress?.write(checkpoint)
    let result = try connection.query("COMMIT")
    guard result.command == "COMMIT" else {
      throw ImportError(
        .sink, "\(connection.name): the server rolled the batch back instead of committing it")
    }
    isInTransaction = false
  }

  /// The connection ends with this value, and with it whatever is left of the transaction.
  func rollBack() {
    copy.abandon()
    if isInTransaction { try? connection.execute("ROLLBACK") }
    isInTransaction = false
  }
}
