import Sluice

/// What follows a fault: one bad record up to the place where a record can begin again.
///
/// That is a line that stands where records stood, or to the left of it, and holds whole records by
/// itself, or begins one whose end stands where the ends of records stood. Where records are not on lines, nothing
/// says where one begins, and all of the rest is the bad record.
extension FeedReader {
  /// There is a fault before which nothing is left to deliver.
  func beginDamage(_ rejected: Rejected, _ error: JSONError? = nil) throws -> Step {
    guard let prover = values.prover else { return .progress }
    values.layout = prover.layout
    if prover.layout.isVague, state.pointee.position.offset >= values.learnsAgainAt {
      guard buffer.rest.count >= RecordLayout.mostBytes || buffer.isAtEnd else { return .needsMore }
      values.learnsAgainAt = state.pointee.position.offset + Int64(RecordLayout.mostBytes)
      let (layout, cost) = RecordLayout.inferred(
        from: UnsafeBufferPointer(rebasing: buffer.rest.prefix(RecordLayout.mostBytes)),
        isAll: buffer.isAtEnd && buffer.rest.count <= RecordLayout.mostBytes, values, options)
      values.layout = layout
      values.lookedAt += cost
      if layout.isKnown {
        // Now it may be known where the first of the records end.
        values.prover = nil
        return .progress
      }
    }
    values.prover = nil
    values.lookedAtAgain += Int64(prover.here - prover.consumed)
    var fault = prover.here - prover.consumed
    var open = prover.open.map { $0.start - prover.consumed }
    func skip(_ count: Int) {
      guard count > 0 else { return }
      pass(count)
      fault -= count
      open = open.map { $0 - count }
    }
    skip(buffer.rest.prefix { $0.isJSONSpace }.count)
    if values.style == .elements, values.place == .separator || values.place == .anything,
      buffer.rest.first == Byte.comma, fault > 1
    {
      let space = buffer.rest.dropFirst().prefix { $0.isJSONSpace }
      // Before a fault at the start of the next line, the comma is the damage.
      let isDamage = space.contains(UInt8(ascii: "\n")) && space.count + 2 >= fault
      if !isDamage, space.count + 1 < fault { skip(space.count + 1) }
    }
    values.place = .anything
    let text = UnsafeBufferPointer(rebasing: buffer.rest.prefix(max(fault, 0)))
    let found = (error ?? self.fault(in: text, from: open, isCut: prover.isCut)).located(in: text)
    values.damage = DamagedText(
      at: state.pointee.position.offset, line: state.pointee.position.line + 1, found)
    return .progress
  }

  /// The fault that the last byte of the text shows. `open`: where the value begins that it is in.
  private func fault(
    in text: UnsafeBufferPointer<UInt8>, from open: Int?, isCut: Bool
  ) -> JSONError {
    var end = text.count
    while end > 0, text[end - 1].isJSONSpace { end -= 1 }
    if let open, open >= 0, open < end {
      let value = UnsafeBufferPointer(rebasing: text[open..<end])
      if let fault = FaultScan.firstFault(in: value, depthLimit: options.depthLimit) {
        return fault.counted(from: -open, in: text)
      }
    }
    let isElements = values.style == .elements
    if isCut {
      return JSONError(.incomplete, at: end, expected: isElements ? .commaOrBracket : .value)
    }
    return JSONError(
      .unexpectedToken, at: max(end - 1, 0), expected: isElements ? .commaOrBracket : .value)
  }

  /// Passes over damage, or finds out whether the line at the front ends it.
  func resynchronize(_ rejected: Rejected) throws -> Step {
    if values.damage?.isMidLine == true {
      return passLine() ? .progress : try endOfDamage(rejected)
    }
    if values.prover == nil {
      guard let candidate = candidate() else {
        return buffer.isAtEnd && buffer.isEmpty ? try endOfDamage(rejected) : .needsMore
      }
      guard candidate else {
        values.damage?.isMidLine = true
        return .progress
      }
      var prover = RecordProver(values, options)
      prover.isCandidate = true
      values.prover = prover
    }
    switch scan() {
    case .needsMore: return .needsMore
    case .proven: return try rejectDamage(rejected)
    case .damaged, .tooLong, .ended:
      values.lookedAtAgain += Int64(values.prover?.here ?? 0)
      values.prover = nil
      values.damage?.isMidLine = true
      return .progress
    }
  }

  /// Whether a record may begin on the line at the front; nil: more of it must be seen.
  private func candidate() -> Bool? {
    let rest = buffer.rest
    guard let first = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else {
      return nil
    }
    let byte = rest[first]
    let layout = values.layout
    guard layout.tellsStarts else { return false }
    if values.style == .elements, byte == Byte.closeBracket { return first <= layout.column }
    guard values.style == .elements, layout.hasCommasFirst else {
      return first <= layout.column && RecordLayout.beginsValue(byte)
    }
    guard byte == Byte.comma else { return false }
    guard let value = rest[(first + 1)...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else {
      return buffer.isAtEnd ? false : nil
    }
    return value <= layout.column && RecordLayout.beginsValue(rest[value])
  }

  /// Takes the rest of the line at the front, as far as it is there. False: nothing is.
  private func passLine() -> Bool {
    let rest = buffer.rest
    if rest.isEmpty { return false }
    let newline = firstNewline(in: rest)
    let count = newline.map { $0 + 1 } ?? rest.count
    values.damage?.append(rest[..<count])
    values.damage?.isMidLine = newline == nil
    values.lookedAt += Int64(count)
    pass(count)
    return true
  }

  private func endOfDamage(_ rejected: Rejected) throws -> Step {
    guard buffer.isAtEnd else { return .needsMore }
    if options.leavesUnfinishedEnd, let damage = values.damage, damage.isMidLine {
      // The line on which the source ends may become one on which a record begins.
      let passed = Int(state.pointee.position.offset - damage.offset)
      state.pointee.position.offset = damage.offset
      state.pointee.position.line = damage.line - 1
      values.damage = nil
      values.isDone = true
      _ = leaveValues(passed: passed)
      return .progress
    }
    return try rejectDamage(rejected)
  }

  /// Hands over what was passed.
  private func rejectDamage(_ rejected: Rejected) throws -> Step {
    guard let damage = values.damage else { return .progress }
    values.damage = nil
    state.pointee.position.recordNumber += 1
    state.pointee.rejected += 1
    try rejected(
      RejectedRecord(
        source: source.name, positionAfter: state.pointee.position, line: damage.line,
        offset: damage.offset, length: Int64(damage.length), error: damage.error, cause: nil,
        bytes: Array(damage.start.prefix(damage.length))))
    return .progress
  }

  /// Whether too many bytes were examined in vain, so that a value must now end where lines say. The
  /// limit is one record plus 32 times what was read, which keeps the whole linear.
  var isCautious: Bool {
    let read = state.pointee.position.offset - values.start
    return values.lookedAtAgain > Int64(options.maximumRecordSize) + 32 * read
  }
}
