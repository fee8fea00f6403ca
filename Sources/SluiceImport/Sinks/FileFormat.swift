import Sluice

/// How rows stand in a file.
public enum FileFormat: String, Sendable, Hashable, CaseIterable {
  /// Comma-separated values (RFC 4180): a line with the columns' names, then a line for each row,
  /// ended by CR LF. NULL is an empty field, an empty text `""`.
  case csv
  /// The same with tabs, and lines ended by LF.
  case tsv
  /// A JSON object a line, its fields named as the columns, in their order.
  case ndjson
}

/// Rows of one format, as bytes: of a file, of `sluice select` and of the tables of `sluice count`.
enum RowWriter: Sendable {
  case separated(SeparatedRows)
  case objects(ObjectRows)

  init(_ format: FileFormat, columns: [ImportColumn]) {
    self.init(format, names: columns.map(\.name))
  }

  init(_ format: FileFormat, names: [String]) {
    self =
      switch format {
      case .csv: .separated(SeparatedRows(names, separator: UInt8(ascii: ","), lineEnd: "\r\n"))
      case .tsv: .separated(SeparatedRows(names, separator: UInt8(ascii: "\t"), lineEnd: "\n"))
      case .ndjson: .objects(ObjectRows(names))
      }
  }

  /// What a file begins with.
  func writeHead(to out: inout SinkBuffer) {
    if case .separated(let rows) = self { rows.writeHead(to: &out) }
  }

  /// How many bytes that is.
  var headLength: Int64 {
    var head = SinkBuffer()
    writeHead(to: &head)
    return Int64(head.count)
  }

  /// Appends a row, or says why the format can't hold it and leaves the buffer as it was.
  @inline(__always)
  func write(_ row: borrowing ImportRow, to out: inout SinkBuffer) -> RowVerdict {
    switch self {
    case .separated(let rows): rows.write(row, to: &out)
    case .objects(let rows): rows.write(row, to: &out)
    }
  }
}
