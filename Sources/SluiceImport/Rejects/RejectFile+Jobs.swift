import Sluice
import SluiceFeed

/// The reject file of a job, exact in spite of kills by three rules: it is on the disk
/// (`synchronize`) before the checkpoint that counts its lines; the checkpoint holds its length; and
/// a job that did not come to its end cuts off what is behind that length before it goes on.
extension RejectFile {
  /// Opens the file, and cuts off what an earlier run of the job wrote behind its checkpoint.
  static func open(
    path: String, resuming earlier: Checkpoint?
  ) throws(ImportError) -> RejectFile {
    let file = try importing { () throws(JSONError) in try RejectFile(path: path) }
    guard file.isRegular else { return file }
    guard let earlier, let earlierFile = earlier.rejectFile, !earlier.isFinished else {
      return file
    }
    guard earlierFile == file.path else { throw missing(earlierFile) }
    guard file.length >= earlier.rejectFileLength else {
      throw ImportError(
        .rejects,
        "\(path) has \(file.length) bytes, but the job wrote \(earlier.rejectFileLength): some of"
          + " its rejects are gone. Put them back, or import anew into another table")
    }
    try importing { () throws(JSONError) in try file.cut(to: earlier.rejectFileLength) }
    return file
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
