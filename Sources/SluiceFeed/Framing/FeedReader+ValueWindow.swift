import Sluice

/// The fast path: the values of a window that was indexed as a whole.
extension FeedReader {
  enum WindowEnd {
    /// All of the window is done.
    case over
    /// The last value goes on behind the window.
    case cut
    /// A value is bad, or not for the index to tell: it is at the front now.
    case odd
  }

  /// Goes through the index from value to value and opens each in place: no call of stage 1, no
  /// copy and no allocation for any.
  ///
  /// Sound because `tokens[count]` is readable and lies at the window's end; because a value's
  /// tokens are found within `count`; and because each is opened with its own range of tokens and
  /// bytes, so that no cursor steps out of it.
  func deliverValues(
    _ window: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ count: UInt32,
    isAll: Bool, _ body: Body, _ rejected: Rejected
  ) throws -> WindowEnd {
    guard let base = window.baseAddress else { return .over }
    let state = state
    let index = storage.index
    let windowOffset = state.pointee.position.offset
    let longest = options.maximumRecordSize
    let checksInFull = options.checking == .full
    let style = values.style
    var done = 0
    var token: UInt32 = 0
    // In locals, as each access to the reader's own costs a check.
    var place = values.place
    let looksAtLines = values.looksAtLines
    state.pointee.uncounted = base
    defer {
      values.place = place
      consumeValues(done, from: windowOffset)
    }

    while token < count {
      let start = Int(tokens[Int(token)])
      let byte = base[start]
      if style != .concatenated {
        switch ValueFraming.separator(byte, style, &place) {
        case .value: break
        case .passed where style == .elements || ValueEnds.endsScalar(base[start &+ 1]):
          done = start &+ 1
          token &+= 1
          continue
        case .passed, .bad: return .odd
        case .arrayEnd:
          endArray()
          done = start &+ 1
          return .over
        }
      }

      let end: Int
      let next: UInt32
      if Byte.opens(byte) {
        switch ValueEnds.end(ofContainerAt: token, tokens, before: count, in: base) {
        case .token(let found): next = found
        case .cut: return isAll ? .odd : .cut
        case .odd: return .odd
        }
        end = Int(tokens[Int(next &- 1)]) &+ 1
      } else {
        guard let found = endOfScalar(in: window, start, isAll: isAll) else {
          return isAll ? .odd : .cut
        }
        end = found
        next = token &+ 1
      }
      let length = end &- start
      // What the index can't tell: a separator inside, and a number that may be cut short.
      if style == .sequence, !isSoundInSequence(window, start..<end) { return .odd }

      index.open(
        first: token, end: next, start: UInt32(truncatingIfNeeded: start),
        length: UInt32(truncatingIfNeeded: end))
      if length > longest { return .odd }
      if checksInFull || !Byte.opens(byte), faultInFull() != nil { return .odd }

      state.pointee.position.recordNumber &+= 1
      state.pointee.position.offset = windowOffset &+ Int64(end)
      state.pointee.bytes = base + start
      state.pointee.length = length
      state.pointee.indexOffset = start
      state.pointee.offset = windowOffset &+ Int64(start)
      done = end
      token = next
      place = .separator
      if looksAtLines {
        values.noteLines(of: UnsafeBufferPointer(start: base + start, count: length))
      }
      try lend(body)
    }
    return .over
  }

  /// Where the string, number or word at `start` ends. Nil: not in this window, or it is nothing of
  /// the kind.
  private func endOfScalar(
    in window: UnsafeBufferPointer<UInt8>, _ start: Int, isAll: Bool
  ) -> Int? {
    if window[start] != Byte.quote {
      var end = start
      while end < window.count, !ValueEnds.endsScalar(window[end]) { end += 1 }
      return end > start && (end < window.count || isAll) ? end : nil
    }
    var end = start + 1
    while end < window.count {
      if window[end] == Byte.quote { return end + 1 }
      end += window[end] == Byte.backslash ? 2 : 1
    }
    return nil
  }

  private func isSoundInSequence(_ window: UnsafeBufferPointer<UInt8>, _ value: Range<Int>) -> Bool
  {
    let text = UnsafeBufferPointer(rebasing: window[value])
    if firstByte(FeedFraming.recordSeparator, in: text) != nil { return false }
    let first = text[0]
    return Byte.opens(first) || first == Byte.quote
      || value.upperBound < window.count && window[value.upperBound].isJSONSpace
  }
}
