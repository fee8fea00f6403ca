import Sluice

/// The fast path: the records of a window that was indexed as a whole.
extension FeedReader {
  /// Iterates over the lines: a record is a line, and the tokens between two newlines are its
  /// tokens.
  ///
  /// Sound because each record is opened with its own range of tokens and bytes: no cursor steps out
  /// of it.
  func deliver(
    _ window: UnsafeBufferPointer<UInt8>, _ lines: consuming WindowLines, end: Int64,
    _ body: Body, _ rejected: Rejected
  ) throws {
    guard let base = window.baseAddress else { return }
    let state = state
    let index = storage.index
    let tokens = lines.tokens
    let windowOffset = state.pointee.position.offset
    let longest = options.maximumRecordSize
    let checksInFull = options.checking == .full
    var lineStart = 0
    var first: UInt32 = 0
    while let line = lines.next(from: lineStart, first: first) {
      let newline = Int(line.newline)
      let lastByte = newline == 0 ? 0 : base[newline &- 1]
      if lastByte == UInt8(ascii: "\\") {
        // simdjson's kernel without SIMD reads a backslash before a newline as an escape, and
        // continues in the string. Such a line is bad regardless of what precedes the backslash,
        // and the rest of the index can't be trusted.
        let rest = UnsafeBufferPointer(rebasing: window[lineStart...])
        return try deliverLines(rest, end: end, body, rejected)
      }
      let start = lineStart
      lineStart = newline &+ 1
      state.pointee.position.line &+= 1
      state.pointee.position.offset = min(windowOffset &+ Int64(lineStart), end)
      // A line without a token is blank.
      guard line.tokens != first else { continue }

      let token = first
      first = line.tokens
      let length = newline &- start &- (lastByte == 0x0D ? 1 : 0)
      state.pointee.position.recordNumber &+= 1
      state.pointee.bytes = base + start
      state.pointee.length = length
      state.pointee.indexOffset = start
      state.pointee.offset = windowOffset &+ Int64(start)

      index.open(
        first: token, end: first, start: UInt32(truncatingIfNeeded: start),
        length: UInt32(truncatingIfNeeded: start &+ length))
      if length > longest {
        try reject(tooLarge(), rejected)
      } else if !checksInFull,
        isBracketed(base[Int(tokens[Int(token)])], base[Int(tokens[Int(first &- 1)])])
      {
        try lend(body)
      } else if let fault = faultInFull() {
        try reject(fault, rejected)
      } else {
        try lend(body)
      }
    }
  }

  /// Whether a record that begins and ends with these bytes is enclosed in brackets.
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

  /// Lends the open record.
  @inline(__always)
  func lend(_ body: Body) throws {
    do {
      try body(FeedRecord(unchecked: JSONPosition(rootOf: storage.index), state))
    } catch let error as JSONError {
      throw error.leaving(record: state.pointee.rawBytes, at: state.pointee.indexOffset)
    }
  }

  /// Rejects the open record.
  @inline(never)
  func reject(_ error: JSONError, _ rejected: Rejected) throws {
    state.pointee.rejected += 1
    try rejected(state.pointee.reject(error))
  }
}
