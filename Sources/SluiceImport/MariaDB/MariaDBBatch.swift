import SluiceSystem

/// The rows of a transaction. A portion of them is on its way to the server, on a thread of its own, while the next
/// one is made.
///
/// The server takes as long for a portion as reading several from the feed. Each thread ends before the next begins,
/// and before anything else uses the connection.
final class MariaDBBatch: RowLoader {
  private let table: MariaDBTable
  private let loader: MariaDBLoader
  private let connection: MariaDBConnection
  private var rows = MariaDBRows()
  private var spare = MariaDBRows()
  private var sending: (work: Work, thread: WorkerThread)?

  /// The bytes of rows that go to the server at once.
  static let portionSize = 256 << 10

  /// The work of the thread.
  ///
  /// Sound to hand over because the caller touches neither loader nor rows until the thread has ended.
  private final class Work: @unchecked Sendable {
    private let loader: MariaDBLoader
    private let rows: MariaDBRows
    private(set) var result: Result<Void, ImportError> = .success(())

    init(_ rows: MariaDBRows, by loader: MariaDBLoader) {
      (self.rows, self.loader) = (rows, loader)
    }

    func run() {
      do throws(ImportError) {
        try loader.send(rows)
      } catch {
        result = .failure(error)
      }
    }
  }

  init(_ table: MariaDBTable, _ loader: MariaDBLoader, _ connection: MariaDBConnection) {
    (self.table, self.loader, self.connection) = (table, loader, connection)
  }

  static var beginsAtOnce: Bool { false }

  /// Whether a portion is complete.
  var isDue: Bool { unsafe rows.bytes.count >= MariaDBBatch.portionSize }

  /// Rows whose keys were there, in mode `ignore`, up to the last `settle`.
  private(set) var skippedRows: Int64 = 0

  func append(_ row: borrowing ImportRow) -> RowVerdict { rows.append(row, to: table) }

  /// Begins to bring the rows to the target, as far as it takes them, when those before them are there. Inside a
  /// transaction.
  func send() throws(ImportError) {
    try wait()
    let work = Work(rows, by: loader)
    do throws(SystemError) {
      sending = (work, try WorkerThread { work.run() })
    } catch {
      throw ImportError(.sink, "no thread could be started for sending rows: \(error.code)")
    }
    swap(&rows, &spare)
  }

  private func wait() throws(ImportError) {
    guard let (work, thread) = sending else { return }
    sending = nil
    thread.join()
    try work.result.get()
  }

  /// Ends the last portion. Returns the rows that were refused since the last call.
  func settle() throws(ImportError) -> [LateRefusal] {
    try wait()
    try loader.send(rows)
    skippedRows = loader.skippedRows
    return loader.settle()
  }

  /// After the rows: the table is locked against changes by now.
  func check(writtenInto target: SQLTarget) throws(ImportError) {
    try target.checkIdentity(in: connection)
    try table.checkTypes(of: target.name, in: connection)
  }

  func abandon() {
    try? wait()
    rows.removeAll()
    spare.removeAll()
    loader.forget()
  }
}
