import Sluice

/// Rows as JSON objects, one a line. NULL is `null`; a value of a json column stands there as it
/// stood in its record, but for newlines between its tokens, which would end the line.
struct ObjectRows {
  /// For each column what comes before its value: `{"id":`, `,"name":`.
  private let heads: [[UInt8]]

  init(_ columns: [ImportColumn]) {
    heads = columns.enumerated().map { number, column in
      var head: [UInt8] = [number == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")]
      head += ObjectRows.literal(column.name)
      head.append(UInt8(ascii: ":"))
      return head
    }
  }

  func write(_ row: borrowing ImportRow, to out: inout SinkBuffer) -> RowVerdict {
    for column in 0..<row.count {
      heads[column].withUnsafeBufferPointer { out.append($0) }
      switch row[column] {
      case .null: out.append("null")
      case .integer(let value): out.append(decimal: value)
      case .real(let value): out.append(decimal: value)
      case .boolean(let value): out.append(value ? "true" : "false")
      case .text(let bytes): ObjectRows.write(bytes, to: &out)
      case .json(let bytes): ObjectRows.write(json: bytes, to: &out)
      case .decimal(let bytes): out.append(bytes)
      case .date, .timestamp, .uuid:
        out.append(UInt8(ascii: "\""))
        out.append(textOf: row[column])
        out.append(UInt8(ascii: "\""))
      case .blob(let bytes):
        out.append(UInt8(ascii: "\""))
        out.append(base64: bytes)
        out.append(UInt8(ascii: "\""))
      }
    }
    out.append("}\n")
    return .stored
  }

  private static func literal(_ text: String) -> [UInt8] {
    var buffer = SinkBuffer()
    var text = text
    text.withUTF8 { write($0, to: &buffer) }
    return Array(buffer.bytes)
  }

  /// A string literal (RFC 8259 section 7): quotes, backslashes and control characters are escaped.
  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to out: inout SinkBuffer) {
    out.append(UInt8(ascii: "\""))
    var rest = bytes[...]
    while let special = rest.firstIndex(where: {
      $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\")
    }) {
      out.append(UnsafeBufferPointer(rebasing: rest[..<special]))
      switch bytes[special] {
      case UInt8(ascii: "\""): out.append("\\\"")
      case UInt8(ascii: "\\"): out.append("\\\\")
      case UInt8(ascii: "\n"): out.append("\\n")
      case UInt8(ascii: "\r"): out.append("\\r")
      case UInt8(ascii: "\t"): out.append("\\t")
      case let byte:
        out.append("\\u00")
        out.append(hexadecimal(byte >> 4))
        out.append(hexadecimal(byte & 0xF))
      }
      rest = rest[(special + 1)...]
    }
    out.append(UnsafeBufferPointer(rebasing: rest))
    out.append(UInt8(ascii: "\""))
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }

  /// In JSON no string holds a raw newline: each one is white space.
  private static func write(
    json bytes: UnsafeBufferPointer<UInt8>, to out: inout SinkBuffer
  ) {
    var rest = bytes[...]
    while let end = rest.firstIndex(where: {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }) {
      out.append(UnsafeBufferPointer(rebasing: rest[..<end]))
      out.append(UInt8(ascii: " "))
      rest = rest[(end + 1)...]
    }
    out.append(UnsafeBufferPointer(rebasing: rest))
  }
}
