import Sluice

/// What several threads need of a feed besides its reader: the pieces that were cut off and not delivered, and how far it
/// was cut.
final class CutPieces {
  /// Pieces whose reading was abandoned. They come before the contents of the feed's buffer.
  var returned: [WorkItem] = []
  /// A plain file that is divided into ranges, and how far.
  var ranges: RangeCutter?
  /// The buffer's position while pieces of the feed are elsewhere; nil: the feed's position.
  var end: FeedPosition?
  /// Whether cut bytes stay in memory until their delivery, so that results may point there. Then no
  /// thread reads a file by itself.
  var keepsBytes = false
  /// How many bytes of chunks the caller keeps after their delivery, to free them together.
  var keptBytes = 0
  /// Why no batch can follow: the next record's bytes did not fit into memory.
  var batchFailure: JSONError?
  /// The buffer for reading ranges of a file.
  var rangeBuffer: WindowBuffer

  init(_ options: FeedOptions) {
    rangeBuffer = WindowBuffer(
      size: options.windowSize, longestLine: options.maximumRecordSize + 1)
  }
}
