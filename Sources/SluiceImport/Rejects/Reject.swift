import Sluice
import SluiceFeed

/// A record that did not become a row, and why: one line of a reject file.
public struct Reject: Sendable {
  /// The source's name.
  public var source: String
  /// The record's number and line in the source, counted from 1, and its byte offset and length.
  public var record: Int64
  public var line: Int64
  public var offset: Int64
  public var length: Int64
  /// A stable reason, such as `type-mismatch`.
  public var code: String
  /// The column whose value was refused, when it was one.
  public var column: String?
  /// Where in the record.
  public var path: String?
  /// What was expected and what was found.
  public var message: String
  /// The record as it came.
  public var raw: [UInt8] = []

  init(
    source: String, record: Int64, line: Int64, offset: Int64, length: Int64, code: String,
    message: String
  ) {
    self.source = source
    self.record = record
    self.line = line
    self.offset = offset
    self.length = length
    self.code = code
    self.message = message
  }

  /// A record that the feed refused.
  init(_ rejected: RejectedRecord) {
    self.init(
      source: rejected.source, record: rejected.number, line: rejected.line,
      offset: rejected.offset, length: Int64(rejected.length),
      code: rejected.error.code.description, message: rejected.error.summary)
    path = rejected.error.path
    raw = rejected.bytes
  }
}
