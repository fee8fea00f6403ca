import SluiceFeed

/// What a sink does between `open` and `rollBack`: the table is ready, and rows go in, a transaction for each batch.
/// The requirements are those of ``Sink``.
protocol SinkSession: AnyObject {
  /// The checkpoint to resume from.
  var earlier: Checkpoint? { get }
  /// What should be known of the table.
  var notes: [ImportNote] { get }
  var skippedRows: Int64 { get }
  /// Whether the current source's progress names other columns than the job has: an earlier run had them.
  var hasOtherColumns: Bool { get }
  func switchSource(to job: JobIdentity?) throws(ImportError) -> Checkpoint?
  /// Discards what a replacement has gathered.
  func beginAnew() throws(ImportError)
  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict
  func settle() throws(ImportError) -> [LateRefusal]
  func store(_ rejects: [Reject]) throws(ImportError)
  func commit(_ checkpoint: Checkpoint) throws(ImportError)
  func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool
  func commitHeld() throws(ImportError)
  /// Publishes a replacement.
  func finish() throws(ImportError)
  func synchronize() throws(ImportError)
  /// The connection ends with the session, and with it the rest of a transaction.
  func rollBack()
}

extension SinkSession {
  var skippedRows: Int64 { 0 }
  var hasOtherColumns: Bool { false }
  func settle() throws(ImportError) -> [LateRefusal] { [] }
  func hold(_ checkpoint: Checkpoint) throws(ImportError) -> Bool { false }
  func commitHeld() throws(ImportError) {}
  func synchronize() throws(ImportError) {}
  func rollBack() {}
}
