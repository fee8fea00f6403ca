/// Rows as RFC 4180 has them, with commas or tabs.
///
/// A field with a separator, a quote, CR or LF in it is quoted, and quotes in it are doubled (rules 6
/// and 7). A field that is NULL is empty; a text or a blob that is empty is quoted, so that they stay
/// different. U+0000 is no TEXTDATA of the RFC, and programs that read CSV end or fail there: such a
/// row is refused.
struct SeparatedRows {
  private let names: [String]
  private let separator: UInt8
  private let lineEnd: StaticString

  init(_ columns: [ImportColumn], separator: UInt8, lineEnd: StaticString) {
    names = columns.map(\.name)
    self.separator = separator
    self.lineEnd = lineEnd
  }

  func writeHead(to out: inout SinkBuffer) {
    for (number, name) in names.enumerated() {
      if number > 0 { out.append(separator) }
      var name = name
      name.withUTF8 { _ = write($0, to: &out) }
    }
    out.append(lineEnd)
  }

  func write(_ row: borrowing ImportRow, to out: inout SinkBuffer) -> RowVerdict {
    let start = out.count
    for column in 0..<row.count {
      if column > 0 { out.append(separator) }
      switch row[column] {
      case .null: break
      case .integer(let value): out.append(decimal: value)
      case .real(let value): out.append(decimal: value)
      case .boolean(let value): out.append(value ? "true" : "false")
      case .decimal(let bytes): out.append(bytes)
      case .date, .timestamp, .uuid: out.append(textOf: row[column])
      case .blob(let bytes):
        if bytes.isEmpty { out.append("\"\"") } else { out.append(base64: bytes) }
      case .text(let bytes), .json(let bytes):
        guard write(bytes, to: &out) else {
          out.truncate(to: start)
          return .refused(
            code: "nul-in-text",
            message: "column \"\(names[column])\": a CSV file can't hold U+0000")
        }
      }
    }
    // A line of one empty field would be an empty line, which readers skip.
    if row.count == 1, out.count == start { out.append("\"\"") }
    out.append(lineEnd)
    return .stored
  }

  /// Whether the text can be written: it holds no U+0000.
  @inline(__always)
  private func write(_ bytes: UnsafeBufferPointer<UInt8>, to out: inout SinkBuffer) -> Bool {
    var needsQuotes = bytes.isEmpty
    for byte in bytes where byte <= UInt8(ascii: ",") {
      switch byte {
      case separator, UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
        needsQuotes = true
      case 0: return false
      default: break
      }
    }
    guard needsQuotes else {
      out.append(bytes)
      return true
    }
    out.append(UInt8(ascii: "\""))
    var rest = bytes[...]
    while let quote = rest.firstIndex(of: UInt8(ascii: "\"")) {
      out.append(UnsafeBufferPointer(rebasing: rest[...quote]))
      out.append(UInt8(ascii: "\""))
      rest = rest[(quote + 1)...]
    }
    out.append(UnsafeBufferPointer(rebasing: rest))
    out.append(UInt8(ascii: "\""))
    return true
  }
}
