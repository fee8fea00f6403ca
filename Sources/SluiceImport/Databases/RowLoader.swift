/// Brings the rows of a session into their table.
protocol RowLoader: AnyObject {
  /// Whether a transaction begins with its first row, and each is stored at once; otherwise they are gathered and sent.
  static var beginsAtOnce: Bool { get }
  /// Adds a row to those of the transaction.
  func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict
  /// Whether rows have to be sent before the next one.
  var isDue: Bool { get }
  func send() throws(ImportError)
  /// Sends the rest of the rows, and returns those that were refused since the last call.
  func settle() throws(ImportError) -> [LateRefusal]
  /// The number of rows that the table accepted and did not store.
  var skippedRows: Int64 { get }
  /// Compares the table with what it was when the job began, where a transaction keeps others from changing it.
  func check(begunInto target: SQLTarget) throws(ImportError)
  /// The same before a commit, where writing has locked the table against changes.
  func check(writtenInto target: SQLTarget) throws(ImportError)
  /// Whether the transaction may go on with rows of another source.
  var goesOn: Bool { get }
  /// The progress of a source that is held was written: what comes next doesn't undo it when it fails.
  func keepBefore() throws(ImportError)
  /// The transaction was committed.
  func end()
  /// The job has failed.
  func abandon()
}

extension RowLoader {
  static var beginsAtOnce: Bool { true }
  var isDue: Bool { false }
  func send() throws(ImportError) {}
  func settle() throws(ImportError) -> [LateRefusal] { [] }
  func check(begunInto target: SQLTarget) throws(ImportError) {}
  func check(writtenInto target: SQLTarget) throws(ImportError) {}
  var goesOn: Bool { true }
  func keepBefore() throws(ImportError) {}
  func end() {}
}
