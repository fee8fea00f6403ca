import Sluice

/// Skips text in bounded memory, and reports it once its end has come. Between two steps the skip is part of the
/// framing's state; so it makes no difference how often it is continued.
extension ValueFraming {
  /// Begins to skip the text at the front.
  mutating func skip(
    to end: Skip.End, _ error: JSONError?, _ rest: inout Window
  ) -> FramingStep {
    skip = Skip(to: end, from: rest.start, error)
    return skipOn(&rest)
  }

  /// Skips what the window holds of the text.
  mutating func skipOn(_ rest: inout Window) -> FramingStep {
    // Taken out, so that nothing of it is copied.
    guard var skip = skip.take() else { return .passed }
    let isOver =
      switch skip.end {
      case .source: skipRest(&skip, &rest)
      case .value(let scan, let isKnown): skipValue(&skip, scan, isKnown, &rest)
      case .record: skipRecord(&skip, &rest)
      }
    guard isOver || rest.isLast else {
      self.skip = skip
      return .needsMore
    }
    if !isOver, rules.leavesUnfinishedEnd, case .record = skip.end {
      // It may still become a record.
      isDone = true
      return leave(rest, from: skip.start, passed: skip.text.passed) ?? .passed
    }
    return end(skip, isOver: isOver)
  }

  private mutating func skipRest(_ skip: inout Skip, _ rest: inout Window) -> Bool {
    extend(&skip, by: rest.count, &rest)
    return false
  }

  private mutating func skipValue(
    _ skip: inout Skip, _ scan: ValueScan, _ isKnown: Bool, _ rest: inout Window
  ) -> Bool {
    var scan = scan
    skip.end = .source
    // What was scanned before is gone, or at the front.
    let isOver = unsafe isKnown || scan.scan(rest.rest(from: scan.seen - skip.text.passed))
    skip.end = .value(scan, isKnown: isOver)
    extend(&skip, by: scan.seen - skip.text.passed, &rest)
    skip.text.length = scan.length
    return isOver
  }

  /// Takes what the prover has scanned of the record. It is over once the record has ended, or is damaged.
  private mutating func skipRecord(_ skip: inout Skip, _ rest: inout Window) -> Bool {
    let finding = scan(rest)
    guard let prover else { return true }
    let end = prover.open == nil ? prover.units.last.map(\.end) ?? prover.here : prover.here
    extend(&skip, by: prover.count(upTo: end, from: rest.offset), &rest)
    return prover.open == nil || finding == .damaged && !prover.isCut
  }

  /// Passes the first bytes of the window, as a part of the text.
  private mutating func extend(_ skip: inout Skip, by count: Int, _ rest: inout Window) {
    guard count > 0 else { return }
    unsafe skip.text.append(rest.first(count)[...])
    pass(count, &rest)
  }

  /// Reports the text. `isOver`: it ends before the source does.
  private mutating func end(_ skip: Skip, isOver: Bool) -> FramingStep {
    var error = skip.error
    switch skip.end {
    case .source: isDone = true
    case .value:
      if !isOver, error != nil {
        // The source ends in this bad record.
        isDone = true
        error = rules.tooLarge(reason: Self.hasNoEnd)
      }
    case .record:
      let hasEnded = prover?.open == nil
      endProof()
      place = hasEnded ? .separator : .anything
      if isOver, !hasEnded {
        damage = DamagedText(
          skip.text, from: skip.start, rules.tooLarge(reason: "and it is damaged"),
          isMidLine: line.indent != 0)
        return .passed
      }
      if !hasEnded { error = rules.tooLarge(reason: Self.hasNoEnd) }
    }
    return error.map { .skipped(skip.text, $0) } ?? .passed
  }

  private static let hasNoEnd = "it does not end before the feed does"
}
