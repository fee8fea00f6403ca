import Sluice
import SluiceFeed

/// A record that did not become a row, and why: one line of a reject file.
public struct Reject: Sendable {
  /// The source's name.
  public let source: String
  /// The record's number and line in the source, counted from 1, and its byte offset and length.
  public let record: Int64
  public let line: Int64
  public let offset: Int64
  public let length: Int64
  /// A stable reason, such as `type-mismatch`.
  public var code: String
  /// The column whose value was refused, when it was one.
  public var column: String?
  /// Where in the record.
  public var path: String?
  /// What was expected and what was found.
  public var message: String
  /// The record as it came; of one longer than `RejectedRecord.mostBytes`, the start.
  public let raw: [UInt8]
  public let isCut: Bool

  init(_ rejected: RejectedRecord) {
    source = rejected.source
    record = rejected.number
    line = rejected.line
    offset = rejected.offset
    length = rejected.length
    code = rejected.error.code.description
    path = rejected.error.path
    message = rejected.error.summary
    raw = rejected.bytes
    isCut = rejected.isCut
  }
}
