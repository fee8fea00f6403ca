import Sluice

/// A row of a server's table of progress: what earlier runs have left of a source.
struct ProgressRow: StoredProgress {
  let source: ByteName
  var target: String
  var columns: ByteName
  var mode: String
  var checkpoint: String
  var tableID: String?
  var mayBeEmpty: Bool

  /// The same row of another table.
  func row(as target: String, _ tableID: String?, mayBeEmpty: Bool) -> ProgressRow {
    var row = self
    (row.target, row.tableID, row.mayBeEmpty) = (target, tableID, mayBeEmpty)
    return row
  }

  func storedRows() throws(ImportError) -> Int64 {
    try Checkpoint(parsing: checkpoint, at: "the progress of \(source)").rows
  }

  /// The same for those who know the source by other names.
  func knownSource() throws(ImportError) -> KnownSource {
    KnownSource(
      source: source,
      checkpoint: try Checkpoint(parsing: checkpoint, at: "the progress of \(source)"))
  }

  /// The checkpoint for a job that continues. Throws when the earlier run had other columns. `target`: the table, and
  /// `place`: the table of progress, for messages.
  func checkpoint(
    of job: JobIdentity, in target: String, at place: String
  ) throws(ImportError) -> Checkpoint {
    guard job.continues(columns) else { throw job.otherColumns(columns, in: target) }
    return try Checkpoint(parsing: checkpoint, at: "the table \(place)")
  }
}
