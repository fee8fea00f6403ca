import Sluice

/// How far a feed has come, and where the record lies that it lends. One for each feed, at a fixed
/// place in memory, so that a record is two pointers and a token whatever may be asked of it.
struct FeedState {
  /// Behind the record.
  var position: FeedPosition
  let start: FeedPosition
  var rejected: Int64 = 0
  let source: String

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
      records: numbered - rejected, rejected: rejected, bytes: position.offset - start.offset,
      lines: position.line - start.line)
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
