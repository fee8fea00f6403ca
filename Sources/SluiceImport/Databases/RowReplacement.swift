/// A replacement of a table's rows: what gathers the new ones until all are there.
protocol RowReplacement<Database> {
  associatedtype Database: TransactionalDatabase
  /// Gathers from the start: no rows, no progress, no rejects. `target`: where rows went; returns where they go now.
  func beginAnew(
    _ target: SQLTarget, _ rejects: SQLRejectTable<Database>?
  ) throws(ImportError) -> SQLTarget
  /// Replaces the rows of the table, their progress and their rejects with the gathered ones, in one transaction. Returns
  /// how many of them the table accepted and did not store.
  func publish(
    _ target: SQLTarget, _ gathered: GatheredRows, _ rejects: SQLRejectTable<Database>?
  ) throws(ImportError) -> Int64
  /// The job has failed: removes what no run can resume, if that is possible.
  func abandon(_ rejects: SQLRejectTable<Database>?)
}

extension RowReplacement {
  func abandon(_ rejects: SQLRejectTable<Database>?) {}
}
