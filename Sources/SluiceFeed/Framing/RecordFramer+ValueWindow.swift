import Sluice

/// The fast path: the values of a window that was indexed as a whole.
extension RecordFramer {
  enum WindowEnd: Equatable {
    /// The whole window is done.
    case over
    /// The window holds too little to decide.
    case cut
    /// A value begins here that is bad, or that the index can't resolve.
    case odd(Int)
  }

  /// Iterates over the index from value to value and opens each in place, without a stage 1 call, a
  /// copy or an allocation. Lends a value once it is proved to be a whole record, as
  /// ``RecordProver`` describes.
  ///
  /// Sound because `tokens[count]` is readable and lies at the window's end; because a value's
  /// tokens are found within `count`; and because each is opened with its own range of tokens and
  /// bytes, so that no cursor steps out of it.
  func readValues(
    _ window: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ count: UInt32,
    isAll: Bool, _ body: Body
  ) throws -> WindowEnd {
    guard let base = window.baseAddress else { return .over }
    let delivery = delivery
    let state = unsafe delivery.state
    let indexer = indexer
    let index = unsafe indexer.index
    let windowOffset = unsafe state.pointee.position.offset
    let longest = options.maximumRecordSize
    let checksInFull = options.checking == .full
    let style = values.style
    let lookahead = values.layout.lookahead
    var done = 0
    var token: UInt32 = 0
    // Local copies, because each access to the reader's properties costs a check.
    var place = values.place
    var placeWhereDone = place
    // Sound values that wait for proof that they are records.
    var pending: [IndexedExtent] = []
    swap(&pending, &pendingValues)
    var first = 0
    unsafe state.pointee.uncounted = unsafe base
    defer {
      pending.removeAll(keepingCapacity: true)
      swap(&pending, &pendingValues)
      values.place = placeWhereDone
      consumeValues(done, from: windowOffset)
    }
    /// Lends the waiting values that end at or before `end`.
    func lend(endingUpTo end: Int) throws {
      while first < pending.count, pending[first].end <= end {
        let value = pending[first]
        first &+= 1
        unsafe index.open(value)
        unsafe state.pointee.begin(RecordExtent(value, in: base, at: windowOffset))
        done = value.end
        placeWhereDone = .separator
        try delivery.lend(body)
      }
      if first == pending.count {
        pending.removeAll(keepingCapacity: true)
        first = 0
      }
    }

    while token < count {
      let start = unsafe Int(tokens[Int(token)])
      let byte = unsafe base[start]
      if style == .elements {
        switch ValueFraming.separator(byte, &place) {
        case .value: break
        case .passed:
          token &+= 1
          continue
        case .bad: return .odd(start)
        case .arrayEnd:
          // Only the end of the source proves the end of the root.
          guard token &+ 1 == count, values.enclosingPath?.levels.isEmpty == true else {
            return .odd(start)
          }
          guard isAll else { return .cut }
          try lend(endingUpTo: start)
          endArray(at: unsafe state.pointee.position)
          done = start &+ 1
          return .over
        }
      }
      guard let (end, next) = unsafe endOfValue(window, tokens, token, count, isAll: isAll) else {
        return isAll ? .odd(start) : .cut
      }
      guard next > token, end &- start <= longest else { return .odd(start) }
      let value = IndexedExtent(token, next, start, end)
      guard indexer.isSound(value, from: byte, inFull: checksInFull) else { return .odd(start) }
      pending.append(value)
      token = next
      place = .separator
      if unsafe isProvedByLine(window, start..<end, isAll: isAll) {
        try lend(endingUpTo: end)
      } else if end &- pending[first].end >= lookahead {
        try lend(endingUpTo: end &- lookahead)
      }
    }
    if isAll, style == .concatenated { try lend(endingUpTo: window.count) }
    if pending.isEmpty { return .over }
    return isAll ? .odd(pending[first].start) : .cut
  }

  /// The end of the value at `token`, and the token after it. Nil: the value does not end in this
  /// window. The same token: the index can't tell.
  @inline(__always)
  func endOfValue(
    _ window: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ token: UInt32,
    _ count: UInt32, isAll: Bool
  ) -> (end: Int, next: UInt32)? {
    let start = unsafe Int(tokens[Int(token)])
    guard let base = window.baseAddress else { return nil }
    if unsafe Byte.opens(base[start]) {
      switch unsafe ValueEnds.end(ofContainerAt: token, tokens, before: count, in: base) {
      case .token(let next): return unsafe (Int(tokens[Int(next &- 1)]) &+ 1, next)
      case .cut: return nil
      case .odd: return (start, token)
      }
    }
    guard let end = unsafe endOfScalar(in: window, start, isAll: isAll) else { return nil }
    return (end, end > start ? token &+ 1 : token)
  }

  /// The end of the string, number or word at `start`. Nil: it does not end in this window. `start` itself: it
  /// is not a scalar.
  private func endOfScalar(
    in window: UnsafeBufferPointer<UInt8>, _ start: Int, isAll: Bool
  ) -> Int? {
    if unsafe window[start] != Byte.quote {
      var end = start
      while end < window.count, unsafe !ValueEnds.endsScalar(window[end]) {
        // Two values without a separator between them.
        if unsafe window[end] == Byte.quote || window[end] == Byte.backslash { return start }
        end += 1
      }
      let mayEndHere = isAll && !options.leavesUnfinishedEnd
      return end < window.count || mayEndHere ? end : nil
    }
    var end = start + 1
    while end < window.count {
      if unsafe window[end] == Byte.quote { return end + 1 }
      unsafe end += window[end] == Byte.backslash ? 2 : 1
    }
    return nil
  }

  /// Whether the line ends after the value, which proves everything on the line.
  @inline(__always)
  private func isProvedByLine(
    _ window: UnsafeBufferPointer<UInt8>, _ value: Range<Int>, isAll: Bool
  ) -> Bool {
    var i = value.upperBound
    // Allows one comma, and white space.
    if values.style == .elements, i < window.count, unsafe window[i] == Byte.comma { i += 1 }
    if i < window.count, unsafe window[i] > 0x20 { return false }
    return unsafe isProvedByLineEnd(window, value, isAll: isAll)
  }

  @inline(never)
  private func isProvedByLineEnd(
    _ window: UnsafeBufferPointer<UInt8>, _ value: Range<Int>, isAll: Bool
  ) -> Bool {
    var i = value.upperBound
    var mayHaveComma = values.style == .elements
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
        unit.isTidy = unsafe !values.layout.isOnLines || isTidy(text[..<start], unit.column)
      }
    }
    let hasComma = values.style == .elements && !mayHaveComma
    switch values.layout.evidence(unit, hasComma: hasComma, values.style) {
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
      return unsafe values.layout.mayFollow(
        window[i], at: i - lineStart, hasComma: hasComma, values.style)
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
    } else if let known = values.lineIndent {
      indent = known
    } else {
      return values.lineColumn
    }
    let start = i
    while i < place, unsafe window[i].isJSONSpace { i += 1 }
    guard i < place, unsafe window[i] == Byte.comma, values.style == .elements else {
      return indent + i - start
    }
    let isAlone = unsafe window[(i + 1)..<place].allSatisfy(\.isJSONSpace)
    return indent + (isAlone ? place : i) - start
  }
}
