import Sluice
import SluiceFeed

/// A value that comes with a job instead of from a record.
public enum ColumnConstant: Sendable, Hashable {
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case text(String)
  /// JSON in the form that is stored. Parsed text is written as `JSON` writes it, so that the same value
  /// always makes the same job.
  case json(String)
  /// A number's text by RFC 8259's grammar.
  case decimal(String)
  /// A day, counted from 1970-01-01.
  case date(Int32)
  /// Microseconds since 1970-01-01T00:00:00Z.
  case timestamp(Int64)
  /// A UUID's first eight bytes and its last, each the most significant byte first.
  case uuid(high: UInt64, low: UInt64)
  case blob([UInt8])

  /// A value for a column of that type: as JSON writes it, but strings without quotes and escapes. A column
  /// of type `epoch`, `epochms` or `epochus` takes a number, or the text of a `timestamp`.
  ///
  /// Throws ``ImportError`` when the text is not a value of the type.
  public init(_ text: String, as type: ColumnType) throws(ImportError) {
    if type == .text {
      self = .text(text)
      return
    }
    guard !type.isNested else {
      throw ImportError(
        .badColumn, "\(type) takes no constant and no default: its values come from records")
    }
    var reason = ""
    do throws(CellFault) {
      let value = try unsafe Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(CellFault) in
        try unsafe ColumnConstant(parsed: bytes, as: type)
      }
      if let value {
        self = value
        return
      }
    } catch {
      reason = ": \(error.words)"
    }
    switch (type, try? JSON(parsing: text)) {
    case (.int, .number(let number)?):
      guard let integer = number.int64 else { break }
      self = .integer(integer)
      return
    case (.real, .number(let number)?):
      guard let double = number.double else { break }
      self = .real(double)
      return
    case (.bool, .bool(let value)?):
      self = .boolean(value)
      return
    case (.json, let value?):
      self = .json(value.description)
      return
    default: break
    }
    throw ImportError(.badColumn, "\"\(text)\" is no \(type)\(reason)")
  }

  /// Whether a column of that type takes it as it is. Sinks and batches rely on it: a value of another form
  /// or a text outside of its grammar reaches none of them.
  func isValue(of type: ColumnType) -> Bool {
    switch (self, try? ColumnConstant(text, as: type)) {
    case (.json, .json?), (.decimal, .decimal?): true
    case (_, let parsed): parsed == self
    }
  }

  /// Nil when the type is not parsed.
  private init?(
    parsed bytes: UnsafeBufferPointer<UInt8>, as type: ColumnType
  ) throws(CellFault) {
    let scratch = RowScratch()
    let value =
      if type.isParsed, type.takesNumbers, let digits = unsafe DecimalDigits(bytes) {
        unsafe try type.parse(digits, of: bytes)
      } else {
        try unsafe type.parse(bytes, scratch)
      }
    guard let value else { return nil }
    self.init(value)
  }

  /// Copies the value; nil for NULL.
  private init?(_ value: ImportValue) {
    switch value {
    case .null: return nil
    case .integer(let value): self = .integer(value)
    case .real(let value): self = .real(value)
    case .boolean(let value): self = .boolean(value)
    case .text(let bytes): self = unsafe .text(String(decoding: bytes, as: UTF8.self))
    case .json(let bytes): self = unsafe .json(String(decoding: bytes, as: UTF8.self))
    case .decimal(let bytes): self = unsafe .decimal(String(decoding: bytes, as: UTF8.self))
    case .date(let days): self = .date(days)
    case .timestamp(let time): self = .timestamp(time)
    case .uuid(let high, let low): self = .uuid(high: high, low: low)
    case .blob(let bytes): self = unsafe .blob(Array(bytes))
    }
  }

  /// The text that `init(_:as:)` takes.
  package var text: String {
    switch self {
    case .integer(let value): value.description
    case .real(let value): value.description
    case .boolean(let value): value.description
    case .text(let text), .json(let text), .decimal(let text): text
    case .date(let days): ImportValue.date(days).description
    case .timestamp(let time): ImportValue.timestamp(time).description
    case .uuid(let high, let low): ImportValue.uuid(high: high, low: low).description
    case .blob(let bytes): Base64.encode(bytes)
    }
  }
}
