import Sluice

extension KnownProgress where Row == ProgressRow {
  /// Brings the progress under the table's name, and keeps the caller's choice for later runs. What other tables have
  /// left under that name stays theirs. Inside a transaction.
  ///
  /// `identity`: the table's, now that it is ready.
  func keep(
    as identity: String?, in store: SQLProgressTable<some TransactionalDatabase>
  ) throws(ImportError) {
    let known = Set(known.map(\.source))
    let bySource = Dictionary(grouping: rows, by: \.source)
    for row in all where isOwn(row, identity) || known.contains(row.source) {
      let same = bySource[row.source] ?? []
      let own = same.filter { isOwn($0, identity) }
      let others = same.filter { hasName($0) && !isOwn($0, identity) }
      for other in others { try store.setAside(other) }
      guard !choices.contains(.restart) || !known.contains(row.source) else {
        for row in own + others { try store.forget(row) }
        continue
      }
      let mayBeEmpty = row.mayBeEmpty || choices.contains(.mayBeEmpty)
      if !hasName(row) || row.tableID != identity || row.mayBeEmpty != mayBeEmpty {
        try store.put(row, as: table, identity, mayBeEmpty: mayBeEmpty)
      }
      // That of a table of which this one is a copy stays.
      let former = own + (row.tableID == nil ? [row] : [])
      for row in former where !hasName(row) { try store.forget(row) }
    }
  }

  /// Forgets all progress of the table, whose rows are replaced. Inside a transaction.
  func forgetAll(in store: SQLProgressTable<some TransactionalDatabase>) throws(ImportError) {
    for row in rows where isOwn(row, identity) || hasName(row) {
      if !isOwn(row, identity) { try store.setAside(row) }
      try store.forget(row)
    }
  }
}
