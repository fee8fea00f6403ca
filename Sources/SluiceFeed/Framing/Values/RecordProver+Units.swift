import Sluice

/// Finds where records, and the array around them, begin and end.
extension RecordProver {
  /// Handles a byte between two records.
  mutating func passBetween(_ byte: UInt8) {
    if style == .elements {
      switch byte {
      case Byte.comma where place == .separator || place == .anything:
        beginsWithComma = isFirstOnLine
        commaAt = units.count
        return place = .value
      case Byte.closeBracket where place != .value: return endArray()
      default: if place == .separator { return isDamaged = true }
      }
    }
    switch byte {
    case Byte.openBrace, Byte.openBracket:
      begin()
      openLevel(byte)
    case Byte.quote:
      begin()
      token = .string
    case Byte.closeBrace, Byte.closeBracket, Byte.comma, Byte.colon, Byte.backslash:
      isDamaged = true
    default:
      begin()
      token = .scalar
    }
  }

  private mutating func begin() {
    open = Unit(start: here, column: lineColumn ?? indent)
    open?.isAfterComma = beginsWithComma
    if let lineStart, let comma = commaAt, beginsWithComma, comma == units.count {
      open?.column = here - lineStart
    }
    isKey = false
    limit = here + maximumRecordSize + 1
  }

  /// Scans only to the end of the value at the front, whatever its length.
  mutating func passOpenUnit() { (limit, isPassing) = (.max, true) }

  /// Ends a value before `here`, or with the byte there.
  mutating func endValue(includingThis: Bool = false) {
    expects = .separator
    guard phase == .records, levels.isEmpty, var unit = open else { return }
    unit.end = includingThis ? here + 1 : here
    units.append(unit)
    open = nil
    limit = .max
    place = style == .elements ? .separator : .value
    lineHasUnit = true
    proveByDistance()
  }

  private mutating func endArray() {
    var unit = Unit(start: here, column: lineColumn ?? indent)
    unit.end = here + 1
    unit.isArrayEnd = true
    unit.closerColumn = isFirstOnLine ? lineColumn : nil
    units.append(unit)
    lineHasUnit = true
    if outer.contains(nil) {
      // In a feed that was opened inside its array, anything may follow.
      return isCandidate ? (isDamaged = true) : proveAll()
    }
    phase = .tail
    for case let isObject? in outer { levels.open(isObject: isObject) }
    expects = .separator
  }

  /// Handles the first byte on a line that is not white space.
  mutating func beginLine(_ byte: UInt8) {
    lineColumn = indent
    if open != nil {
      open?.isOneLine = false
      let isLast = Byte.closes(byte) && levels.depth == 1
      if let column = open?.column, indent <= column, !isLast {
        open?.isTidy = false
        if isCandidate || Int64(open?.start ?? 0) < tidyUpTo { isDamaged = true }
      }
    } else if let count = awaiting {
      awaiting = nil
      let hasComma = place != .separator
      if phase == .tail {
        // A member on a line further right than the array's end shows the end of an array within a damaged element.
        if isCandidate, let column = units.last?.closerColumn, indent > column {
          return isDamaged = true
        }
        awaitingTail = count
      } else if layout.mayFollow(byte, at: indent, hasComma: hasComma, style) {
        prove(count)
      } else if isCandidate {
        isDamaged = true
      }
    }
  }
}
