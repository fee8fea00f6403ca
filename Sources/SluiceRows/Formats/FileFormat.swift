import Sluice

/// The format of rows in a file.
public enum FileFormat: String, Sendable, Hashable, CaseIterable {
  /// Comma-separated values (RFC 4180): a line with the columns' names, then a line for each row,
  /// ended by CR LF. NULL is an empty field, an empty text `""`.
  case csv
  /// The same with tabs, and lines ended by LF.
  case tsv
  /// A JSON object per line, with the columns as its fields, in their order.
  case ndjson
}

/// Writes rows in one format: for files, for `sluice select` and for the tables of `sluice count`.
package enum RowWriter: Sendable {
  case separated(SeparatedRows)
  case objects(ObjectRows)

  package init(_ format: FileFormat, columns: [ImportColumn]) {
    self.init(format, names: columns.map(\.name.text))
  }

  init(_ format: FileFormat, names: [String]) {
    self =
      switch format {
      case .csv: .separated(SeparatedRows(names, separator: UInt8(ascii: ","), lineEnd: "\r\n"))
      case .tsv: .separated(SeparatedRows(names, separator: UInt8(ascii: "\t"), lineEnd: "\n"))
      case .ndjson: .objects(ObjectRows(names))
      }
  }

  /// Writes the beginning of a file.
  package func writeHead(to out: inout OutputBuffer) {
    if case .separated(let rows) = self { rows.writeHead(to: &out) }
  }

  /// The number of bytes that this writes.
  package var headLength: Int64 {
    var head = OutputBuffer()
    writeHead(to: &head)
    return Int64(head.count)
  }

  /// How the line of each row begins; nil: that differs from row to row.
  package var lineBeginning: [UInt8]? {
    if case .objects(let rows) = self { rows.beginning } else { nil }
  }

  /// Appends a row; if the format can't hold it, says why and leaves the buffer unchanged.
  @inline(__always)
  package func write(_ row: borrowing ImportRow, to out: inout OutputBuffer) -> RowVerdict {
    switch self {
    case .separated(let rows): rows.write(row, to: &out)
    case .objects(let rows): rows.write(row, to: &out)
    }
  }
}
