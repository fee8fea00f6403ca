import Sluice

/// What a reader of columns knows of an error beside its place: whose value was not what it takes.
package struct ColumnFault: Error {
  package let column: String

  package init(column: String) { self.column = column }
}

/// Why a row that was made of a record could not be stored, as the target says it.
package struct RowRefusal: Error {
  package let code: String
  package let message: String

  package init(code: String, message: String) {
    self.code = code
    self.message = message
  }
}

/// A record that was not taken, and why: one line of a reject file.
///
/// It has what repairing and reading it again takes: ``RejectReplay`` gives back the records of a
/// reject file.
public struct Reject: Sendable {
  /// The source's name.
  public let source: String
  /// The record's number and line in the source, counted from 1, and its byte offset and length.
  public let record: Int64
  public let line: Int64
  public let offset: Int64
  public let length: Int64
  /// A stable reason, such as `type-mismatch`: a `JSONError.Code`, or the code of whoever refused
  /// the record.
  public var code: String
  /// The column whose value was refused, when it was one.
  public var column: String?
  /// Where in the record.
  public var path: String?
  /// What was expected and what was found.
  public var message: String
  /// The record as it came; of one longer than ``RejectedRecord/mostBytes``, the start.
  public let raw: [UInt8]
  /// Whether ``raw`` is only its start.
  public let isCut: Bool

  public init(_ rejected: RejectedRecord) {
    source = rejected.source
    record = rejected.number
    line = rejected.line
    offset = rejected.offset
    length = rejected.length
    if let refusal = rejected.cause as? RowRefusal {
      (code, path, column, message) = (refusal.code, nil, nil, refusal.message)
    } else {
      code = rejected.error.code.description
      path = rejected.error.path
      column = (rejected.cause as? ColumnFault)?.column
      message = rejected.error.summary
    }
    raw = rejected.bytes
    isCut = rejected.isCut
  }

  /// The version of a reject's form. What carries none has that of 1, too.
  static let formatVersion: Int64 = 1

  /// Reads a line of a reject file. Throws `invalidValue` for one of a newer version, and what is missing in it or of another type.
  public init(_ line: JSONCursor) throws {
    if let version = try line[ifPresent: "version"], try version.int64 > Reject.formatVersion {
      throw JSONError(
        .invalidValue, at: version.offset,
        name:
          "a reject of version \(Reject.formatVersion); a newer release of sluice wrote this one")
    }
    source = try line["source"].string
    record = try line["record"].int64
    self.line = try line["line"].int64
    offset = try line["offset"].int64
    length = try line["length"].int64
    code = try line["code"].string
    column = try line[ifPresent: "column"]?.string
    path = try line[ifPresent: "path"]?.string
    message = try line["message"].string
    isCut = try line[ifPresent: "raw_is_cut"]?.bool ?? false
    guard let encoded = try line[ifPresent: "raw_base64"] else {
      raw = Array(try line["raw"].string.utf8)
      return
    }
    guard let bytes = Base64.decode(try encoded.string) else {
      throw JSONError(
        .invalidValue, at: encoded.offset, name: "Base64 (RFC 4648 section 4)")
    }
    raw = bytes
  }

  /// The record's bytes. Throws `incomplete` when the reject file has only their start, and says
  /// where the rest is.
  public func wholeRecord() throws(JSONError) -> [UInt8] {
    guard isCut else { return raw }
    throw JSONError(
      .incomplete, at: raw.count, expected: .value, name: nil,
      reason: "of record \(record) of \(source) only the first \(raw.count) of \(length) bytes are"
        + " kept; take it from the source, at byte \(offset)")
  }
}
