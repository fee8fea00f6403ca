import Sluice
import SluiceSystem

/// What checkpoints keep of a job's rejects, in addition to their number, and of the skipped rows, as facts of the
/// fingerprint: `;unreported=N;over=REJECTS,RECORDS;skipped=N`.
extension Checkpoint {
  static let skippedFact = "skipped"

  /// The number of the source's rows that the target accepted and did not store.
  var skippedRows: Int64 {
    max(fingerprint.fact(Checkpoint.skippedFact).flatMap { Int64($0) } ?? 0, 0)
  }

  /// The number of the source's rejects that were stored by runs of the job that did not come to their ends. No one may
  /// have read of them.
  var unreportedRejects: Int64 {
    guard let fact = fingerprint.fact(Fact.unreported) else { return 0 }
    // Damaged: better all than none.
    guard let count = Int64(fact), count >= 0 else { return rejects }
    return min(count, rejects)
  }

  /// By how much the job exceeded its limit when this was committed.
  var excess: RejectExcess? {
    guard let fact = fingerprint.fact(Fact.excess) else { return nil }
    let parts = fact.parts(at: ",")
    guard parts.count == 2, let rejects = Int64(parts[0]), let records = Int64(parts[1]) else {
      return nil
    }
    return RejectExcess(rejects: rejects, records: records)
  }

  /// The same with other facts about rejects.
  func with(
    unreportedRejects: Int64, _ excess: RejectExcess?, _ obsolete: ObsoleteRejects? = nil
  ) -> Checkpoint {
    var checkpoint = self
    checkpoint.fingerprint =
      fingerprint
      .setting(Fact.unreported, to: rejects > 0 ? "\(unreportedRejects)" : nil)
      .setting(Fact.excess, to: excess.map { "\($0.rejects),\($0.records)" })
      .setting(ObsoleteRejects.fact, to: obsolete?.text)
    return checkpoint
  }

  /// Whether the run that comes to its end has something to do, and to record.
  var isUnsettled: Bool { unreportedRejects > 0 || obsoleteRejects != nil }

  private enum Fact {
    static let unreported = "unreported"
    static let excess = "over"
  }
}
