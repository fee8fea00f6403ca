import Sluice

/// Decides what is proved, and when.
extension RecordProver {
  /// Handles a newline outside strings.
  mutating func endLine() {
    defer {
      indent = 0
      lineColumn = nil
      lineHasUnit = false
      beginsWithComma = false
      lineStart = here
    }
    if open?.isOneLine == true {
      open?.isBare = levels.depth == 1 && Byte.opens(last)
    } else if open == nil, lineHasUnit, proven < units.count {
      units[units.count - 1].endsLine = true
      units[units.count - 1].isBeforeComma = style == .elements && place == .value
      // The line of the last element may end with the array's bracket.
      if isTrial, let end = units.last, end.isArrayEnd, end.closerColumn == nil, units.count > 1 {
        units[units.count - 2].endsLine = true
      }
    }
    guard !isTrial, open == nil, lineHasUnit, let unit = units.last else { return }
    if !isCandidate { proveByDistance() }
    guard proven < units.count else { return }
    // After the end of a root, only the end of the source proves anything.
    if phase == .tail, levels.isEmpty { return }
    switch evidence(of: unit) {
    case .whole: proveAll()
    case .ifNextLineFits: awaiting = units.count
    case .nothing:
      if isCandidate { isDamaged = true }
      guard style == .concatenated, !layout.isKnown, unit.isOneLine else { return }
      // Text without its head is never followed by another value, and even less by a line of
      // values.
      soundLines += 1
      if soundLines > 1 { proveAll() }
    }
  }

  private func evidence(of unit: Unit) -> RecordLayout.Evidence {
    layout.evidence(unit, hasComma: place != .separator, style)
  }

  mutating func proveAll() { prove(units.count) }

  mutating func prove(_ count: Int) {
    isCandidate = false
    soundLines = 0
    while proven < count {
      layout.note(units[proven])
      proven += 1
    }
    if proven == units.count { awaiting = nil }
  }

  /// Proves the units that are followed by enough sound bytes.
  mutating func proveByDistance() {
    guard !isCandidate, !isTrial else { return }
    while proven < units.count, here - units[proven].end >= layout.lookahead { prove(proven + 1) }
  }

  /// Called for a value that exceeds the record limit.
  mutating func isTooLong() -> Bool {
    proveByDistance()
    if hasProven { return false }
    guard delivered == units.count || isCandidate else {
      limit = (units.last?.end ?? here) + layout.lookahead
      if limit <= here { limit = here + 1 }
      return false
    }
    if isCandidate {
      isDamaged = true
      return false
    }
    return true
  }

  /// Handles the end of the source.
  mutating func finish() -> Finding {
    defer { isCut = isDamaged }
    if leavesUnfinishedEnd, !isTrial, let finding = finishLeaving() { return finding }
    if token == .scalar { endAtEnd() }
    if open != nil {
      // The text before it was followed by a separator, or needs none.
      if isCandidate { isDamaged = true } else { proveAll() }
      isDamaged = true
      return hasProven ? .proven : .damaged
    }
    let isUnclosed = style == .elements && phase == .records && place == .separator
    if isCandidate, phase == .records {
      let isWhole =
        lineHasUnit ? units.last.map { evidence(of: $0) != .nothing } ?? false : awaiting != nil
      if !isWhole || isUnclosed {
        isDamaged = true
        return .damaged
      }
    }
    if isUnclosed, proven < units.count, let unit = units.last {
      // The last element may contain everything that seemed to follow, unless its line shows
      // otherwise.
      prove(units.count - 1)
      if unit.isOneLine, unit.endsLine, layout.evidence(unit, hasComma: false, style) == .whole {
        proveAll()
      } else {
        isDamaged = true
      }
    } else {
      proveAll()
    }
    if hasProven { return .proven }
    return isDamaged ? .damaged : .ended
  }

  /// Proves what would be whole if the source ended here, though more may come. Returns whether anything is.
  mutating func rest() -> Bool {
    guard !isCandidate, !isTrial, !isDamaged else { return false }
    // What follows the elements is no record: their array has ended.
    if finishLeaving() == nil { proveAll() }
    return hasProven
  }

  /// The same if the unfinished end is left: everything before it is whole. Nil: nothing is
  /// unfinished.
  private mutating func finishLeaving() -> Finding? {
    let isUnclosed = style == .elements && phase == .records
    guard open != nil || isUnclosed else { return nil }
    // Not even the start of a candidate is known to be sound.
    if isCandidate { return .needsMore }
    if open == nil, place == .separator, let unit = units.last, proven < units.count {
      prove(units.count - 1)
      if unit.isOneLine, unit.endsLine, layout.evidence(unit, hasComma: false, style) == .whole {
        proveAll()
      }
    } else {
      proveAll()
    }
    return hasProven ? .proven : .needsMore
  }

  private mutating func endAtEnd() {
    token = .none
    last = 0
    guard open != nil, levels.isEmpty else { return }
    open?.end = here
    if let unit = open { units.append(unit) }
    open = nil
    limit = .max
    place = style == .elements ? .separator : .value
    lineHasUnit = true
  }

  /// Notes that the first unit was delivered.
  mutating func deliverFirst() {
    delivered += 1
    if delivered == units.count {
      // The comma after the last of them counts for the next.
      commaAt = commaAt == units.count ? 0 : nil
      units.removeAll(keepingCapacity: true)
      (delivered, proven) = (0, 0)
    } else if delivered > 1024, delivered * 2 > units.count {
      units.removeFirst(delivered)
      proven -= delivered
      awaiting = awaiting.map { $0 - delivered }
      commaAt = commaAt.map { $0 - delivered }
      delivered = 0
    }
  }
}
