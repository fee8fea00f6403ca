import Sluice
import SluiceFeed
import SluiceRows

/// Where a run's rejects go, and how many there may be.
struct RunRejects {
  let file: RejectFile?
  /// The owner that the file records.
  let owner: RejectOwner?
  var limit: RejectLimit
  /// Those since the last commit, if a table of the sink keeps them.
  var pending = PendingRejects()
  /// The file's length with the rejects that commits count.
  private var counted: Int64
  /// What proves the file at its last length.
  private var lastProof: FileProof?
  /// Whether a commit has failed, and may have been made nevertheless.
  private var isCommitting = false
  /// What to remove from the file at the end.
  var obsolete: ObsoleteRejects?
  /// The run's sources, as its rejects have them; none where there are no rejects.
  var sources = RejectedSources([])

  init(_ file: RejectFile?, _ owner: RejectOwner?, _ limit: RejectLimit) {
    (self.file, self.owner, self.limit) = (file, owner, limit)
    counted = file?.length ?? 0
  }

  /// The length of the file, whose rejects are on the disk now.
  func synchronize() throws(ImportError) -> Int64 {
    try file.map { file throws(ImportError) in
      try RejectFile.importing { () throws(JSONError) in try file.synchronize() }
    } ?? 0
  }

  /// What proves the file at a length.
  mutating func proof(at length: Int64) throws(ImportError) -> FileProof? {
    if let file, lastProof?.length != length { lastProof = try file.proof() }
    return lastProof
  }

  /// A commit that counts the rejects of the file up to a length.
  mutating func committing(
    upTo length: Int64, _ body: () throws(ImportError) -> Void
  ) throws(ImportError) {
    isCommitting = true
    try body()
    (isCommitting, counted) = (false, length)
  }

  /// After a failure: removes the rejects that no commit counts from the file, as the target undoes their rows.
  func takeBack(after failure: ImportError) {
    // A commit that may have been made counts them: the next run sees that.
    guard let file, !isCommitting || failure.kind == .changedTarget else { return }
    do throws(JSONError) {
      try file.takeBack(to: counted)
    } catch {
      // The next run cuts them off. The caller receives the first error.
    }
  }

  /// Writes a reject to the file. `job`: that of the source, which has rejected `count` records before.
  func write(
    _ reject: Reject, into target: String, of job: JobIdentity?, after count: Int64
  ) throws(ImportError) {
    guard let file else { return }
    var reject = reject
    reject.target = target
    if let job { try owner?.note(job, before: count) }
    try RejectFile.importing { () throws(JSONError) in try file.append(reject) }
  }

  /// Flushes what was written, and what was cut off, to the disk.
  func makePermanent() throws(ImportError) { _ = try synchronize() }
}
