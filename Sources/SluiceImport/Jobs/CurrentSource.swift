import SluiceFeed

/// The source that a run reads.
struct CurrentSource {
  /// Nil: it can't be read again.
  var file: JobSource?
  /// Nil when what it leaves can't be resumed.
  var job: JobIdentity?
  /// Its number among the run's sources, from 1.
  var number = 0
  var start = FeedPosition.start
  /// The start of the next record, as of the last commit.
  var position = FeedPosition.start
  /// The number of records that the run had read before its first one, which has the number 1.
  var recordsBefore: Int64 = 0
  /// The first records that were refused under a framing that was guessed.
  var doubt: FramingDoubt?
  /// What its rejects are counted on from.
  var earlier: Checkpoint?
  /// Its last committed checkpoint.
  var checkpoint: Checkpoint?

  /// How many bytes were read from the start to a position.
  func bytes(to position: FeedPosition) -> Int64 {
    file?.content.byteCount ?? max(position.total - start.total, 0)
  }

  /// How many of its bytes, or of its range's, are done at a position.
  func offset(at position: FeedPosition) -> Int64 {
    file?.content.byteCount ?? max(position.total - (file?.range?.bytes.lowerBound ?? 0), 0)
  }

  /// The size of its text, if it equals the file's.
  func size() throws(ImportError) -> Int64? { try file?.sizeInFeed() }

  /// Begins to read.
  mutating func enter(
    _ file: JobSource?, from start: FeedPosition, recordsRead: Int64
  ) {
    self.file = file
    (self.start, position) = (start, start)
    recordsBefore = recordsRead - start.recordNumber
  }
}
