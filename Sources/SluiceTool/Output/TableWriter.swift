import Sluice
import SluiceImport

/// Rows onto standard output: as CSV (RFC 4180), with tabs in place of the commas and a newline as line
/// end, or as a JSON object on each line.
///
/// In CSV and TSV a value stands in quotes when it holds a delimiter, a quote or a line end, and so does
/// the empty text, which is thereby told from what is missing. The first line has the names.
struct TableWriter {
  private let format: TableFormat
  private let names: [String]
  /// Of each column, the key as JSON, and the colon.
  private let keys: [[UInt8]]
  private var line: [UInt8] = []
  private var column = 0

  private static let null = Array("null".utf8)

  init(_ format: TableFormat, columns: [String]) {
    self.format = format
    names = columns
    keys = columns.map { Array(JSON.string($0).description.utf8) + [UInt8(ascii: ":")] }
  }

  private var delimiter: UInt8 { format == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t") }

  /// The names.
  mutating func begin() throws {
    guard format != .ndjson else { return }
    for name in names { add(text: name) }
    try endRow()
  }

  mutating func endRow() throws {
    if format == .ndjson { line.append(UInt8(ascii: "}")) }
    if format == .csv { line.append(0x0D) }
    line.append(0x0A)
    try StandardOutput.shared.write(contentsOf: line)
    line.removeAll(keepingCapacity: true)
    column = 0
  }

  func end() throws { try StandardOutput.shared.flush() }

  private mutating func beginValue() {
    if format == .ndjson {
      line.append(column == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
      line += keys[column]
    } else if column > 0 {
      line.append(delimiter)
    }
    column += 1
  }

  mutating func add(number: String?) {
    beginValue()
    if let number {
      // A sum beyond the largest double is no JSON number.
      let isText = format == .ndjson && (number.hasSuffix("inf") || number.hasSuffix("nan"))
      line += (isText ? "\"\(number)\"" : number).utf8
    } else if format == .ndjson {
      line += TableWriter.null
    }
  }

  /// A value that is JSON; in CSV and TSV a string stands without its quotes and escapes.
  mutating func add(json: String?) {
    guard format != .ndjson, let json, json.utf8.first == UInt8(ascii: "\"") else {
      return json.map { add(raw: Array($0.utf8)) } ?? add(number: nil)
    }
    guard case .string(let text)? = try? JSON(parsing: json) else {
      return add(raw: Array(json.utf8))
    }
    add(text: text)
  }

  private mutating func add(raw: [UInt8]) { raw.withUnsafeBufferPointer { add(json: $0) } }

  mutating func add(text: String) {
    var text = text
    text.withUTF8 { add(text: $0) }
  }

  mutating func add(text: UnsafeBufferPointer<UInt8>) {
    beginValue()
    if format == .ndjson {
      TableWriter.appendJSON(text, to: &line)
    } else {
      appendField(text)
    }
  }

  mutating func add(json: UnsafeBufferPointer<UInt8>) {
    beginValue()
    guard format == .ndjson else { return appendField(json) }
    // A line is one row: outside of strings, where none may be, a line end is white space.
    for byte in json { line.append(byte == 0x0A || byte == 0x0D ? 0x20 : byte) }
  }

  mutating func add(_ value: ImportValue) {
    switch value {
    case .null: add(number: nil)
    case .integer(let value): add(number: value.description)
    case .real(let value): add(number: value.description)
    case .boolean(let value): add(number: value ? "true" : "false")
    case .text(let bytes): add(text: bytes)
    case .json(let bytes), .decimal(let bytes): add(json: bytes)
    case .date, .timestamp, .uuid, .blob: add(text: value.description)
    }
  }

  private mutating func appendField(_ text: UnsafeBufferPointer<UInt8>) {
    let isQuoted =
      text.isEmpty
      || text.contains { $0 == delimiter || $0 == UInt8(ascii: "\"") || $0 == 0x0A || $0 == 0x0D }
    guard isQuoted else { return line.append(contentsOf: text) }
    line.append(UInt8(ascii: "\""))
    for byte in text {
      if byte == UInt8(ascii: "\"") { line.append(byte) }
      line.append(byte)
    }
    line.append(UInt8(ascii: "\""))
  }

  private static func appendJSON(
    _ text: UnsafeBufferPointer<UInt8>, to line: inout [UInt8]
  ) {
    line.append(UInt8(ascii: "\""))
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        line.append(UInt8(ascii: "\\"))
        line.append(byte)
      case 0..<0x20:
        line += "\\u00".utf8
        for digit in [byte >> 4, byte & 15] {
          line.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
      default: line.append(byte)
      }
    }
    line.append(UInt8(ascii: "\""))
  }
}
