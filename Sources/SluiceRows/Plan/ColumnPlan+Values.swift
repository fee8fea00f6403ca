import Sluice

/// How a value is read.
enum ColumnDecoding {
  case int, real, text, bool, json
  /// By the parser of the column's type.
  case parsed
  /// As a text, which the column's contract transforms.
  case transformed
  /// By the column's ``LenientColumn``.
  case lenient
  /// Not at all: its position is located.
  case place
  /// The same for a value of a nested type, which a batch reads from there; null is NULL.
  case nested

  init(_ column: ImportColumn) {
    self.init(column.type)
    if self == .text, column.contract.transform != nil { self = .transformed }
    if !column.accepts.isEmpty { self = .lenient }
  }

  init(_ type: ColumnType) {
    self =
      switch type {
      case .int: .int
      case .real: .real
      case .text: .text
      case .bool: .bool
      case .json: .json
      case .list, .structure, .map: .nested
      default: .parsed
      }
  }
}

/// Reads one value for a column: exactly its type, or an error.
extension ColumnPlan {
  @inline(__always)
  func value(_ position: JSONPosition, for column: Int) throws(JSONError) -> ImportValue {
    let type = unsafe types[column]
    if position.isNull, type != .place { return .null }
    switch type {
    case .int: return .integer(try position.integer(.int64))
    case .real: return .real(try position.double())
    case .bool: return .boolean(try position.bool())
    case .text: return unsafe .text(try scratch.text(position))
    case .json: return unsafe .json(try position.checkedRawBytes())
    case .place, .nested: return .integer(Int64(position.token))
    case .parsed: return try scratch.parsed(position, columns[column].type)
    case .transformed: return try transformed(position, columns[column].contract.transform)
    case .lenient: return try lenient(position, column)
    }
  }

  @inline(never)
  private func lenient(_ position: JSONPosition, _ column: Int) throws(JSONError) -> ImportValue {
    guard let reader = lenient[column] else { throw position.mismatch(.string) }
    let value = try reader.read(position, scratch)
    terms.note(Int32(truncatingIfNeeded: column), reader.kinds)
    guard case .text(let text) = value, let transform = columns[column].contract.transform else {
      return value
    }
    return unsafe .text(transform.apply(text, scratch))
  }

  @inline(never)
  private func transformed(
    _ position: JSONPosition, _ transform: ColumnTransform?
  ) throws(JSONError) -> ImportValue {
    let text = try unsafe scratch.text(position)
    return unsafe .text(transform?.apply(text, scratch) ?? text)
  }
}
