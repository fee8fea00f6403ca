import Sluice

/// The fast path: the records of a window that was indexed as a whole.
extension FeedReader {
  /// Goes from newline to newline, and through the index beside: a record is a line, and the tokens between two
  /// newlines are its tokens.
  ///
  /// Sound because `tokens[count]` is the window's length, which lies behind its last newline: the search for the end of
  /// a record's tokens stops there at the latest; and because each record is opened with its own range of tokens and
  /// bytes, no cursor steps out of it.
  func deliver(
    _ window: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ count: UInt32,
    end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    guard let base = window.baseAddress else { return }
    let index = storage.index
    let windowOffset = state.pointee.position.offset
    let longest = options.maximumRecordSize
    let checksInFull = options.checking == .full
    var start = 0
    var token: UInt32 = 0
    var usual: UInt32 = 1
    while start < window.count,
      let toNewline = firstNewline(in: UnsafeBufferPointer(rebasing: window[start...]))
    {
      let newline = start + toNewline
      let lineStart = start
      start = newline + 1
      state.pointee.position.line += 1
      state.pointee.position.offset = min(windowOffset + Int64(start), end)
      // A line without a token is blank.
      guard tokens[Int(token)] < newline else { continue }

      let first = token
      token = endOfTokens(tokens, from: first, usual: usual, count: count, newline: newline)
      usual = token &- first
      let length = toNewline - (base[newline - 1] == 0x0D ? 1 : 0)
      state.pointee.position.recordNumber += 1
      state.pointee.bytes = base + lineStart
      state.pointee.length = length
      state.pointee.indexOffset = lineStart
      state.pointee.offset = windowOffset + Int64(lineStart)

      index.open(
        first: first, end: token, length: UInt32(truncatingIfNeeded: lineStart + length))
      if length > longest {
        try reject(tooLarge(), rejected)
      } else if !checksInFull,
        isBracketed(base[Int(tokens[Int(first)])], base[Int(tokens[Int(token &- 1)])])
      {
        try lend(body)
      } else if let fault = faultInFull() {
        try reject(fault, rejected)
      } else {
        try lend(body)
      }
    }
  }

  /// Whether a record that begins and ends with these bytes has brackets around it.
  @inline(__always)
  func isBracketed(_ first: UInt8, _ last: UInt8) -> Bool {
    (first | 0x20 == UInt8(ascii: "{")) && last == first &+ 2
  }

  @inline(never)
  func faultInFull() -> JSONError? {
    do throws(JSONError) {
      try storage.checkInFull()
      return nil
    } catch {
      return error
    }
  }

  /// Lends the record that is open.
  @inline(__always)
  func lend(_ body: Body) throws {
    do {
      try body(FeedRecord(unchecked: JSONPosition(rootOf: storage.index), UnsafePointer(state)))
    } catch let error as JSONError {
      throw error.leaving(record: state.pointee.rawBytes, at: state.pointee.indexOffset)
    }
  }

  /// Hands over the record that is open as a reject.
  @inline(never)
  func reject(_ error: JSONError, _ rejected: Rejected) throws {
    state.pointee.rejected += 1
    try rejected(state.pointee.reject(error))
  }
}

/// The first token behind `newline`. Records of a feed are mostly alike, so that the number of tokens that the last one
/// had is a good guess; where it fails, the steps from there grow until they pass the newline, and a
/// binary search ends it.
///
/// There is at least one token before the newline, `from`, and `tokens[count]` lies behind it.
@inline(__always)
private func endOfTokens(
  _ tokens: UnsafePointer<UInt32>, from: UInt32, usual: UInt32, count: UInt32, newline: Int
) -> UInt32 {
  let guess = from &+ usual
  if guess <= count, tokens[Int(guess &- 1)] < newline, tokens[Int(guess)] > newline {
    return guess
  }
  return searchEndOfTokens(tokens, from: from, near: min(guess, count), count: count, newline)
}

@inline(never)
private func searchEndOfTokens(
  _ tokens: UnsafePointer<UInt32>, from: UInt32, near: UInt32, count: UInt32, _ newline: Int
) -> UInt32 {
  // Invariant: tokens[below] < newline < tokens[above].
  var below = from
  var above = count
  var step: UInt32 = 2
  if tokens[Int(near)] > newline {
    above = near
    while above &- below > step {
      let probe = above &- step
      guard tokens[Int(probe)] > newline else {
        below = probe
        break
      }
      above = probe
      step &*= 2
    }
  } else {
    below = near
    while above &- below > step {
      let probe = below &+ step
      guard tokens[Int(probe)] < newline else {
        above = probe
        break
      }
      below = probe
      step &*= 2
    }
  }
  while above &- below > 1 {
    let middle = below &+ (above &- below) / 2
    if tokens[Int(middle)] < newline { below = middle } else { above = middle }
  }
  return above
}
