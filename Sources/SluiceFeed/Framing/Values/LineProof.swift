import Sluice

/// Proves values of an indexed text to be whole records by the ends of their lines.
struct LineProof {
  let style: ValueScan.Style
  /// How records lie on their lines.
  let layout: RecordLayout
  /// What precedes the text on its line.
  let line: LinePlace

  /// Whether the line ends after the value, which proves everything on the line.
  @inline(__always)
  func isProved(
    _ window: UnsafeBufferPointer<UInt8>, _ value: Range<Int>
  ) -> Bool {
    var i = value.upperBound
    // Allows one comma, and white space.
    if style == .elements, i < window.count, unsafe window[i] == Byte.comma { i += 1 }
    if i < window.count, unsafe window[i] > 0x20 { return false }
    return unsafe isProvedByEnd(window, value)
  }

  @inline(never)
  private func isProvedByEnd(
    _ window: UnsafeBufferPointer<UInt8>, _ value: Range<Int>
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
