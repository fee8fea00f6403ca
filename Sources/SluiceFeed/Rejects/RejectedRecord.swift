import Sluice
import SluiceSystem

/// A record that was rejected: where it is, why it was rejected, and its bytes.
public struct RejectedRecord: Error, Sendable {
  /// The name of the feed's source.
  public let source: String
  /// The range of the source that is read, if ``line`` and ``number`` count from its first line; nil:
  /// they count from the start of the source.
  public let range: FeedRange?
  /// The position after it.
  public private(set) var positionAfter: FeedPosition
  /// The line on which it begins, from 1.
  public internal(set) var line: Int64
  /// The offset of its first byte in the feed; for lines, that of the line.
  public let offset: Int64
  /// Its length in bytes, without the line end.
  public let length: Int64
  /// The reason. Its offset, line, column and path are relative to the record.
  ///
  /// Each access computes them: O(offset).
  public var error: JSONError {
    unsafe isCut ? reason : rawBytes.withUnsafeBufferPointer { unsafe reason.located(in: $0) }
  }
  /// The original error. For a truncated record it is already located, because that is impossible
  /// later.
  private let reason: JSONError
  /// The error that a mapping threw, if it was not a `JSONError`; ``error`` then contains its text.
  public internal(set) var cause: (any Error)?
  /// The record as it is in the feed, without the line end, or its start if it is longer than
  /// ``mostBytes``.
  public let rawBytes: [UInt8]

  /// The maximum number of bytes kept of a rejected record: 1 MiB.
  public static let mostBytes = 1 << 20

  /// `bytes`: the record, or its start. `error` counts from its first byte. It is already located
  /// if the bytes that locating it needs are not available.
  init(
    source: String, range: FeedRange?, positionAfter: FeedPosition, line: Int64, offset: Int64,
    length: Int64, error: JSONError, cause: (any Error)?, bytes: [UInt8]
  ) {
    self.source = source
    self.range = range
    self.positionAfter = positionAfter
    self.line = line
    self.offset = offset
    self.length = length
    self.cause = cause
    rawBytes = bytes
    reason = error
  }

  /// A record that a target refused after it was read. `bytes`: the record, or its start.
  package init(
    refused bytes: [UInt8], source: String, range: FeedRange?, number: Int64, line: Int64,
    offset: Int64, length: Int64
  ) {
    self.init(
      source: source, range: range,
      positionAfter: FeedPosition(offset: offset + length, line: line, recordNumber: number),
      line: line, offset: offset, length: length, error: JSONError(.invalidValue, at: 0),
      cause: nil,
      bytes: bytes)
  }

  /// The same reject, with lines and records counted from the start of the feed.
  func counted(from start: FeedPosition) -> RejectedRecord {
    var record = self
    record.line += start.line
    record.positionAfter.line += start.line
    record.positionAfter.recordNumber += start.recordNumber
    return record
  }

  /// Its number in the feed, from 1.
  public var number: Int64 { positionAfter.recordNumber }
  /// Whether ``rawBytes`` holds only its start.
  public var isCut: Bool { Int64(rawBytes.count) < length }
  /// The offset in the feed where the error was found.
  public var errorOffset: Int64 { offset + Int64(error.offset) }
}

extension RejectedRecord: CustomStringConvertible {
  /// The source, the line, and the error: `events.ndjson:17: expected …`; for a line of a range, with
  /// the range, and the byte of the source: `events.ndjson[1000..<2000]:17, byte 1650: expected …`.
  public var description: String {
    let error = error
    let place = range.map { "[\($0)]:\(line), byte \(offset)" } ?? ":\(line)"
    return PrintableText.line(source) + place + ": \(error.summary)"
      + (error.column.map { " (column \($0))" } ?? "")
  }
}
