import Sluice
import SluiceFeed

/// The progress of a job. A sink makes it permanent together with the rows.
public struct Checkpoint: Sendable, Hashable {
  /// Where the next record begins.
  public var position: FeedPosition
  /// The number of rows stored since the job first ran.
  public var rows: Int64
  /// The number of records rejected since the job first ran.
  public var rejects: Int64
  /// What the source looked like up to the position.
  public var fingerprint: SourceFingerprint
  /// The reject file, if there is one.
  public var rejectFile: ByteName?
  /// The length of the reject file with the rejects of the records before the position.
  public var rejectFileLength: Int64
  /// Whether the source's end was reached. Anything after the position is new then.
  public var isFinished: Bool

  public init(
    position: FeedPosition, rows: Int64, rejects: Int64, fingerprint: SourceFingerprint,
    rejectFile: ByteName?, rejectFileLength: Int64, isFinished: Bool
  ) {
    self.position = position
    self.rows = rows
    self.rejects = rejects
    self.fingerprint = fingerprint
    self.rejectFile = rejectFile
    self.rejectFileLength = rejectFileLength
    self.isFinished = isFinished
  }
}
