import Sluice
import SluiceSystem

/// Skips text in bounded memory, and reports it once its end has come. Between two steps the skip is part of the
/// framing's state; so it makes no difference how often it is continued.
extension RecordFramer {
  /// Begins to skip the text at the front.
  func skip(
    to end: Skip.End, _ error: JSONError?, _ rejected: Rejected
  ) throws -> ReadingStep {
    values.skip = unsafe Skip(to: end, from: state.pointee.position, error)
    return try skipOn(rejected)
  }

  /// Skips what the buffer holds of the text.
  func skipOn(_ rejected: Rejected) throws -> ReadingStep {
    // Taken out, so that nothing of it is copied.
    guard var skip = values.skip.take() else { return .progress }
    let isOver =
      switch skip.end {
      case .source: skipRest(&skip)
      case .separator: skipText(&skip)
      case .value(let scan, let isKnown): skipValue(&skip, scan, isKnown)
      case .record: skipRecord(&skip)
      }
    guard isOver || buffer.isAtEnd else {
      values.skip = skip
      return .needsMore
    }
    if !isOver, options.leavesUnfinishedEnd, leaves(skip) { return .progress }
    return try end(skip, isOver: isOver, rejected)
  }

  private func skipRest(_ skip: inout Skip) -> Bool {
    unsafe extend(buffer.rest.count, into: &skip)
    return false
  }

  private func skipText(_ skip: inout Skip) -> Bool {
    let rest = unsafe buffer.rest
    let found = unsafe ByteSearch.first(FeedFraming.recordSeparator, in: rest)
    values.lookedAt += Int64(found ?? rest.count)
    extend(found ?? rest.count, into: &skip)
    return found != nil
  }

  private func skipValue(_ skip: inout Skip, _ scan: ValueScan, _ isKnown: Bool) -> Bool {
    var scan = scan
    skip.end = .source
    // What was scanned before is gone, or at the front.
    let rest = unsafe buffer.rest.dropFirst(scan.seen - skip.text.passed)
    let isOver = unsafe isKnown || scan.scan(UnsafeBufferPointer(rebasing: rest))
    skip.end = .value(scan, isKnown: isOver)
    extend(scan.seen - skip.text.passed, into: &skip)
    skip.text.length = scan.length
    return isOver
  }

  /// Takes what the prover has scanned of the record. It is over once the record has ended, or is damaged.
  private func skipRecord(_ skip: inout Skip) -> Bool {
    let finding = scan()
    guard let prover = values.prover else { return true }
    let end = prover.open == nil ? prover.units.last.map(\.end) ?? prover.here : prover.here
    extend(prover.count(upTo: end, from: front), into: &skip)
    return prover.open == nil || finding == .damaged && !prover.isCut
  }

  /// Consumes the first bytes of the buffer, as a part of the text.
  private func extend(_ count: Int, into skip: inout Skip) {
    guard count > 0 else { return }
    unsafe skip.text.append(buffer.first(count)[...])
    pass(count)
  }

  /// Whether text that the source's end cuts is left, because it may still become a record.
  private func leaves(_ skip: Skip) -> Bool {
    switch skip.end {
    case .source, .value: return false
    case .separator: guard values.place == .value else { return false }
    case .record: break
    }
    unsafe state.pointee.position = skip.start
    values.isDone = true
    _ = leaveValues(passed: skip.text.passed)
    return true
  }

  /// Reports the text. `isOver`: it ends before the source does.
  private func end(
    _ skip: Skip, isOver: Bool, _ rejected: Rejected
  ) throws -> ReadingStep {
    var error = skip.error
    switch skip.end {
    case .source: values.isDone = true
    case .separator: values.place = .separator
    case .value:
      if !isOver, error != nil {
        // The source ends in this bad record.
        values.isDone = true
        error = tooLarge(reason: Self.hasNoEnd)
      }
    case .record:
      let hasEnded = values.prover?.open == nil
      endProof()
      values.place = hasEnded ? .separator : .anything
      if isOver, !hasEnded {
        values.damage = DamagedText(
          skip.text, from: skip.start, tooLarge(reason: "and it is damaged"),
          isMidLine: values.lineIndent != 0)
        return .progress
      }
      if !hasEnded { error = tooLarge(reason: Self.hasNoEnd) }
    }
    if let error { try delivery.reject(skip.text, error, rejected) }
    return .progress
  }

  private static let hasNoEnd = "it does not end before the feed does"
}
