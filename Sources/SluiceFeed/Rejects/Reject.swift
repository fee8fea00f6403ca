import Sluice

/// A column reader's addition to an error's location: the column whose value was wrong.
package struct ColumnFault: Error {
  package let column: ByteName

  package init(column: ByteName) { self.column = column }
}

/// Why a row made from a record could not be stored, in the target's own words.
package struct RowRefusal: Error {
  package let code: String
  package let message: String

  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

/// A record that was not accepted, and why: one line of a reject file.
///
/// It contains everything needed to repair the record and read it again: ``RejectReplay`` returns
/// the records of a reject file.
public struct Reject: Sendable {
  /// The source's name.
  public let source: String
  /// The range of the source from whose first line the record's number and line are counted; nil: they
  /// are counted from the start of the source.
  public let range: FeedRange?
  /// The record's number and line in the source, counted from 1, and its byte offset and length.
  public let record: Int64
  public let line: Int64
  public let offset: Int64
  public let length: Int64
  /// A stable reason, such as `type-mismatch`: a `JSONError.Code`, or the code of the target that
  /// refused the record.
  public var code: String
  /// The column whose value was refused, if any.
  public var column: ByteName?
  /// The location in the record.
  public var path: String?
  /// What was expected and what was found.
  public var message: String
  /// The target that the record was meant for; nil: it was read without one.
  public var target: String?
  /// The record as it was read, or its start if it is longer than ``RejectedRecord/mostBytes``.
  public let rawBytes: [UInt8]
  /// Whether ``rawBytes`` is only its start.
  public let isCut: Bool

  public init(_ rejected: RejectedRecord) {
    source = rejected.source
    range = rejected.range
    record = rejected.number
    line = rejected.line
    offset = rejected.offset
    length = rejected.length
    if let refusal = rejected.cause as? RowRefusal {
      (code, path, column, message) = (refusal.code, nil, nil, refusal.message)
    } else {
      // Locating the error reads the record up to it.
      let error = rejected.error
      code = error.code.description
      path = error.path
      column = (rejected.cause as? ColumnFault)?.column
      let inner =
        error.code == .tooLarge && rejected.isCut ? EnclosedArray(in: rejected.rawBytes) : nil
      message =
        error.summary
        + (inner.map { ", or read the elements of the array in it: \($0.flag)" } ?? "")
    }
    rawBytes = rejected.rawBytes
    isCut = rejected.isCut
  }

  /// A reject that was kept elsewhere than in a file.
  package init(
    source: String, range: FeedRange?, record: Int64, line: Int64, offset: Int64, length: Int64,
    code: String, column: ByteName?, path: String?, message: String, rawBytes: [UInt8], isCut: Bool
  ) {
    (self.source, self.range, self.record, self.line) = (source, range, record, line)
    (self.offset, self.length, self.code, self.column) = (offset, length, code, column)
    (self.path, self.message, self.rawBytes, self.isCut) = (path, message, rawBytes, isCut)
  }

  /// The version of the reject format. Rejects without a version have version 1, too.
  package static let formatVersion: Int64 = 1

  /// Reads a line of a reject file. Throws `invalidValue` for a newer version, and errors for fields that are missing
  /// or have another type.
  public init(_ line: JSONCursor) throws {
    if let version = try line[ifPresent: "version"], try version.int64 > Reject.formatVersion {
      throw JSONError(
        .invalidValue, at: version.offset,
        name:
          "a reject of version \(Reject.formatVersion); a newer release of sluice wrote this one")
    }
    source = try line["source"].string
    range = try Reject.range(of: line)
    record = try line["record"].int64
    self.line = try line["line"].int64
    offset = try line["offset"].int64
    length = try line["length"].int64
    code = try line["code"].string
    column = try (line[ifPresent: "column"]?.string).map { ByteName($0) }
    path = try line[ifPresent: "path"]?.string
    message = try line["message"].string
    target = try line[ifPresent: "target"]?.string
    isCut = try line[ifPresent: "raw_is_cut"]?.bool ?? false
    guard let encoded = try line[ifPresent: "raw_base64"] else {
      rawBytes = Array(try line["raw"].string.utf8)
      return
    }
    guard let bytes = Base64.decode(try encoded.string) else {
      throw JSONError(
        .invalidValue, at: encoded.offset, name: "Base64 (RFC 4648 section 4)")
    }
    rawBytes = bytes
  }

  private static func range(of line: JSONCursor) throws -> FeedRange? {
    guard let text = try line[ifPresent: "range"] else { return nil }
    guard let range = FeedRange(try text.string) else {
      throw JSONError(.invalidValue, at: text.offset, name: "a range of bytes such as 1000..2000")
    }
    return range
  }

  /// The record's bytes. Throws `incomplete` if the reject file has only their start. The error
  /// says where the rest is.
  public func wholeRecord() throws(JSONError) -> [UInt8] {
    guard isCut else { return rawBytes }
    throw JSONError(
      .incomplete, at: rawBytes.count, expected: .value, name: nil,
      reason:
        "only the first \(rawBytes.count) of \(length) bytes of record \(record) of \(source) are"
        + " kept; take it from the source, at byte \(offset)")
  }
}
