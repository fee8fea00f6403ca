import Sluice

/// Handles a fault: everything up to the next possible start of a record becomes one bad record.
///
/// A record can start on a line at the column of earlier records, or to the left of it. The line must hold whole
/// records, or begin one that ends at the column where earlier records ended. Where records are not on lines,
/// nothing marks a start, and the whole rest is the bad record.
extension RecordFramer {
  /// Starts a bad record at a fault that has nothing left to deliver before it.
  func beginDamage(_ error: JSONError? = nil) -> ReadingStep {
    guard let prover = values.prover else { return .progress }
    // What follows counts from here, wherever the proof began.
    passSpace()
    values.layout = prover.layout
    if prover.layout.isVague, front >= values.learnsAgainAt {
      guard unsafe buffer.rest.count > RecordLayout.mostBytes || buffer.isAtEnd else {
        return .needsMore
      }
      values.learnsAgainAt = front + Int64(RecordLayout.mostBytes)
      let (layout, cost) = unsafe RecordLayout.inferred(
        from: UnsafeBufferPointer(rebasing: buffer.rest.prefix(RecordLayout.mostBytes)),
        isAll: buffer.isAtEnd && buffer.rest.count <= RecordLayout.mostBytes, values, options)
      values.layout = layout
      values.lookedAt += cost
      if layout.isKnown {
        // The end of the first records may be known now.
        values.prover = nil
        return .progress
      }
    }
    values.prover = nil
    var fault = max(prover.count(upTo: prover.here, from: front), 0)
    if values.style == .elements, values.place == .separator || values.place == .anything,
      unsafe buffer.rest.first == Byte.comma, fault > 1
    {
      let space = unsafe buffer.rest.dropFirst().prefix { $0.isJSONSpace }
      // If the fault is at the start of the next line, the comma is the damage.
      let isDamage = unsafe space.contains(UInt8(ascii: "\n")) && space.count + 2 >= fault
      if !isDamage, unsafe space.count + 1 < fault {
        unsafe pass(space.count + 1)
        unsafe fault -= space.count + 1
      }
    }
    values.place = .anything
    values.lookAgain(at: fault, from: front, options.maximumRecordSize)
    let text = unsafe buffer.first(fault)
    let open = prover.open.map { prover.count(upTo: $0.start, from: front) }
    let found = unsafe (error ?? self.fault(in: text, from: open, isCut: prover.isCut)).located(
      in: text)
    let start = unsafe state.pointee.position
    values.damage = DamagedText(SkippedText(at: start), from: start, found)
    return .progress
  }

  /// The fault that the last byte of the text shows. `open`: the start of the value that contains
  /// it.
  private func fault(
    in text: UnsafeBufferPointer<UInt8>, from open: Int?, isCut: Bool
  ) -> JSONError {
    var end = text.count
    while end > 0, unsafe text[end - 1].isJSONSpace { end -= 1 }
    if let open, open >= 0, open < end {
      let value = unsafe UnsafeBufferPointer(rebasing: text[open..<end])
      if let fault = unsafe FaultScan.firstFault(in: value, depthLimit: options.depthLimit) {
        return unsafe fault.counted(from: -open, in: text)
      }
    }
    let isElements = values.style == .elements
    if isCut {
      return JSONError(.incomplete, at: end, expected: isElements ? .commaOrBracket : .value)
    }
    return JSONError(
      .unexpectedToken, at: max(end - 1, 0), expected: isElements ? .commaOrBracket : .value)
  }

  /// Skips damage, or checks whether the first line in the buffer ends it.
  func resynchronize(_ rejected: Rejected) throws -> ReadingStep {
    if values.damage?.isMidLine == true {
      return passLine() ? .progress : try endOfDamage(rejected)
    }
    if values.prover == nil {
      if buffer.isEmpty { return try endOfDamage(rejected) }
      guard let candidate = candidate() else { return .needsMore }
      guard candidate else {
        values.damage?.isMidLine = true
        return .progress
      }
      var prover = RecordProver(values, options, at: front)
      prover.isCandidate = true
      values.prover = prover
    }
    switch scan() {
    case .needsMore: return .needsMore
    case .proven: return try rejectDamage(rejected)
    case .damaged, .tooLong, .ended:
      values.lookAgain(at: values.prover?.here ?? 0, from: front, options.maximumRecordSize)
      values.prover = nil
      values.damage?.isMidLine = true
      return .progress
    }
  }

  /// Whether a record may begin on the first line in the buffer. Nil: this needs more of the line.
  private func candidate() -> Bool? {
    let rest = unsafe buffer.rest
    let layout = values.layout
    guard layout.tellsStarts else { return false }
    guard let first = unsafe rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D })
    else {
      // No record begins further right, and none on an empty last line.
      return buffer.isAtEnd || rest.count > layout.column ? false : nil
    }
    let byte = unsafe rest[first]
    if values.style == .elements, byte == Byte.closeBracket { return first <= layout.column }
    guard values.style == .elements, layout.mayHaveCommasFirst, byte == Byte.comma else {
      return !layout.hasCommasFirst && first <= layout.column && RecordLayout.beginsValue(byte)
    }
    guard let value = unsafe rest[(first + 1)...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 })
    else {
      return buffer.isAtEnd || rest.count > layout.column ? false : nil
    }
    return unsafe value <= layout.column && RecordLayout.beginsValue(rest[value])
  }

  /// Takes the available part of the current line. Returns false if it is empty.
  private func passLine() -> Bool {
    if buffer.isEmpty { return false }
    let rest = unsafe buffer.rest
    let newline = unsafe firstNewline(in: rest)
    let count = newline.map { $0 + 1 } ?? rest.count
    unsafe values.damage?.text.append(rest.prefix(count))
    values.damage?.isMidLine = newline == nil
    values.lookedAt += Int64(count)
    pass(count)
    return true
  }

  private func endOfDamage(_ rejected: Rejected) throws -> ReadingStep {
    guard buffer.isAtEnd else { return .needsMore }
    if options.leavesUnfinishedEnd, let damage = values.damage, damage.isMidLine {
      // A record may still begin on the source's last line once it is complete.
      let passed = Int(front - damage.start.offset)
      unsafe state.pointee.position = damage.start
      values.damage = nil
      values.isDone = true
      _ = leaveValues(passed: passed)
      return .progress
    }
    return try rejectDamage(rejected)
  }

  /// Reports the skipped text as one bad record.
  private func rejectDamage(_ rejected: Rejected) throws -> ReadingStep {
    guard let damage = values.damage else { return .progress }
    values.damage = nil
    try delivery.reject(damage.text, damage.error, rejected)
    return .progress
  }
}
