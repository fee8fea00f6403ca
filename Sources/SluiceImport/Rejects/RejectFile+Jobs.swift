import Sluice
import SluiceFeed

/// The reject file of a job, exact in spite of kills by three rules: it is on the disk
/// (`synchronize`) before the checkpoint that counts its lines; the checkpoint holds its length; and
/// a job that did not come to its end cuts off what is after that length before it goes on: its own
/// rejects, to which `RejectOwner` sees.
extension RejectFile {
  /// Makes the file ready for some jobs: cuts off what an earlier run wrote after its checkpoint, or all that it
  /// wrote when the jobs begin anew. Answers with who owns it; nil: it is no regular file.
  ///
  /// `earlier`: the checkpoint of the job that is in the middle; `checkpoints`: those of all. `replaces`: the rows of
  /// the target are replaced, and rejects stay those of an interrupted job until all are.
  static func prepare(
    _ file: RejectFile, as path: String, for jobs: [JobIdentity?], into target: String,
    resuming earlier: Checkpoint?, _ checkpoints: [Checkpoint?], replaces: Bool
  ) throws(ImportError) -> RejectOwner? {
    guard file.isRegular else { return nil }
    let owner = try RejectOwner(of: file, target: target, replaces: replaces)
    let claim = try owner.claim(jobs, checkpoints)
    if case .discarded(let length) = claim {
      try cut(file, to: length)
      try owner.takeOver(jobs)
      return owner
    }
    if let earlier, let earlierFile = earlier.rejectFile, !earlier.isFinished {
      guard earlierFile == file.path else { throw missing(earlierFile) }
      guard file.length >= earlier.rejectFileLength else {
        throw ImportError(
          .rejects,
          "\(path) has \(file.length) bytes, but the job wrote \(earlier.rejectFileLength): some of"
            + " its rejects are gone. Put them back, or import anew into another table")
      }
    }
    if case .own(let length?) = claim { try cut(file, to: length) }
    return owner
  }

  private static func cut(_ file: RejectFile, to length: Int64) throws(ImportError) {
    // Longer than the file: somebody has cut it already.
    guard file.length > length else { return }
    try importing { () throws(JSONError) in try file.cut(to: length) }
  }

  /// An unfinished job may have written rejects that its checkpoint does not count: only with the
  /// same file they can be cut off.
  static func missing(_ path: String) -> ImportError {
    ImportError(
      .rejects,
      "the job was interrupted while it wrote its rejects to \(path): give that reject file again"
        + " until the job is finished")
  }

  /// What goes wrong with the file, as a job says it.
  static func importing<R>(_ body: () throws(JSONError) -> R) throws(ImportError) -> R {
    do throws(JSONError) {
      return try body()
    } catch {
      throw ImportError(.rejects, error.summary)
    }
  }
}
