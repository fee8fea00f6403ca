import Sluice

/// What becomes of a value.
enum ValueTaking {
  case int, real, text, bool, json
  /// Nothing: where it stands is noted.
  case place

  init(_ type: ColumnType) {
    switch type {
    case .int: self = .int
    case .real: self = .real
    case .text: self = .text
    case .bool: self = .bool
    case .json: self = .json
    }
  }
}

/// Reading one value for a column: of exactly its type, or an error.
extension ColumnPlan {
  @inline(__always)
  func value(_ position: JSONPosition, _ type: ValueTaking) throws(JSONError) -> ImportValue {
    if position.isNull, type != .place { return .null }
    switch type {
    case .int: return .integer(try position.integer(.int64))
    case .real: return .real(try position.double())
    case .bool: return .boolean(try position.bool())
    case .text: return .text(try text(position))
    case .json: return .json(try position.rawBytes())
    case .place: return .integer(Int64(position.token))
    }
  }

  @inline(__always)
  private func text(_ position: JSONPosition) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    guard position.byte == UInt8(ascii: "\"") else { throw position.mismatch(.string) }
    let raw = RawString(position)
    if !raw.hasEscapes { return raw.buffer }
    guard let text = scratch.unescaped(raw) else {
      throw JSONError(.invalidEscape, at: position.offset)
    }
    return text
  }
}
