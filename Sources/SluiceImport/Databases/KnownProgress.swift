import Sluice

/// The progress of one source in a table, as far as it is compared with the table.
protocol StoredProgress {
  var source: ByteName { get }
  /// The identity of the table when it was written; nil: not known.
  var tableID: String? { get }
  /// Whether the caller has said that others remove the table's rows.
  var mayBeEmpty: Bool { get }
  /// The number of rows that were committed.
  func storedRows() throws(ImportError) -> Int64
}

/// What earlier runs have left of a table. Progress belongs to one table, which its identity distinguishes from another
/// of its name.
struct KnownProgress<Row: StoredProgress> {
  let all: [Row]
  /// That of the job's sources.
  let known: [Row]
  let choices: TableChoices

  init(_ all: [Row], for jobs: [JobIdentity?], _ choices: TableChoices) {
    let sources = Set(jobs.compactMap { $0?.source })
    (self.all, self.choices) = (all, choices)
    known = all.filter { sources.contains($0.source) }
  }

  /// Whether others remove rows from the table, by a choice now or earlier: of this table, or of the one that it is
  /// adopted for.
  func mayBeEmpty(_ identity: String?) -> Bool {
    choices.contains(.mayBeEmpty)
      || all.contains {
        $0.mayBeEmpty
          && ($0.tableID == nil || $0.tableID == identity || choices.contains(.adoptTable))
      }
  }

  /// That of the job's sources that have stored rows: without rows, none can be missing. None if they are imported again.
  func withRows() throws(ImportError) -> [Row] {
    guard !choices.contains(.restart) else { return [] }
    var found: [Row] = []
    for row in known where try row.storedRows() > 0 { found.append(row) }
    return found
  }

  /// Throws when some progress belongs to another table, unless the caller has chosen what to do.
  ///
  /// `isThere`: whether a table has the name; `rows`: the progress that is compared; `fault`: what to say, with the
  /// source and the number of its rows.
  func check(
    _ rows: [Row], isThere: Bool, identity: String?, isEmpty: () throws(ImportError) -> Bool,
    fault: (TargetChange, _ source: String, _ rows: Int64) -> ImportError
  ) throws(ImportError) {
    guard !choices.contains(.restart), let first = rows.first else { return }
    guard isThere else { throw fault(.gone, first.source.text, try first.storedRows()) }
    if !choices.contains(.adoptTable),
      let other = rows.first(where: { $0.tableID != nil && $0.tableID != identity })
    {
      throw fault(.another, other.source.text, try other.storedRows())
    }
    guard !mayBeEmpty(identity) else { return }
    for row in rows {
      let count = try row.storedRows()
      guard count > 0 else { continue }
      guard try isEmpty() else { return }
      throw fault(.empty, row.source.text, count)
    }
  }
}
