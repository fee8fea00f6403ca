import Sluice
import SluiceFeed

/// What the sink reports only when it settles: rows that it refused after all, and rows that it skipped.
extension ImportRun {
  /// Brings the rows since the last commit to the target, and rejects the records whose rows it refused.
  /// Returns the last one.
  mutating func settle() throws(ImportError) -> RejectedRecord? {
    let late = try sink.settle()
    countSkipped()
    guard !late.isEmpty || !kept.refusals.isEmpty else {
      kept.removeAll()
      return nil
    }
    var refused: [Int: [LateRefusal]] = [:]
    for refusal in late {
      guard let record = kept.record(ofRow: refusal.row) else {
        throw ImportError(
          .sink,
          "\(sink.name) refused the row \(refusal.row) since the last commit, which it was not given:"
            + " \(refusal.message)")
      }
      refused[record, default: []].append(refusal)
    }
    var last: RejectedRecord?
    for record in Set(refused.keys).union(kept.refusals.keys).sorted() {
      last = try reject(record, refused[record] ?? [])
    }
    kept.removeAll()
    return last
  }

  /// Makes one reject of a record some of whose rows were refused, at once or late.
  private mutating func reject(
    _ index: Int, _ late: [LateRefusal]
  ) throws(ImportError) -> RejectedRecord {
    let exploded = elements?.exploded
    summary.rows -= Int64(late.count)
    summary.totalRows -= Int64(late.count)
    if exploded != nil { summary.refusedRows += Int64(late.count) }
    // A record some of whose rows were refused at once was not counted yet.
    if kept.refusals[index] == nil {
      summary.rowRecords -= 1
      account?.remove(row: kept.records[index].number)
    }
    for refusal in late {
      for note in kept.notes[refusal.row] { summary.valueNotes.add(note, -1) }
    }
    var refusal = kept.refusals[index]
    if let first = late.first {
      let element = kept.element(ofRow: first.row, in: index)
      let isFirst = refusal?.elements.first.map { element < $0 } ?? true
      let elements = late.map { kept.element(ofRow: $0.row, in: index) } + (refusal?.elements ?? [])
      if isFirst {
        refusal = Refusal(
          code: first.code, message: first.message + place(of: first.other),
          path: exploded?.path(ofElement: element))
      }
      refusal?.elements = elements
    }
    let record = kept.reject(index)
    var reject = Reject(record)
    if let refusal {
      (reject.code, reject.path, reject.message) = (refusal.code, refusal.path, refusal.words)
    }
    try count(reject)
    return record
  }

  /// Where the record of a row is, for the reject of another one.
  private func place(of row: Int?) -> String {
    guard let row, let index = kept.record(ofRow: row) else { return "" }
    let record = kept.records[index]
    return ": that of record \(record.number), at offset \(record.offset) of \(record.source)"
  }

  /// Counts a reject, and writes it.
  mutating func count(_ reject: Reject) throws(ImportError) {
    summary.rejects += 1
    summary.totalRejects += 1
    account?.add(reject: reject.record)
    limit.note(rejectAt: recordsBefore + reject.record)
    summary.rejectReasons.count(reject)
    if sink.rejectTable != nil { pendingRejects.add(reject) }
    guard let rejects else { return }
    var reject = reject
    reject.target = sink.name
    if let job { try owner?.note(job, before: jobRejects - 1) }
    try RejectFile.importing { () throws(JSONError) in try rejects.append(reject) }
  }

  /// Makes the result permanent once all sources were read to their ends.
  mutating func publish() throws(ImportError) {
    try sink.finish()
    if let owner, owner.isNoted {
      try makePermanent()
      try owner.end()
    }
    countSkipped()
  }

  private mutating func countSkipped() {
    let skipped = sink.skippedRows - skippedBefore
    skippedBefore += skipped
    summary.skippedByTarget += skipped
    summary.totalSkippedByTarget += skipped
    // A replacement skips rows of earlier runs, too.
    summary.rows = max(summary.rows - skipped, 0)
    summary.totalRows = max(summary.totalRows - skipped, 0)
  }
}
