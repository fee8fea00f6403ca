import Sluice

/// The fast path: the values of a text that was indexed as a whole.
extension ValueFraming {
  /// Iterates over the index from value to value and opens each in place, without a stage 1 call, a
  /// copy or an allocation. A value is certain once it is proved to be a whole record, as ``RecordProver`` describes.
  ///
  /// Sound because `tokens[count]` is readable and lies at the window's end; because a value's
  /// tokens are found within `count`; and because each is opened with its own range of tokens and
  /// bytes, so that no cursor steps out of it.
  mutating func scan(
    _ text: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ count: UInt32,
    isAll: Bool
  ) -> (end: FrontIndex.WindowEnd, used: Int) {
    guard let base = text.baseAddress else { return (.over, 0) }
    let indexer = front.indexer
    let (longest, checksInFull) = (rules.longest, rules.checksInFull)
    let (style, lookahead) = (style, layout.lookahead)
    var token: UInt32 = 0
    var place = place
    // In a variable, so that it is not copied.
    var found: [IndexedExtent] = []
    swap(&found, &front.found)
    var certain = 0
    defer {
      swap(&found, &front.found)
      front.certain = certain
    }
    /// The end of those that are certain.
    func used() -> Int { certain == 0 ? 0 : found[certain &- 1].end }

    while token < count {
      let start = unsafe Int(tokens[Int(token)])
      let byte = unsafe base[start]
      if style == .elements {
        switch ValueFraming.separator(byte, &place) {
        case .value: break
        case .passed:
          token &+= 1
          continue
        case .bad: return (.odd(start), used())
        case .arrayEnd:
          // Only the end of the source proves the end of the root.
          guard token &+ 1 == count, enclosingPath?.levels.isEmpty == true else {
            return (.odd(start), used())
          }
          guard isAll else { return (.cut, used()) }
          certain = found.count
          // After its elements, the bracket is at the front of another window.
          return (.over, certain == 0 ? start &+ 1 : used())
        }
      }
      guard let (end, next) = unsafe front.endOfValue(text, tokens, token, count, isAll: isAll)
      else { return (isAll ? .odd(start) : .cut, used()) }
      guard next > token, end &- start <= longest else { return (.odd(start), used()) }
      let value = IndexedExtent(token, next, start, end)
      guard indexer.isSound(value, from: byte, inFull: checksInFull) else {
        return (.odd(start), used())
      }
      found.append(value)
      token = next
      place = .separator
      if unsafe isProvedByLine(text, start..<end, isAll: isAll) {
        certain = found.count
      } else if end &- found[certain].end >= lookahead {
        while certain < found.count, found[certain].end <= end &- lookahead { certain &+= 1 }
      }
    }
    if isAll, style == .concatenated { certain = found.count }
    if certain == found.count { return (.over, used()) }
    return (isAll ? .odd(found[certain].start) : .cut, used())
  }

  /// Whether the line ends after the value, which proves everything on the line.
  @inline(__always)
  private func isProvedByLine(
    _ window: UnsafeBufferPointer<UInt8>, _ value: Range<Int>, isAll: Bool
  ) -> Bool {
    var i = value.upperBound
    // Allows one comma, and white space.
    if style == .elements, i < window.count, unsafe window[i] == Byte.comma { i += 1 }
    if i < window.count, unsafe window[i] > 0x20 { return false }
    return unsafe isProvedByLineEnd(window, value, isAll: isAll)
  }

  @inline(never)
  private func isProvedByLineEnd(
    _ window: UnsafeBufferPointer<UInt8>, _ value: Range<Int>, isAll: Bool
  ) -> Bool {
    var i = value.upperBound
    var mayHaveComma = style == .elements
    while i < window.count, unsafe window[i] != UInt8(ascii: "\n") {
      if unsafe window[i] == Byte.comma, mayHaveComma {
        mayHaveComma = false
      } else if unsafe !window[i].isJSONSpace {
        return false
      }
      i += 1
    }
    guard i < window.count else { return false }
    let text = unsafe UnsafeBufferPointer(rebasing: window[value])
    var unit = unsafe RecordLayout.Unit(start: 0, column: column(in: window, value.lowerBound))
    let firstLine = unsafe firstNewline(in: text)
    unit.isOneLine = firstLine == nil
    if let firstLine {
      unit.isBare = unsafe text[1..<firstLine].allSatisfy(\.isJSONSpace)
      var start = text.count - 1
      while start > 0,
        unsafe text[start - 1] == 0x20 || text[start - 1] == 0x09 || text[start - 1] == 0x0D
      {
        start -= 1
      }
      if start > 0, unsafe text[start - 1] == UInt8(ascii: "\n") {
        unit.closerColumn = text.count - 1 - start
        unit.isTidy = unsafe !layout.isOnLines || isTidy(text[..<start], unit.column)
      }
    }
    let hasComma = style == .elements && !mayHaveComma
    switch layout.evidence(unit, hasComma: hasComma, style) {
    case .whole: return true
    case .nothing: return false
    case .ifNextLineFits:
      var lineStart = i + 1
      i = lineStart
      while i < window.count, unsafe window[i].isJSONSpace {
        if unsafe window[i] == UInt8(ascii: "\n") { lineStart = i + 1 }
        i += 1
      }
      guard i < window.count else { return false }
      return unsafe layout.mayFollow(
        window[i], at: i - lineStart, hasComma: hasComma, style)
    }
  }

  /// Whether all lines but the first are indented further than `column`.
  private func isTidy(_ text: Slice<UnsafeBufferPointer<UInt8>>, _ column: Int) -> Bool {
    var start = 0
    while let newline = unsafe firstNewline(in: UnsafeBufferPointer(rebasing: text[start...])) {
      start += newline + 1
      guard let first = unsafe text[start...].firstIndex(where: { !$0.isJSONSpace }) else {
        return true
      }
      let line = unsafe text[..<first].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? start
      if first - line <= column { return false }
      start = first
    }
    return true
  }

  /// The column of the line that contains a byte of the window.
  private func column(in window: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    let before = unsafe UnsafeBufferPointer(rebasing: window[..<place])
    var indent = 0
    var i = 0
    if let newline = unsafe lastNewline(in: before) {
      i = newline + 1
    } else if let known = line.indent {
      indent = known
    } else {
      return line.column
    }
    let start = i
    while i < place, unsafe window[i].isJSONSpace { i += 1 }
    guard i < place, unsafe window[i] == Byte.comma, style == .elements else {
      return indent + i - start
    }
    let isAlone = unsafe window[(i + 1)..<place].allSatisfy(\.isJSONSpace)
    return indent + (isAlone ? place : i) - start
  }
}
