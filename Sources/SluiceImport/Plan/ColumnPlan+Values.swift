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
    case .json: return .json(try json(position))
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

  /// The value's bytes: from its first to its last, white space inside included.
  private func json(_ position: JSONPosition) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    switch position.kind {
    case .object, .array:
      let behind = position.after(position.token)
      guard behind <= position.end else { throw position.unclosed(.value) }
      // The walk goes on behind this value: it need not look for its end again.
      position.leaveHint(container: position.token, token: behind &- 1)
      let count = position.offset(of: behind &- 1) &+ 1 &- position.offset
      return UnsafeBufferPointer(start: position.pointer, count: count)
    case .string:
      return UnsafeBufferPointer(start: position.pointer, count: RawString(position).count &+ 2)
    case .number, .bool, .null: return position.numberText
    case nil: throw position.literalError(.value)
    }
  }
}
