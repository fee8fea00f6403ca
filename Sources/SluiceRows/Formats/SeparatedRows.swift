import Sluice

/// Rows as RFC 4180 defines them, with commas or tabs.
///
/// A field that contains a separator, a quote, CR or LF is quoted, and quotes in it are doubled (rules 6
/// and 7). A NULL field is empty; an empty text or blob is quoted, so that the two stay different. U+0000
/// is not TEXTDATA in the RFC, and programs that read CSV stop or fail there, so the row is refused.
package struct SeparatedRows: Sendable {
  private let names: [String]
  private let separator: UInt8
  private let lineEnd: StaticString

  init(_ names: [String], separator: UInt8, lineEnd: StaticString) {
    self.names = names
    self.separator = separator
    self.lineEnd = lineEnd
  }

  func writeHead(to out: inout OutputBuffer) {
    for (number, name) in names.enumerated() {
      if number > 0 { out.append(separator) }
      var name = name
      name.withUTF8 { _ = unsafe out.append(field: $0, separator: separator) }
    }
    out.append(lineEnd)
  }

  func write(_ row: borrowing ImportRow, to out: inout OutputBuffer) -> RowVerdict {
    let start = out.count
    for column in 0..<row.count {
      if column > 0 { out.append(separator) }
      switch row[column] {
      case .null: break
      case .integer(let value): out.append(decimal: value)
      case .real(let value): out.append(number: value)
      case .boolean(let value): out.append(value ? "true" : "false")
      case .decimal(let bytes): unsafe out.append(bytes)
      case .date, .timestamp, .uuid: out.append(textOf: row[column])
      case .blob(let bytes):
        if bytes.isEmpty { out.append("\"\"") } else { unsafe out.append(base64: bytes) }
      case .text(let bytes), .json(let bytes):
        guard unsafe out.append(field: bytes, separator: separator) else {
          out.truncate(to: start)
          return refusal(column)
        }
      }
    }
    // A line of one empty field would be an empty line, which readers skip.
    if row.count == 1, out.count == start { out.append("\"\"") }
    out.append(lineEnd)
    return .stored
  }

  @inline(never)
  private func refusal(_ column: Int) -> RowVerdict {
    .refused(
      code: "nul-in-text",
      message: "column \"\(names[column])\": a CSV file can't hold U+0000")
  }
}
