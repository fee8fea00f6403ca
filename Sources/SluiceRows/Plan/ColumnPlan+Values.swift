import Sluice

/// How a value is read.
enum ColumnDecoding {
  case int, real, text, bool, json
  /// By the parser of the column's type.
  case parsed
  /// As a text, which the column's contract transforms.
  case transformed
  /// Not at all: its position is located.
  case place

  init(_ column: ImportColumn) {
    switch column.type {
    case .int: self = .int
    case .real: self = .real
    case .text: self = column.contract.transform == nil ? .text : .transformed
    case .bool: self = .bool
    case .json: self = .json
    default: self = .parsed
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
    case .text: return unsafe .text(try text(position))
    case .json: return unsafe .json(try position.rawBytes())
    case .place: return .integer(Int64(position.token))
    case .parsed: return try parsed(position, columns[column].type)
    case .transformed: return try transformed(position, columns[column].contract.transform)
    }
  }

  @inline(__always)
  private func text(_ position: JSONPosition) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    guard position.byte == UInt8(ascii: "\"") else { throw position.mismatch(.string) }
    let raw = RawString(position)
    if !raw.hasEscapes { return unsafe raw.buffer }
    guard let text = unsafe scratch.unescaped(raw) else {
      throw JSONError(.invalidEscape, at: position.offset)
    }
    return unsafe text
  }

  @inline(never)
  private func transformed(
    _ position: JSONPosition, _ transform: ColumnTransform?
  ) throws(JSONError) -> ImportValue {
    let text = try unsafe text(position)
    return unsafe .text(transform?.apply(text, scratch) ?? text)
  }

  /// Outlined from the plain types, whose callers it would make larger.
  @inline(never)
  private func parsed(
    _ position: JSONPosition, _ type: ColumnType
  ) throws(JSONError) -> ImportValue {
    if position.isNumber, type.takesNumbers {
      let number = unsafe position.numberText
      guard let digits = unsafe DecimalDigits(number) else {
        throw JSONError(.invalidNumber, at: position.offset)
      }
      return try fitting(position, type) { () throws(CellFault) in
        try unsafe type.parse(digits, of: number)
      }
    }
    let isString = position.byte == UInt8(ascii: "\"")
    guard isString ? type.takesStrings : !type.takesNumbers else {
      throw position.mismatch(.number)
    }
    let text = try unsafe text(position)
    return try fitting(position, type) { () throws(CellFault) in
      try unsafe type.parse(text, scratch) ?? .text(text)
    }
  }

  private func fitting(
    _ position: JSONPosition, _ type: ColumnType, _ parse: () throws(CellFault) -> ImportValue
  ) throws(JSONError) -> ImportValue {
    do throws(CellFault) {
      return try parse()
    } catch {
      throw JSONError(
        .invalidValue, at: position.offset, name: type.expectation, reason: error.words)
    }
  }
}
