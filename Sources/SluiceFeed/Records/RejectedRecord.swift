import Sluice

/// A record that is not what it should be: where it lies, why it was rejected, and its bytes.
public struct RejectedRecord: Error, Sendable {
  /// The name of the feed's source.
  public let source: String
  /// Where the record behind it begins.
  public private(set) var positionAfter: FeedPosition
  /// The line on which it begins, counted from 1.
  public internal(set) var line: Int64
  /// The offset of its first byte in the feed; of a line, that of the line.
  public let offset: Int64
  /// Its length in bytes, the line end not counted.
  public let length: Int64
  /// Why. Its offset, line, column and path are those within the record.
  ///
  /// They are looked up when they are asked for: O(offset) each time.
  public var error: JSONError {
    isCut ? reason : bytes.withUnsafeBufferPointer { reason.located(in: $0) }
  }
  /// The error as it was met; of a record that is cut, with its place, which can't be looked up later.
  private let reason: JSONError
  /// What a mapping threw, when that was another error than a `JSONError`; ``error`` then tells it as
  /// text.
  public internal(set) var cause: (any Error)?
  /// The record as it stands in the feed, without the line end; of one longer than ``mostBytes``,
  /// the start.
  public let bytes: [UInt8]

  /// Of a rejected record at most so many bytes are kept: 1 MiB.
  public static let mostBytes = 1 << 20

  /// `bytes`: the record, or its start. `error` counts from its first byte, and is located already
  /// where the bytes that takes are not there.
  init(
    source: String, positionAfter: FeedPosition, line: Int64, offset: Int64, length: Int64,
    error: JSONError, cause: (any Error)?, bytes: [UInt8]
  ) {
    self.source = source
    self.positionAfter = positionAfter
    self.line = line
    self.offset = offset
    self.length = length
    self.cause = cause
    self.bytes = bytes
    reason = error
  }

  /// A record that a target refused after it was read. `bytes`: the record, or its start.
  package init(
    refused bytes: [UInt8], source: String, number: Int64, line: Int64, offset: Int64, length: Int64
  ) {
    self.init(
      source: source,
      positionAfter: FeedPosition(offset: offset + length, line: line, recordNumber: number),
      line: line, offset: offset, length: length, error: JSONError(.invalidValue, at: 0),
      cause: nil,
      bytes: bytes)
  }

  /// The same, its lines and records counted on from those before the place that they were counted
  /// from.
  func counted(from start: FeedPosition) -> RejectedRecord {
    var record = self
    record.line += start.line
    record.positionAfter.line += start.line
    record.positionAfter.recordNumber += start.recordNumber
    return record
  }

  /// Its number in the feed, counted from 1.
  public var number: Int64 { positionAfter.recordNumber }
  /// Whether ``bytes`` is only the start of it.
  public var isCut: Bool { Int64(bytes.count) < length }
  /// The offset in the feed at which the error was found.
  public var errorOffset: Int64 { offset + Int64(error.offset) }
}

extension RejectedRecord: CustomStringConvertible {
  /// Source, line, and the error: `events.ndjson:17: expected …`.
  public var description: String {
    PrintableText.line(source) + ":\(line): \(error.summary)"
      + (error.column.map { " (column \($0))" } ?? "")
  }
}
