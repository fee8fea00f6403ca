import Sluice

/// Rows as JSON objects, one a line. NULL is `null`. A value of a json column keeps the text of its record,
/// except for newlines between tokens, which would end the line.
package struct ObjectRows: Sendable {
  /// The text before each column's value: `{"id":`, `,"name":`.
  private let heads: [[UInt8]]

  /// How each row begins.
  var beginning: [UInt8] { heads[0] }

  init(_ names: [String]) {
    heads = names.enumerated().map { number, name in
      var buffer = OutputBuffer()
      buffer.append(number == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
      var name = name
      name.withUTF8 { unsafe ObjectRows.write($0, to: &buffer) }
      buffer.append(UInt8(ascii: ":"))
      return unsafe Array(buffer.bytes)
    }
  }

  func write(_ row: borrowing ImportRow, to out: inout OutputBuffer) -> RowVerdict {
    for column in 0..<row.count {
      unsafe heads[column].withUnsafeBufferPointer { unsafe out.append($0) }
      ObjectRows.write(row[column], to: &out)
    }
    out.append("}\n")
    return .stored
  }

  /// A value as JSON.
  @inline(__always)
  private static func write(_ value: ImportValue, to out: inout OutputBuffer) {
    switch value {
    case .null: out.append("null")
    case .integer(let value): out.append(decimal: value)
    case .real(let value): out.append(number: value)
    case .boolean(let value): out.append(value ? "true" : "false")
    case .text(let bytes): unsafe ObjectRows.write(bytes, to: &out)
    case .json(let bytes): unsafe ObjectRows.write(json: bytes, to: &out)
    case .decimal(let bytes): unsafe out.append(bytes)
    case .date, .timestamp, .uuid:
      out.append(UInt8(ascii: "\""))
      out.append(textOf: value)
      out.append(UInt8(ascii: "\""))
    case .blob(let bytes):
      out.append(UInt8(ascii: "\""))
      unsafe out.append(base64: bytes)
      out.append(UInt8(ascii: "\""))
    }
  }

  /// Appends some columns of a row as an object, without a newline.
  func write(_ row: borrowing ImportRow, only columns: [Int], to out: inout OutputBuffer) {
    for (number, column) in columns.enumerated() {
      unsafe heads[number].withUnsafeBufferPointer { unsafe out.append($0) }
      ObjectRows.write(row[column], to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }

  /// A string literal (RFC 8259 section 7): quotes, backslashes and control characters are escaped.
  @inline(__always)
  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer) {
    out.append(UInt8(ascii: "\""))
    unsafe out.appendEscaped(bytes, slashes: false)
    out.append(UInt8(ascii: "\""))
  }

  /// No JSON string holds a raw newline: every newline is white space.
  private static func write(
    json bytes: UnsafeBufferPointer<UInt8>, to out: inout OutputBuffer
  ) {
    var rest = unsafe bytes[...]
    while let end = unsafe rest.firstIndex(where: {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }) {
      unsafe out.append(UnsafeBufferPointer(rebasing: rest[..<end]))
      out.append(UInt8(ascii: " "))
      unsafe rest = unsafe rest[(end + 1)...]
    }
    unsafe out.append(UnsafeBufferPointer(rebasing: rest))
  }
}
