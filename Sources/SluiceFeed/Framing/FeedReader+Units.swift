import Sluice

/// Opens records one by one, at the front of the buffer.
extension FeedReader {
  /// Delivers the first bytes of the buffer as a record, or rejects them. No adjacent byte may belong to it.
  func deliverUnit(length: Int, _ body: Body, _ rejected: Rejected) throws -> ValueOutcome {
    let rest = buffer.rest
    let before = state.pointee.position.offset
    let text = UnsafeBufferPointer(rebasing: rest[..<length])
    let next = length < rest.count ? rest[length] : nil
    let fault = try fault(inUnit: text, before: next)
    noteUnit(text)
    defer { consumeValues(length, from: before) }
    values.place = .separator
    if let fault { try reject(fault, rejected) } else { try lend(body) }
    return .progress
  }

  /// Makes these bytes at the front of the buffer the current record.
  func noteUnit(_ text: UnsafeBufferPointer<UInt8>) {
    if let base = text.baseAddress {
      state.pointee.bytes = base
      state.pointee.uncounted = base
    }
    state.pointee.length = text.count
    state.pointee.indexOffset = 0
    state.pointee.offset = state.pointee.position.offset
    state.pointee.position.offset += Int64(text.count)
    state.pointee.position.recordNumber += 1
  }

  /// Opens the text as a record. Returns nil on success. `next`: the byte after the text.
  private func fault(
    inUnit text: UnsafeBufferPointer<UInt8>, before next: UInt8?
  ) throws(JSONError) -> JSONError? {
    if text.count > options.maximumRecordSize { return tooLarge() }
    if values.style == .sequence, values.place == .separator {
      return JSONError(.unexpectedToken, at: 0, expected: .recordSeparator)
    }
    values.lookedAt += Int64(text.count)
    do throws(JSONError) {
      try storage.open(text)
    } catch {
      if error.code == .outOfMemory { throw error.aboutOneRecord }
      return error
    }
    let index = storage.index.pointee
    if Byte.opens(text[0]) {
      switch ValueEnds.end(
        ofContainerAt: 0, index.tokens, before: index.end, in: index.bytes)
      {
      case .token(let end) where end == index.end && options.checking != .full: return nil
      default: return faultInFull()
      }
    }
    if let fault = faultInFull() { return fault }
    if values.style == .sequence, text[0] != Byte.quote, next.map({ !$0.isJSONSpace }) ?? true {
      return JSONError(.incomplete, at: text.count, expected: .spaceBehindScalar)
    }
    return nil
  }

  /// A value that was too long to keep.
  struct LongValue {
    let offset: Int64
    let line: Int64
    var length = 0
    var start: [UInt8] = []
    var hasEnded = false
    /// The number of its bytes that have left the buffer.
    var passed = 0

    mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
      start += bytes.prefix(RejectedRecord.mostBytes - start.count)
      if let last = bytes.lastIndex(where: { !$0.isJSONSpace }) {
        length = passed + last - bytes.startIndex + 1
      }
      passed += bytes.count
    }
  }

  /// Skips a value around the array that exceeds the record limit, in bounded memory.
  func passLongValue(_ scan: ValueScan, hasEnded: Bool) throws(InputEvent) -> LongValue {
    var scan = scan
    var value = LongValue(
      offset: state.pointee.position.offset, line: state.pointee.position.line + 1)
    value.hasEnded = hasEnded
    // The number of scanned bytes already dropped.
    var gone = 0
    while true {
      value.append(buffer.rest.prefix(scan.seen - gone))
      pass(scan.seen - gone)
      gone = scan.seen
      if value.hasEnded || buffer.isAtEnd { break }
      if try buffer.readOn(from: source) { value.hasEnded = scan.scan(buffer.rest) }
    }
    value.length = scan.length
    return value
  }

  func rejectLongValue(_ value: LongValue, _ rejected: Rejected) throws -> ValueOutcome {
    state.pointee.position.recordNumber += 1
    state.pointee.rejected += 1
    try rejected(
      RejectedRecord(
        source: source.name, positionAfter: state.pointee.position, line: value.line,
        offset: value.offset, length: Int64(value.length),
        error: tooLarge(reason: value.hasEnded ? nil : "it does not end before the feed does"),
        cause: nil, bytes: Array(value.start.prefix(value.length))))
    return .progress
  }
}
