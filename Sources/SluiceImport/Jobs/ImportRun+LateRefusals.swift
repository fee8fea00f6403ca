import Sluice
import SluiceFeed

/// What the sink reports only when it settles: rows that it refused after all, and rows that it skipped.
extension ImportRun {
  /// Brings the rows since the last commit to the target, and rejects the records whose rows it refused.
  /// Returns the last one.
  mutating func settle() throws(ImportError) -> RejectedRecord? {
    let late = try sink.settle()
    counts.countSkipped(by: sink)
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
    let exploded = plan.elements?.exploded
    counts.takeBack(
      rows: late.count, areRefusedElements: exploded != nil,
      // A record some of whose rows were refused at once was not counted yet.
      record: kept.refusals[index] == nil ? kept.records[index].number : nil)
    for refusal in late { counts.takeBack(kept.notes, of: refusal.row) }
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
    counts.add(reject)
    rejects.limit.note(rejectAt: source.recordsBefore + reject.record)
    if sink.rejectTable != nil { rejects.pending.add(reject) }
    try rejects.write(
      reject, into: sink.name, of: source.job, after: counts.rejectsOfSource - 1)
  }

  /// Makes the result permanent once all sources were read to their ends.
  mutating func publish() throws(ImportError) {
    try sink.finish()
    if let owner = rejects.owner, owner.isNoted {
      try makePermanent()
      try owner.end()
    }
    counts.countSkipped(by: sink)
  }
}
