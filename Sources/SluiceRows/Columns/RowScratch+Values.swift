import Sluice

/// Values that may need memory: strings with escapes, and those that are parsed.
extension RowScratch {
  /// The characters of a string.
  @inline(__always)
  func text(_ position: JSONPosition) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    guard position.byte == UInt8(ascii: "\"") else { throw position.mismatch(.string) }
    let raw = RawString(position)
    if !raw.hasEscapes { return unsafe raw.buffer }
    guard let text = unsafe unescaped(raw) else {
      throw JSONError(.invalidEscape, at: position.offset)
    }
    return unsafe text
  }

  /// The value of a type that is parsed. Outlined from the plain types, whose callers it would make larger.
  @inline(never)
  func parsed(_ position: JSONPosition, _ type: ColumnType) throws(JSONError) -> ImportValue {
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
      try unsafe type.parse(text, self) ?? .text(text)
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
