import Sluice

/// Handles text that the index can't resolve: proves records byte by byte, and opens each by
/// itself.
extension RecordFramer {
  /// Delivers a record that is proved to be whole, or continues the proof.
  func proveOn(_ body: Body, _ rejected: Rejected) throws -> ValueOutcome {
    if values.prover == nil {
      passSpace()
      var prover = RecordProver(values, options)
      prover.mustBeTidy = isCautious
      values.prover = prover
    }
    if values.prover?.hasProven == true { return try readProven(body, rejected) }
    switch scan() {
    case .needsMore: return .needsMore
    case .proven: return .progress
    case .damaged: return try beginDamage(rejected)
    case .tooLong: return try passLongRecord(rejected)
    case .ended:
      if let place = values.prover?.place { values.place = place }
      endProof()
      unsafe pass(buffer.rest.count)
      return .progress
    }
  }

  /// Continues the proof with the bytes in the buffer.
  func scan() -> RecordProver.Finding {
    let before = values.prover?.here ?? 0
    let finding = unsafe values.prover?.scan(buffer.rest, isAll: buffer.isAtEnd) ?? .needsMore
    values.lookedAt += Int64((values.prover?.here ?? 0) - before)
    return finding
  }

  private func readProven(_ body: Body, _ rejected: Rejected) throws -> ValueOutcome {
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
    return try readUnit(length: end - start, body, rejected)
  }

  /// Returns to the index once everything is sound.
  private func endProofWhereSound() {
    guard let layout = values.prover?.layout, layout.isComplete,
      unsafe state.pointee.position.offset >= values.provenUpTo, values.prover?.hasProven == false
    else { return }
    endProof()
  }

  func endProof() {
    if let layout = values.prover?.layout { values.layout = layout }
    values.prover = nil
  }

  /// Skips a value that exceeds the record limit, without keeping it.
  private func passLongRecord(_ rejected: Rejected) throws -> ValueOutcome {
    guard let unit = values.prover?.open, let consumed = values.prover?.consumed,
      let layout = values.prover?.layout
    else { return .progress }
    if layout.tellsStarts, !unit.isOneLine, layout.isOnLines || !unit.isTidy {
      // Where each record has its own line, this one lacks its end, and damage stops at the line's
      // end.
      return try beginDamage(rejected, tooLarge())
    }
    values.prover?.consume(unit.start - consumed)
    pass(unit.start - consumed)
    values.prover?.limit = .max
    values.prover?.isPassing = true
    let start = unsafe state.pointee.position
    var value = SkippedText(at: start)
    var hasEnded = false
    var finding = RecordProver.Finding.tooLong
    while true {
      let from = values.prover?.consumed ?? 0
      let last = values.prover?.units.last
      let isOver = values.prover?.open == nil
      let to = isOver ? last?.end ?? from : values.prover?.here ?? from
      unsafe value.append(buffer.rest.prefix(to - from))
      values.prover?.consume(to - from)
      pass(to - from)
      hasEnded = isOver
      if isOver || finding == .damaged { break }
      if finding == .needsMore {
        // After the source has ended, the prover asks for more only if the unfinished end is left.
        if buffer.isAtEnd {
          unsafe (state.pointee.position, values.isDone) = (start, true)
          _ = leaveValues(passed: value.passed)
          return .progress
        }
        _ = try buffer.readOn(from: source)
      }
      finding = scan()
    }
    endProof()
    values.place = .separator
    if !hasEnded, !buffer.isAtEnd || !buffer.isEmpty {
      values.place = .anything
      values.damage = DamagedText(
        text: value, error: tooLarge(reason: "and it is damaged"),
        isMidLine: values.lineIndent != 0)
      return .progress
    }
    if !hasEnded { values.place = .anything }
    return try rejectLongValue(value, hasEnded: hasEnded, rejected)
  }
}
