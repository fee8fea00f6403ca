import Sluice

/// How far a feed has come, and where the record lies that it lends. One for each feed, at a fixed
/// place in memory, so that a record is two pointers and a token whatever may be asked of it.
struct FeedState {
  /// Behind the record.
  var position: FeedPosition
  /// Where reading began, in the part of the source that is being read.
  private var start: FeedPosition
  var rejected: Int64 = 0
  /// The name of that part.
  private(set) var source: String
  /// Of the parts before it.
  private var (earlierBytes, earlierLines): (Int64, Int64) = (0, 0)

  // The record.

  /// Its first byte in memory.
  var bytes: UnsafePointer<UInt8>
  /// Its length without the line end.
  var length = 0
  /// Where its first byte lies for the index.
  var indexOffset = 0
  /// Where its first byte lies in the source.
  var offset: Int64 = 0

  init(source: String, from start: FeedPosition, bytes: UnsafePointer<UInt8>) {
    self.source = source
    self.start = start
    position = start
    self.bytes = bytes
  }

  var counts: FeedCounts {
    let numbered = position.recordNumber - start.recordNumber
    return FeedCounts(
      records: numbered - rejected, rejected: rejected,
      bytes: earlierBytes + position.offset - start.offset,
      lines: earlierLines + position.line - start.line)
  }

  /// Goes on with the next part of the source, in which offsets and lines begin anew. `isFile`: it
  /// is one of several files, and positions say which.
  mutating func begin(part: String, isFile: Bool) {
    earlierBytes += position.offset - start.offset
    earlierLines += position.line - start.line
    (position.offset, position.line) = (0, 0)
    position.file = isFile ? part : nil
    start = FeedPosition(
      offset: 0, line: 0, recordNumber: start.recordNumber, file: position.file)
    source = part
  }

  /// Goes to a piece that another reader cut off. What was counted has no meaning from then on.
  mutating func enter(_ piece: Piece) {
    position = piece.start
    source = piece.source
  }

  var rawBytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: length) }

  /// The record as a reject, its error counted from its first byte.
  func reject(_ error: JSONError) -> RejectedRecord {
    RejectedRecord(
      source: source, positionAfter: position, offset: offset, length: Int64(length),
      error: error.leaving(record: rawBytes, at: indexOffset), cause: nil,
      bytes: Array(rawBytes.prefix(RejectedRecord.mostBytes)))
  }

  /// The same for what a mapping threw, whatever it is.
  func reject(_ error: any Error) -> RejectedRecord {
    if let error = error as? JSONError { return reject(error) }
    let offset = (error as? any LocatedError)?.offset ?? 0
    let text = JSONError(
      .invalidValue, at: min(max(offset, 0), length),
      name: "what the mapping asks for", reason: "\(error)")
    return RejectedRecord(
      source: source, positionAfter: position, offset: self.offset, length: Int64(length),
      error: text.located(in: rawBytes), cause: error,
      bytes: Array(rawBytes.prefix(RejectedRecord.mostBytes)))
  }
}
