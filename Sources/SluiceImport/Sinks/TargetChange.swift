/// How a target differs from the state in which earlier runs of a job left it.
///
/// Continuing would report "nothing new" though rows are missing, so the caller chooses (``TableChoices``).
enum TargetChange: Hashable {
  /// Nothing has that name.
  case gone
  /// Something else has that name now.
  case another
  /// It has no rows.
  case empty
  /// A file has lost its end, but some rows remain.
  case shorter(length: Int64, committed: Int64)

  /// `target`: its name in messages; `rows`: the number of rows that were committed to it.
  func error(_ target: String, source: String, rows: Int64) -> ImportError {
    let committed = "\(rows) \(rows == 1 ? "row" : "rows") of \(source)"
    let found: String
    let choices: String
    switch self {
    case .gone:
      found = "\(target) is gone, and \(committed) had been committed to it"
      choices = "Bring it back, or import all of the source again with --restart"
    case .another:
      found = "\(target) is another one than the one to which \(committed) had been committed"
      choices =
        "Continue with this one by --adopt-table (it was restored from a dump, say), or import all of the"
        + " source into it with --restart"
    case .empty:
      found = "\(target) is empty, and \(committed) had been committed to it"
      choices =
        "Continue by --table-may-be-empty if others remove rows, or import all of the source again"
        + " with --restart"
    case .shorter(let length, let committedLength):
      found =
        "\(target) has \(length) bytes, but \(committedLength) were written: some of its rows are gone,"
        + " of \(committed) that had been committed to it"
      choices =
        "Put them back, continue with what is there by --adopt-table, or import all of the source again with"
        + " --restart"
    }
    return ImportError(.conflict, "\(found). Nothing was written. \(choices)")
  }
}
