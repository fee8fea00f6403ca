import Sluice

/// Reading one value for a column: of exactly its type, or an error.
extension ColumnPlan {
  @inline(__always)
  func value(_ position: JSONPosition, _ type: ColumnType) throws(JSONError) -> ImportValue {
    if position.isNull { return .null }
    switch type {
    case .int: return .integer(try position.integer(.int64))
    case .real: return .real(try position.double())
    case .bool: return .boolean(try position.bool())
    case .text: return .text(try text(position))
    case .json: return .json(try position.rawBytes())
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
