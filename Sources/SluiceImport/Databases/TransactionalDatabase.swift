import Sluice

/// A database whose transactions hold rows and progress together.
protocol TransactionalDatabase: SQLDatabase {
  associatedtype Loader: RowLoader
  associatedtype Replacement: RowReplacement<Self>

  /// The form of the table of progress.
  var progressForm: ProgressTableForm { get }

  /// Inserts one row: `statement` begins with `INTO`. False: a row with its key is there.
  func insert(_ statement: SQLStatement) throws(ImportError) -> Bool

  func begin() throws(ImportError)
  /// Begins a transaction that stores rows. `lock`: what it holds until its end.
  func begin(storing lock: SQLStatement?) throws(ImportError)
  func commit() throws(ImportError)
  /// Ends a transaction, if there is one, without what it has changed.
  func rollBack()
  /// The most sources that one transaction holds.
  static var mostHeld: Int { get }
  /// Flushes what was committed to the disk, if commits don't.
  func synchronize() throws(ImportError)
}

extension TransactionalDatabase {
  static var mostHeld: Int { .max }

  func synchronize() throws(ImportError) {}

  func begin(storing lock: SQLStatement?) throws(ImportError) {
    try begin()
    if let lock { _ = try rows(of: lock) }
  }

  /// Runs `body` in a transaction that is rolled back when it throws.
  func inTransaction<R>(_ body: () throws(ImportError) -> R) throws(ImportError) -> R {
    try begin()
    do throws(ImportError) {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBack()
      throw error
    }
  }
}
