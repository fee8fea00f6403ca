import Sluice

/// What the index can't tell: records are proved byte by byte, and each is opened by itself.
extension FeedReader {
  /// Delivers a record that is proved to be whole, or looks on for one.
  func proveOn(_ body: Body, _ rejected: Rejected) throws -> Step {
    if values.prover == nil {
      passSpace()
      var prover = RecordProver(values, options)
      prover.mustBeTidy = isCautious
      values.prover = prover
    }
    if values.prover?.hasProven == true { return try deliverProven(body, rejected) }
    switch scan() {
    case .needsMore: return .needsMore
    case .proven: return .progress
    case .damaged: return try beginDamage(rejected)
    case .tooLong: return try passLongRecord(rejected)
    case .ended:
      if let place = values.prover?.place { values.place = place }
      endProof()
      pass(buffer.rest.count)
      return .progress
    }
  }

  /// Lets the prover go on over what the buffer holds.
  func scan() -> RecordProver.Finding {
    let before = values.prover?.here ?? 0
    let finding = values.prover?.scan(buffer.rest, isAll: buffer.isAtEnd) ?? .needsMore
    values.lookedAt += Int64((values.prover?.here ?? 0) - before)
    return finding
  }

  private func deliverProven(_ body: Body, _ rejected: Rejected) throws -> Step {
    guard let prover = values.prover else { return .progress }
    let unit = prover.units[prover.delivered]
    let (start, end) = (unit.start - prover.consumed, unit.end - prover.consumed)
    values.prover?.deliverFirst()
    values.prover?.consume(unit.isArrayEnd ? start : end)
    if start > 0 { pass(start) }
    if unit.isArrayEnd {
      endProof()
      endArray()
      pass(1)
      return .progress
    }
    values.place = .value
    defer { endProofWhereSound() }
    return try deliverUnit(length: end - start, body, rejected)
  }

  /// Goes back to the index where all is well.
  private func endProofWhereSound() {
    guard let layout = values.prover?.layout, layout.isComplete,
      state.pointee.position.offset >= values.provenUpTo, values.prover?.hasProven == false
    else { return }
    endProof()
  }

  func endProof() {
    if let layout = values.prover?.layout { values.layout = layout }
    values.prover = nil
  }

  /// A value that is longer than a record may be is passed over without being kept.
  private func passLongRecord(_ rejected: Rejected) throws -> Step {
    guard let unit = values.prover?.open, let consumed = values.prover?.consumed,
      let layout = values.prover?.layout
    else { return .progress }
    if layout.tellsStarts, !unit.isOneLine, layout.isOnLines || !unit.isTidy {
      // Where records are each on a line, it lacks its end, and goes no further than its line.
      return try beginDamage(rejected, tooLarge())
    }
    values.prover?.consume(unit.start - consumed)
    pass(unit.start - consumed)
    values.prover?.limit = .max
    values.prover?.isPassing = true
    let start = state.pointee.position
    var value = LongValue(offset: start.offset, line: start.line + 1)
    var finding = RecordProver.Finding.tooLong
    while true {
      let from = values.prover?.consumed ?? 0
      let last = values.prover?.units.last
      let isOver = values.prover?.open == nil
      let to = isOver ? last?.end ?? from : values.prover?.here ?? from
      value.append(buffer.rest.prefix(to - from))
      values.prover?.consume(to - from)
      pass(to - from)
      value.hasEnded = isOver
      if isOver || finding == .damaged { break }
      if finding == .needsMore {
        // Only where the unfinished end is left the prover wants more of a source that has ended.
        if buffer.isAtEnd {
          (state.pointee.position, values.isDone) = (start, true)
          _ = leaveValues(passed: value.passed)
          return .progress
        }
        _ = try buffer.readOn(from: source)
      }
      finding = scan()
    }
    endProof()
    values.place = .separator
    if !value.hasEnded, !buffer.isAtEnd || !buffer.isEmpty {
      values.place = .anything
      var damage = DamagedText(value, tooLarge(reason: "and it is damaged"))
      damage.isMidLine = values.lineIndent != 0
      values.damage = damage
      return .progress
    }
    if !value.hasEnded { values.place = .anything }
    return try rejectLongValue(value, rejected)
  }
}
