import Sluice

/// Handles text that the index can't resolve: proves records byte by byte, and opens each by
/// itself.
extension RecordFramer {
  /// Delivers a record that is proved to be whole, or continues the proof.
  func proveOn(_ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    if values.prover == nil {
      passSpace()
      values.prover = RecordProver(values, options, at: front)
    }
    if values.prover?.hasProven == true { return try readProven(body, rejected) }
    switch scan() {
    case .needsMore: return .needsMore
    case .proven: return .progress
    case .damaged: return beginDamage()
    case .tooLong: return try skipLongRecord(rejected)
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
    let finding =
      unsafe values.prover?.scan(buffer.rest, at: front, isAll: buffer.isAtEnd) ?? .needsMore
    values.lookedAt += Int64((values.prover?.here ?? 0) - before)
    return finding
  }

  private func readProven(_ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    guard let prover = values.prover else { return .progress }
    let unit = prover.units[prover.delivered]
    let start = prover.count(upTo: unit.start, from: front)
    values.prover?.deliverFirst()
    if start > 0 { pass(start) }
    if unit.isArrayEnd {
      endProof()
      endArray(at: unsafe state.pointee.position)
      pass(1)
      return .progress
    }
    values.place = .value
    defer { endProofWhereSound() }
    return try readUnit(length: unit.end - unit.start, body, rejected)
  }

  /// Returns to the index once everything is sound.
  private func endProofWhereSound() {
    guard let layout = values.prover?.layout, layout.isComplete,
      front >= max(values.provenUpTo, values.cautiousUpTo), values.prover?.hasProven == false
    else { return }
    endProof()
  }

  func endProof() {
    if let layout = values.prover?.layout { values.layout = layout }
    values.prover = nil
  }

  /// Skips a value that exceeds the record limit, without keeping it.
  private func skipLongRecord(_ rejected: Rejected) throws -> ReadingStep {
    guard let prover = values.prover, let unit = prover.open else { return .progress }
    let layout = prover.layout
    if layout.tellsStarts, !unit.isOneLine, layout.isOnLines || !unit.isTidy {
      // Where each record has its own line, this one lacks its end, and damage stops at the line's
      // end.
      return beginDamage(tooLarge())
    }
    pass(prover.count(upTo: unit.start, from: front))
    values.prover?.passOpenUnit()
    return try skip(to: .record, tooLarge(), rejected)
  }
}
