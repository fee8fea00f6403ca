import Sluice

/// The fast path: the records of a window that was indexed as a whole.
extension RecordFramer {
  /// Iterates over the lines: a record is a line, and the tokens between two newlines are its
  /// tokens.
  ///
  /// Sound because each record is opened with its own range of tokens and bytes, and no cursor leaves
  /// that range.
  func readIndexed(
    _ window: UnsafeBufferPointer<UInt8>, _ lines: consuming WindowLines, end: Int64,
    _ body: Body, _ rejected: Rejected
  ) throws {
    guard let base = window.baseAddress else { return }
    let delivery = delivery
    let state = unsafe delivery.state
    let indexer = indexer
    let index = unsafe indexer.index
    let tokens = unsafe lines.tokens
    let windowOffset = unsafe state.pointee.position.offset
    let longest = options.maximumRecordSize
    let checksInFull = options.checking == .full
    var lineStart = 0
    var first: UInt32 = 0
    var run = run(lines, at: windowOffset, end: end)
    while true {
      read(&run, &lines, &lineStart, &first)
      guard let line = lines.next(from: lineStart, first: first) else { return }
      let newline = Int(line.newline)
      let lastByte = unsafe newline == 0 ? 0 : base[newline &- 1]
      if lastByte == UInt8(ascii: "\\") {
        // simdjson's kernel without SIMD reads a backslash before a newline as an escape, and
        // continues in the string. This line is bad regardless of what precedes the backslash,
        // and the rest of the index can't be trusted.
        let rest = unsafe UnsafeBufferPointer(rebasing: window[lineStart...])
        return try unsafe readEachLine(in: rest, end: end, body, rejected)
      }
      let start = lineStart
      lineStart = newline &+ 1
      unsafe state.pointee.position.line &+= 1
      unsafe state.pointee.position.offset = min(windowOffset &+ Int64(lineStart), end)
      // A line without a token is blank.
      guard line.tokens != first else { continue }

      let textEnd = lastByte == 0x0D ? newline &- 1 : newline
      let record = IndexedExtent(first, line.tokens, start, textEnd)
      first = line.tokens
      unsafe state.pointee.begin(RecordExtent(record, in: base, at: windowOffset))
      unsafe index.open(record)
      if record.length > longest {
        try delivery.reject(tooLarge(), rejected)
      } else if !checksInFull,
        unsafe indexer.isBracketed(
          base[Int(tokens[Int(record.first)])], base[Int(tokens[Int(first &- 1)])])
      {
        try delivery.lend(body)
      } else if let fault = indexer.faultInFull() {
        try delivery.reject(fault, rejected)
      } else {
        try delivery.lend(body)
      }
    }
  }
}
