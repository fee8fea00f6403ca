import Sluice

/// Follows strings, scalars and brackets byte by byte.
extension RecordProver {
  mutating func step(_ byte: UInt8) {
    switch token {
    case .string: passInString(byte)
    case .scalar where byte.isJSONSpace || RecordProver.isStructural(byte):
      token = .none
      endScalar()
      step(byte)
    case .scalar:
      if byte == Byte.quote || byte == Byte.backslash { isDamaged = true }
      here += 1
    case .none where byte.isJSONSpace:
      here += 1
      if byte == UInt8(ascii: "\n") { endLine() } else if lineColumn == nil { indent += 1 }
      isEscaped = false
    case .none:
      isFirstOnLine = lineColumn == nil
      if isFirstOnLine {
        beginLine(byte)
        if isDamaged { return }
      }
      pass(byte)
      here += 1
      if let count = awaitingTail, byte == Byte.colon || Byte.closes(byte), !isDamaged {
        awaitingTail = nil
        prove(count)
      }
    }
  }

  private static func isStructural(_ byte: UInt8) -> Bool {
    byte == Byte.comma || byte == Byte.colon || Byte.opens(byte) || Byte.closes(byte)
  }

  private mutating func passInString(_ byte: UInt8) {
    here += 1
    if byte == UInt8(ascii: "\n") {
      isDamaged = true
    } else if isEscaped {
      isEscaped = false
    } else if byte == Byte.backslash {
      isEscaped = true
    } else if byte == Byte.quote {
      token = .none
      last = byte
      if isKey { expects = .colon } else { endValue() }
    }
  }

  private mutating func endScalar() {
    last = 0
    endValue()
  }

  /// Handles a byte outside strings and scalars that is not white space.
  private mutating func pass(_ byte: UInt8) {
    if open == nil, phase == .records { return passBetween(byte) }
    if !isStrict, phase == .records { return passBracket(byte) }
    switch byte {
    case Byte.quote: beginScalar(.string)
    case Byte.openBrace, Byte.openBracket:
      guard expects == .value || expects == .firstValue else { return isDamaged = true }
      openLevel(byte)
    case Byte.closeBrace, Byte.closeBracket: closeLevel(byte)
    case Byte.comma:
      guard expects == .separator, !levels.isEmpty else { return isDamaged = true }
      expects = levels.isInObject ? .key : .value
    case Byte.colon:
      guard expects == .colon else { return isDamaged = true }
      expects = .value
    case Byte.backslash: isDamaged = true
    default: beginScalar(.scalar)
    }
  }

  private mutating func beginScalar(_ kind: Token) {
    switch expects {
    case .value, .firstValue: isKey = false
    case .key, .firstKey:
      isKey = true
      if kind != .string { return isDamaged = true }
    case .colon, .separator: return isDamaged = true
    }
    token = kind
  }

  mutating func openLevel(_ byte: UInt8) {
    let isObject = byte == Byte.openBrace
    levels.open(isObject: isObject)
    expects = isObject ? .firstKey : .firstValue
    last = byte
  }

  private mutating func closeLevel(_ byte: UInt8) {
    let isObject = byte == Byte.closeBrace
    let mayClose =
      expects == .separator || expects == (isObject ? .firstKey : .firstValue)
    guard !levels.isEmpty, levels.isInObject == isObject, mayClose || !isStrict else {
      return isDamaged = true
    }
    levels.close(isObject: isObject)
    last = byte
    if levels.isEmpty, phase == .records {
      open?.closerColumn = isFirstOnLine ? indent : nil
    }
    expects = .separator
    if levels.isEmpty, phase == .records { endValue(includingThis: true) }
  }

  /// Handles a byte inside a record where only brackets count, as when walking the index.
  private mutating func passBracket(_ byte: UInt8) {
    let wasEscaped = isEscaped
    isEscaped = false
    switch byte {
    case Byte.quote where !wasEscaped:
      isKey = false
      token = .string
    case Byte.backslash: isEscaped = !wasEscaped
    case Byte.openBrace, Byte.openBracket:
      let mayOpen =
        levels.isInObject
        ? last == Byte.colon : last == Byte.comma || last == Byte.openBracket
      guard mayOpen else { return isDamaged = true }
      openLevel(byte)
    case Byte.closeBrace, Byte.closeBracket: closeLevel(byte)
    default: last = byte
    }
  }
}
