import Sluice

/// A row of a table of progress: what earlier runs have left of a source.
struct ProgressRow: StoredProgress {
  let source: ByteName
  var target: String
  var columns: ByteName
  var mode: String
  /// The checkpoint, as the table has it.
  var values: [String?]
  let form: CheckpointForm
  var tableID: String?
  var mayBeEmpty: Bool

  /// The same row of another table.
  func row(as target: String, _ tableID: String?, mayBeEmpty: Bool) -> ProgressRow {
    var row = self
    (row.target, row.tableID, row.mayBeEmpty) = (target, tableID, mayBeEmpty)
    return row
  }

  private func checkpoint() throws(ImportError) -> Checkpoint {
    try form.checkpoint(values, "the progress of \(source)")
  }

  func storedRows() throws(ImportError) -> Int64 { try checkpoint().rows }

  /// The same for those who know the source by other names.
  func knownSource() throws(ImportError) -> KnownSource {
    KnownSource(source: source, checkpoint: try checkpoint())
  }

  /// The checkpoint for a job that continues. Throws when the earlier run had other columns. `target`: the table, and
  /// `place`: the table of progress, for messages.
  func checkpoint(
    of job: JobIdentity, in target: String, at place: String
  ) throws(ImportError) -> Checkpoint {
    guard job.continues(columns) else { throw job.otherColumns(columns, in: target) }
    return try form.checkpoint(values, "the table \(place)")
  }
}
