import Sluice

/// A row of a server's table of progress: what earlier runs have left of a source.
struct ProgressRow: StoredProgress {
  let source: ByteName
  var columns: ByteName
  var mode: String
  var checkpoint: String
  var tableID: String?
  var mayBeEmpty: Bool

  func storedRows() throws(ImportError) -> Int64 {
    try Checkpoint(parsing: checkpoint, at: "the progress of \(source)").rows
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
