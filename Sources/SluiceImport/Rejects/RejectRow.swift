import Sluice
import SluiceFeed
import SluiceSystem

/// A reject as a row of a table (``RejectTable``).
enum RejectRow {
  /// The prefix of a place for rejects that names a table.
  static let prefix = "table:"

  /// The columns, in the order of ``values(of:for:)``.
  static let columns = [
    "target", "source", "range", "record", "line", "offset", "length", "code", "column", "path",
    "message", "raw", "raw_base64", "raw_is_cut", "version", tableID,
  ]
  static let tableID = "table_id"

  /// The columns that hold whole numbers, and those that are never NULL.
  static let numbers: Set = ["record", "line", "offset", "length", "version"]
  static let required: Set = [
    "target", "source", "record", "line", "offset", "length", "code", "message", "version",
  ]

  /// The values of a reject's row as text; nil: NULL.
  static func values(of reject: Reject, for target: RejectTarget) -> [String?] {
    var text = String(validating: reject.rawBytes, as: UTF8.self)
    if text?.utf8.contains(0) == true { text = nil }
    return [
      target.name, whole(reject.source), reject.range?.text, "\(reject.record)", "\(reject.line)",
      "\(reject.offset)", "\(reject.length)", whole(reject.code),
      reject.column.map { whole($0.text) },
      reject.path.map(whole), whole(reject.message), text,
      text == nil ? Base64.encode(reject.rawBytes) : nil, reject.isCut ? "1" : nil,
      "\(Reject.formatVersion)", target.tableID,
    ]
  }

  /// A text that every database can hold.
  private static func whole(_ text: String) -> String {
    text.utf8.contains(0) ? text.replacingBytes(of: "\0", with: "\\u0000") : text
  }

  /// The target in a row.
  static func target(_ values: [String?]) -> RejectTarget {
    RejectTarget(name: values[0] ?? "", tableID: values[columns.count - 1])
  }

  /// The reject in a row, whose values are in the order of the columns.
  static func reject(_ values: [String?], at place: String) throws(ImportError) -> Reject {
    func number(_ column: Int) -> Int64? { values[column].flatMap { Int64($0) } }
    let raw = values[11].map { Array($0.utf8) } ?? values[12].flatMap { Base64.decode($0) }
    guard let version = number(14), let source = values[1], let record = number(3),
      let line = number(4), let offset = number(5), let length = number(6), let code = values[7],
      let message = values[10], let raw
    else {
      throw ImportError(.rejects, "\(place) has a row that is not a reject")
    }
    guard version <= Reject.formatVersion else {
      throw ImportError(
        .rejects,
        "\(place) has rejects of version \(version), which a newer release of sluice wrote")
    }
    return Reject(
      source: source, range: values[2].flatMap { FeedRange($0) }, record: record, line: line,
      offset: offset, length: length, code: code, column: values[8].map { ByteName($0) },
      path: values[9],
      message: message, rawBytes: raw, isCut: values[13] != nil)
  }

  /// Throws when a table that has these columns lacks one of them.
  static func check(_ found: [String], of place: String) throws(ImportError) {
    let missing = columns.filter { !found.contains($0) }
    guard !missing.isEmpty else { return }
    throw ImportError(
      .rejects,
      "\(place) is not a table of rejects: it has no column"
        + " \(missing.map { "\"\($0)\"" }.joined(separator: ", ")). Name another one, which is made"
    )
  }
}

/// The table that a record was meant for.
struct RejectTarget {
  /// The name that it had.
  let name: String
  /// Nil: it has no identity.
  let tableID: String?
}
