import Sluice

/// Handles text that the index can't resolve: proves records byte by byte, and opens each by
/// itself.
extension ValueFraming {
  /// Finds a record that is proved to be whole, or continues the proof.
  mutating func proveOn(_ rest: inout Window) -> FramingStep {
    if prover == nil {
      passSpace(&rest)
      prover = RecordProver(self, at: rest.offset)
    }
    if prover?.hasProven == true { return proven(&rest) }
    switch scan(rest) {
    case .needsMore: return .needsMore
    case .proven: return proven(&rest)
    case .damaged: return beginDamage(&rest)
    case .tooLong: return skipLongRecord(&rest)
    case .ended:
      if let found = prover?.place { place = found }
      endProof()
      pass(rest.count, &rest)
      return .passed
    }
  }

  /// Continues the proof with the bytes of the window.
  mutating func scan(_ rest: borrowing Window) -> RecordProver.Finding {
    let before = prover?.here ?? 0
    let finding =
      unsafe prover?.scan(rest.bytes, at: rest.offset, isAll: rest.isLast) ?? .needsMore
    front.lookedAt += Int64((prover?.here ?? 0) - before)
    return finding
  }

  private mutating func proven(_ rest: inout Window) -> FramingStep {
    guard let unit = prover?.firstUnit,
      let start = prover?.count(upTo: unit.start, from: rest.offset)
    else { return .passed }
    pass(start, &rest)
    prover?.deliverFirst()
    if unit.isArrayEnd {
      endProof()
      endArray(at: rest.start)
      pass(1, &rest)
      return .passed
    }
    let length = unit.end - unit.start
    endProofWhereSound(rest.offset + Int64(length))
    return record(length: length, rest)
  }

  /// Returns to the index once everything before an offset is sound.
  private mutating func endProofWhereSound(_ offset: Int64) {
    guard let layout = prover?.layout, layout.isComplete,
      offset >= max(front.provenUpTo, cautiousUpTo), prover?.hasProven == false
    else { return }
    endProof()
  }

  mutating func endProof() {
    if let layout = prover?.layout { self.layout = layout }
    prover = nil
  }

  /// Skips a value that exceeds the record limit, without keeping it.
  private mutating func skipLongRecord(_ rest: inout Window) -> FramingStep {
    guard let prover, let unit = prover.open else { return .passed }
    let layout = prover.layout
    if layout.tellsStarts, !unit.isOneLine, layout.isOnLines || !unit.isTidy {
      // Where each record has its own line, this one lacks its end, and damage stops at the line's
      // end.
      return beginDamage(&rest, rules.tooLarge())
    }
    pass(prover.count(upTo: unit.start, from: rest.offset), &rest)
    self.prover?.passOpenUnit()
    return skip(to: .record, rules.tooLarge(), &rest)
  }
}
