import Sluice

/// Handles a fault: everything up to the next possible start of a record becomes one bad record.
///
/// A record can start on a line at the column of earlier records, or to the left of it. The line must hold whole
/// records, or begin one that ends at the column where earlier records ended. Where records are not on lines,
/// nothing marks a start, and the whole rest is the bad record.
extension ValueFraming {
  /// Starts a bad record at a fault that has nothing left to deliver before it.
  mutating func beginDamage(_ rest: inout Window, _ error: JSONError? = nil) -> FramingStep {
    guard let prover else { return .passed }
    // What follows counts from here, wherever the proof began.
    passSpace(&rest)
    layout = prover.layout
    if prover.layout.isVague, rest.offset >= learnsAgainAt {
      guard rest.count > RecordLayout.mostBytes || rest.isLast else { return .needsMore }
      if learnLayout(rest) {
        // The end of the first records may be known now.
        self.prover = nil
        return .passed
      }
    }
    self.prover = nil
    passCommaBeforeDamage(upTo: prover, &rest)
    place = .anything
    let fault = max(prover.count(upTo: prover.here, from: rest.offset), 0)
    lookAgain(at: fault, from: rest.offset)
    let text = unsafe rest.first(fault)
    let open = prover.open.map { prover.count(upTo: $0.start, from: rest.offset) }
    let found = unsafe (error ?? self.fault(in: text, from: open, isCut: prover.isCut)).located(
      in: text)
    damage = DamagedText(SkippedText(at: rest.start), from: rest.start, found)
    return .passed
  }

  /// Learns from the lines after the fault how records lie on them. Returns whether anything is known then.
  private mutating func learnLayout(_ rest: borrowing Window) -> Bool {
    learnsAgainAt = rest.offset + Int64(RecordLayout.mostBytes)
    let (layout, cost) = unsafe RecordLayout.inferred(
      from: rest.first(min(rest.count, RecordLayout.mostBytes)),
      isAll: rest.isLast && rest.count <= RecordLayout.mostBytes, self)
    self.layout = layout
    front.lookedAt += cost
    return layout.isKnown
  }

  /// Passes a comma that belongs to the element before the damage.
  private mutating func passCommaBeforeDamage(upTo prover: RecordProver, _ rest: inout Window) {
    let fault = prover.count(upTo: prover.here, from: rest.offset)
    guard style == .elements, place == .separator || place == .anything,
      unsafe rest.bytes.first == Byte.comma, fault > 1
    else { return }
    let space = unsafe rest.bytes.dropFirst().prefix { $0.isJSONSpace }
    // If the fault is at the start of the next line, the comma is the damage.
    let isDamage = unsafe space.contains(UInt8(ascii: "\n")) && space.count + 2 >= fault
    if !isDamage, unsafe space.count + 1 < fault { unsafe pass(space.count + 1, &rest) }
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
      if let fault = unsafe FaultScan.firstFault(in: value, depthLimit: rules.depthLimit) {
        return unsafe fault.counted(from: -open, in: text)
      }
    }
    let isElements = style == .elements
    if isCut {
      return JSONError(.incomplete, at: end, expected: isElements ? .commaOrBracket : .value)
    }
    return JSONError(
      .unexpectedToken, at: max(end - 1, 0), expected: isElements ? .commaOrBracket : .value)
  }

  /// Skips damage, or checks whether the first line in the window ends it.
  mutating func resynchronize(_ rest: inout Window) -> FramingStep {
    if damage?.isMidLine == true {
      return passLine(&rest) ? .passed : endOfDamage(rest)
    }
    if prover == nil {
      if rest.isEmpty { return endOfDamage(rest) }
      guard let candidate = candidate(rest) else { return .needsMore }
      guard candidate else {
        damage?.isMidLine = true
        return .passed
      }
      var prover = RecordProver(self, at: rest.offset)
      prover.isCandidate = true
      self.prover = prover
    }
    switch scan(rest) {
    case .needsMore: return .needsMore
    case .proven: return rejectDamage()
    case .damaged, .tooLong, .ended:
      lookAgain(at: prover?.here ?? 0, from: rest.offset)
      prover = nil
      damage?.isMidLine = true
      return .passed
    }
  }

  /// Whether a record may begin on the first line in the window. Nil: this needs more of the line.
  private func candidate(_ window: borrowing Window) -> Bool? {
    let (rest, isLast) = unsafe (window.bytes, window.isLast)
    guard layout.tellsStarts else { return false }
    guard let first = unsafe rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D })
    else {
      // No record begins further right, and none on an empty last line.
      return isLast || rest.count > layout.column ? false : nil
    }
    let byte = unsafe rest[first]
    if style == .elements, byte == Byte.closeBracket { return first <= layout.column }
    guard style == .elements, layout.mayHaveCommasFirst, byte == Byte.comma else {
      return !layout.hasCommasFirst && first <= layout.column && RecordLayout.beginsValue(byte)
    }
    guard let value = unsafe rest[(first + 1)...].firstIndex(where: { $0 != 0x20 && $0 != 0x09 })
    else {
      return isLast || rest.count > layout.column ? false : nil
    }
    return unsafe value <= layout.column && RecordLayout.beginsValue(rest[value])
  }

  /// Takes the available part of the current line. Returns false if it is empty.
  private mutating func passLine(_ rest: inout Window) -> Bool {
    if rest.isEmpty { return false }
    let newline = unsafe firstNewline(in: rest.bytes)
    let count = newline.map { $0 + 1 } ?? rest.count
    unsafe damage?.text.append(rest.bytes.prefix(count))
    damage?.isMidLine = newline == nil
    front.lookedAt += Int64(count)
    pass(count, &rest)
    return true
  }

  private mutating func endOfDamage(_ rest: Window) -> FramingStep {
    guard rest.isLast else { return .needsMore }
    guard rules.leavesUnfinishedEnd, let damage, damage.isMidLine else { return rejectDamage() }
    // A record may still begin on the source's last line once it is complete.
    self.damage = nil
    isDone = true
    return leave(rest, from: damage.start, passed: Int(rest.offset - damage.start.offset))
      ?? .passed
  }

  /// Reports the skipped text as one bad record.
  private mutating func rejectDamage() -> FramingStep {
    guard let damage else { return .passed }
    self.damage = nil
    return .skipped(damage.text, damage.error)
  }
}
