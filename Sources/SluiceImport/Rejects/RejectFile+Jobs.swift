import Sluice
import SluiceFeed

/// The reject file of a job. Three rules keep it exact in spite of kills. It is on the disk (`synchronize`)
/// before the checkpoint that counts its lines. The checkpoint holds its length. A job that did not come to
/// its end cuts off what is after that length before it continues; `RejectOwner` ensures that those are its
/// own rejects.
extension RejectFile {
  /// Makes the file ready for some jobs: cuts off what an earlier run wrote after its checkpoint, or all
  /// that it wrote when the jobs begin anew. Returns its owner; nil when it is not a regular file.
  ///
  /// `earlier`: the checkpoint of the unfinished job; `checkpoints`: those of all. `replaces`: the target's
  /// rows are replaced, and the rejects remain those of an interrupted job until all rows are.
  static func prepare(
    _ file: RejectFile, as path: String, for jobs: [JobIdentity?], into target: String,
    resuming earlier: Checkpoint?, _ checkpoints: [Checkpoint?], replaces: Bool
  ) throws(ImportError) -> RejectOwner? {
    guard file.isRegular else { return nil }
    let owner = try RejectOwner(of: file, target: target, replaces: replaces)
    let claim = try owner.claim(jobs, checkpoints)
    if case .discarded(let length) = claim {
      try cut(file, to: length)
      try importing { () throws(JSONError) in try file.endLastLine() }
      try owner.takeOver(jobs)
      return owner
    }
    if let earlier, let earlierFile = earlier.rejectFile, !earlier.isFinished {
      guard earlierFile == ByteName(file.path) else { throw missing(earlierFile.text) }
      guard file.length >= earlier.rejectFileLength else {
        throw ImportError(
          .rejects,
          "\(path) has \(file.length) bytes, but the job wrote \(earlier.rejectFileLength): some of"
            + " its rejects are gone. Put them back, or import anew into another table")
      }
    }
    if case .own(let length?) = claim { try cut(file, to: length) }
    try importing { () throws(JSONError) in try file.endLastLine() }
    return owner
  }

  private static func cut(_ file: RejectFile, to length: Int64) throws(ImportError) {
    // The checkpoint is past the file's end: someone has already cut it.
    guard file.length > length else { return }
    try importing { () throws(JSONError) in try file.cut(to: length) }
  }

  /// An unfinished job may have written rejects that its checkpoint does not count: they can be cut off
  /// only with the same file.
  static func missing(_ path: String) -> ImportError {
    ImportError(
      .rejects,
      "the job was interrupted while it wrote its rejects to \(path): give that reject"
        + " \(path.hasPrefix(RejectTable.prefix) ? "table" : "file") again until the job is finished"
    )
  }

  /// Turns errors of the file into errors of the job.
  static func importing<R>(_ body: () throws(JSONError) -> R) throws(ImportError) -> R {
    do throws(JSONError) {
      return try body()
    } catch {
      throw ImportError(.rejects, error.summary)
    }
  }
}
