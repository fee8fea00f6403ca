import Sluice

/// The careful path: what lies at the front of the buffer, one value or piece of damage at a time.
extension FeedReader {
  /// Passes a separator, or begins to look for the end of what is there. White space was passed.
  func beginUnit(_ body: Body, _ rejected: Rejected) throws -> Step {
    let byte = buffer.rest[0]
    values.wanted = 0
    var scan = ValueScan(values.style, indent: values.lineIndent ?? 0)
    if values.style != .concatenated {
      switch ValueFraming.separator(byte, values.style, &values.place) {
      case .value: break
      case .passed:
        pass(1)
        return .progress
      case .arrayEnd:
        endArray()
        pass(1)
        return .progress
      case .bad where values.style == .sequence: scan = ValueScan(lostIn: .sequence)
      case .bad: break
      }
      if values.style == .elements, values.place == .value, byte == Byte.closeBracket {
        return try deliverUnit(length: 1, body, rejected)
      }
    }
    values.scan = scan
    return try scanUnit(body, rejected)
  }

  /// Looks on for the end of the value at the front.
  func scanUnit(_ body: Body, _ rejected: Rejected) throws -> Step {
    guard var scan = values.scan else { return .progress }
    let rest = buffer.rest
    let hasEnded = scan.scan(UnsafeBufferPointer(rebasing: rest[scan.seen...]))
    values.scan = scan
    if scan.length > options.maximumRecordSize {
      values.scan = nil
      // No more than every window has seen then, so that what is found does not depend on it.
      let seen = UnsafeBufferPointer(rebasing: rest[...options.maximumRecordSize])
      if let length = shortened(seen) {
        return try deliverUnit(length: length, body, rejected)
      }
      values.place = values.style == .sequence ? .separator : .anything
      return try rejectLongValue(try passLongValue(scan, hasEnded: hasEnded), rejected)
    }
    guard hasEnded || buffer.isAtEnd else { return .needsMore }
    values.scan = nil
    return try deliverUnit(length: scan.length, body, rejected)
  }

  /// Delivers the first bytes of the buffer as a record, or rejects them.
  func deliverUnit(length: Int, _ body: Body, _ rejected: Rejected) throws -> Step {
    let rest = buffer.rest
    let before = state.pointee.position.offset
    let text = UnsafeBufferPointer(rebasing: rest[..<length])
    let behind = length < rest.count ? rest[length] : nil
    let fault = try fault(inUnit: text, behind: behind)
    if fault != nil, let shorter = shortened(text) {
      return try deliverUnit(length: shorter, body, rejected)
    }
    noteUnit(text)
    defer { consumeValues(length, from: before) }
    if let fault {
      let isArrayEnd =
        values.style == .elements && values.place == .value
        && length == 1 && text[0] == Byte.closeBracket
      values.place = values.style == .sequence ? .separator : .anything
      if isArrayEnd { endArray() }
      try reject(fault, rejected)
    } else {
      values.place = .separator
      values.noteLines(of: text)
      try lend(body)
    }
    return .progress
  }

  /// A bad record that is on several lines, where others are on one, is that first line.
  ///
  /// The lines behind it are looked at again, which a feed of nothing but openings would make happen
  /// for each of its lines: so many bytes at the most as a record may have, and 32 times what was
  /// read.
  private func shortened(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard values.style != .sequence, framing != .document, !values.spansLines else { return nil }
    let read = state.pointee.position.offset - values.start
    let lookedAtAgain = values.lookedAtAgain + Int64(text.count)
    guard lookedAtAgain <= Int64(options.maximumRecordSize) + 32 * read else { return nil }
    let cut = ValueScan.lineCut(in: text, indent: values.lineIndent ?? 0)
    if cut != nil { values.lookedAtAgain = lookedAtAgain }
    return cut
  }

  /// The record at hand is these bytes, at the front of the buffer.
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

  /// Nil: the text is a record, and open. What follows it in the buffer can't continue it.
  private func fault(
    inUnit text: UnsafeBufferPointer<UInt8>, behind: UInt8?
  ) throws(JSONError) -> JSONError? {
    if text.count > options.maximumRecordSize { return tooLarge() }
    if values.place == .separator {
      switch values.style {
      case .concatenated: break
      case .sequence: return JSONError(.unexpectedToken, at: 0, expected: .recordSeparator)
      case .elements: return JSONError(.unexpectedToken, at: 0, expected: .commaOrBracket)
      }
    }
    do throws(JSONError) {
      try storage.open(text)
    } catch {
      if error.code == .outOfMemory { throw error }
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
    if values.style == .sequence, text[0] != Byte.quote, behind.map({ !$0.isJSONSpace }) ?? true {
      return JSONError(.incomplete, at: text.count, expected: .spaceBehindScalar)
    }
    return nil
  }

  /// A value that was too long to be kept.
  struct LongValue {
    let offset: Int64
    let line: Int64
    var length = 0
    var start: [UInt8] = []
    var hasEnded = false
  }

  /// Passes over a value of which there is more than any record may have, in bounded memory.
  func passLongValue(_ scan: ValueScan, hasEnded: Bool) throws(JSONError) -> LongValue {
    var scan = scan
    var value = LongValue(
      offset: state.pointee.position.offset, line: state.pointee.position.line + 1)
    value.hasEnded = hasEnded
    // How much of the scan's bytes was let go of.
    var gone = 0
    while true {
      let room = RejectedRecord.mostBytes - value.start.count
      value.start += buffer.rest.prefix(min(scan.seen - gone, room))
      pass(scan.seen - gone)
      gone = scan.seen
      if value.hasEnded || buffer.isAtEnd { break }
      if try buffer.readOn(from: source) { value.hasEnded = scan.scan(buffer.rest) }
    }
    value.length = scan.length
    return value
  }

  func rejectLongValue(_ value: LongValue, _ rejected: Rejected) throws -> Step {
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
