import Sluice

/// The progress of one source in a table, as far as it is compared with the table.
protocol StoredProgress {
  var source: ByteName { get }
  /// The name that the table had when it was written.
  var target: String { get }
  /// The identity of the table when it was written; nil: not known.
  var tableID: String? { get }
  /// Whether the caller has said that others remove the table's rows.
  var mayBeEmpty: Bool { get }
  /// The number of rows that were committed.
  func storedRows() throws(ImportError) -> Int64
}

/// What earlier runs have left of a table. Progress belongs to one table, which its identity distinguishes from another
/// of its name, and follows it to another name.
struct KnownProgress<Row: StoredProgress> {
  /// The name of the table, as its progress records it.
  let table: String
  /// Nil: no table has the name, or it has no identity.
  let identity: String?
  /// What was read: two rows may be of one source, that of the table and that of another one that had its name.
  let rows: [Row]
  /// One for each source: that of the table itself, if there is one.
  let all: [Row]
  /// That of the job's sources.
  let known: [Row]
  /// `all` by their sources.
  private let bySource: [ByteName: Row]
  let choices: TableChoices

  /// `rows`: those with the table's name, with its identity, and of tables that it may have been.
  init(
    _ rows: [Row], of table: String, _ identity: String?, for jobs: [JobIdentity?],
    _ choices: TableChoices
  ) {
    let name = ByteName(table)
    func rank(_ row: Row) -> Int {
      let hasName = ByteName(row.target) == name
      let isItself = identity != nil && row.tableID == identity
      return (isItself ? 0 : 2) + (hasName ? 0 : 1)
    }
    var best: [ByteName: Row] = [:]
    var order: [ByteName] = []
    for row in rows {
      guard let other = best[row.source] else {
        order.append(row.source)
        best[row.source] = row
        continue
      }
      if rank(row) < rank(other) { best[row.source] = row }
    }
    let sources = Set(jobs.compactMap { $0?.source })
    (self.table, self.identity, self.rows, self.choices) = (table, identity, rows, choices)
    bySource = best
    all = order.compactMap { best[$0] }
    known = all.filter { sources.contains($0.source) }
  }

  /// Whether a row is of the table, which has this identity.
  func isOwn(_ row: Row, _ identity: String?) -> Bool {
    guard let tableID = row.tableID else { return hasName(row) }
    return tableID == identity
  }

  /// What earlier runs have left of the table itself.
  var own: [Row] { all.filter { isOwn($0, identity) || choices.contains(.adoptTable) } }

  func hasName(_ row: Row) -> Bool { ByteName(row.target) == ByteName(table) }

  /// What a job of a source continues with, under this name or a former one, or as adopted.
  func row(of source: ByteName) -> Row? {
    guard let row = bySource[source], isOwn(row, identity) || choices.contains(.adoptTable) else {
      return nil
    }
    return row
  }

  /// Whether others remove rows from the table, by a choice now or earlier: of this table, or of the one that it is
  /// adopted for.
  func mayBeEmpty(_ identity: String?) -> Bool {
    choices.contains(.mayBeEmpty)
      || all.contains { $0.mayBeEmpty && (isOwn($0, identity) || choices.contains(.adoptTable)) }
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
  /// `isThere`: whether a table has the name; `rows`: the progress that is compared; `nameNow`: that of the table with an
  /// identity, if there is one; `fault`: what to say, with the source and the number of its rows.
  func check(
    _ rows: [Row], isThere: Bool, isEmpty: () throws(ImportError) -> Bool,
    nameNow: (String) throws(ImportError) -> String?,
    fault: (TargetChange, _ source: String, _ rows: Int64) -> ImportError
  ) throws(ImportError) {
    guard !choices.contains(.restart), let first = rows.first else { return }
    func report(_ change: TargetChange, _ row: Row) throws(ImportError) -> ImportError {
      let error = fault(change, row.source.text, try row.storedRows())
      if !isOwn(row, identity), let tableID = row.tableID, let now = try nameNow(tableID) {
        return ImportError(
          error.kind,
          "\(error.message). The table with those rows is called \(now) now: an import into it continues"
        )
      }
      guard row.tableID == nil, !hasName(row) else { return error }
      return ImportError(
        error.kind,
        "\(error.message). They went into \(row.target), which is gone: this may be that table under another name"
      )
    }
    guard isThere else { throw try report(.gone, first) }
    if !choices.contains(.adoptTable), let other = rows.first(where: { !isOwn($0, identity) }) {
      throw try report(.another, other)
    }
    guard !mayBeEmpty(identity) else { return }
    for row in rows where try row.storedRows() > 0 {
      guard try isEmpty() else { return }
      throw try report(.empty, row)
    }
  }
}

extension KnownProgress {
  /// The same by the database's own words for its tables.
  func check(
    _ table: SQLTableName, isThere: Bool, in database: some SQLDatabase
  ) throws(ImportError) {
    try check(withRows(), isThere: isThere) { () throws(ImportError) in
      try database.isEmpty(table)
    } nameNow: { identity throws(ImportError) in
      try database.name(ofTable: identity, besides: table)
    } fault: {
      $0.error(table.words, source: $1, rows: $2)
    }
  }
}

extension KnownProgress where Row == ProgressRow {
  /// The same for those who know a source by other names.
  func sources() throws(ImportError) -> [KnownSource] {
    try own.map { row throws(ImportError) in try row.knownSource() }
  }

  /// The checkpoint of an earlier run, which this one would continue: of the table, or of the one that gathers a replacement
  /// for it. `shown`: either one, for messages.
  func checkpoint(
    of job: JobIdentity, in gathering: String?, shown: String,
    _ stored: SQLProgressTable<some TransactionalDatabase>
  ) throws(ImportError) -> Checkpoint? {
    let found =
      if let gathering { try stored.row(of: job.source, in: gathering) } else {
        row(of: job.source)
      }
    return try found?.checkpoint(of: job, in: shown, at: stored.place)
  }
}
