import Sluice

extension RecordLayout {
  /// The layout that the lines after a fault in the first records show, and the number of bytes examined
  /// for it.
  ///
  /// Reads from each line that begins like a value to a line end after a value. Among the values that
  /// prove sound, those at the column with the most bytes are the records.
  static func inferred(
    from text: UnsafeBufferPointer<UInt8>, isAll: Bool, _ values: ValueFraming
  ) -> (layout: RecordLayout, cost: Int64) {
    var trial = unsafe LayoutTrial(text, isAll: isAll, values)
    var units: [Unit] = []
    var isFirstAmongThem = false
    var start = 0
    while start < text.count, trial.cost < Int64(32 * text.count) {
      guard let found = trial.records(from: start) else {
        start = trial.nextLine(start)
        continue
      }
      // A value of several lines may contain all the rest. So either it is closed in place, and another one begins at
      // the same column, or the text after it must be sound too: a stray bracket closes a record too early.
      let isOdd = found.units.contains { unit in
        !unit.isOneLine
          && (!unit.isRegular || !units.contains { !$0.isOneLine && $0.column == unit.column })
      }
      if isOdd, !trial.isSound(from: found.end) {
        start = trial.nextLine(start)
        continue
      }
      if start == 0 { isFirstAmongThem = true }
      units += found.units
      start = found.end
    }
    return (layout(of: units, isFirstAmongThem, values.layout), trial.cost)
  }

  private static func layout(
    of units: [Unit], _ isFirstAmongThem: Bool, _ known: RecordLayout
  ) -> RecordLayout {
    // The first unit may be preceded by text that belongs to no record.
    let others = isFirstAmongThem && units.count > 1 ? Array(units.dropFirst()) : units
    let isOneLine = units.allSatisfy(\.isOneLine)
    // Records outweigh the fragments of any one of them.
    var weights: [Int: Int] = [:]
    for unit in others { weights[unit.column, default: 0] += unit.end - unit.start }
    let column = weights.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    let records = others.filter { isOneLine || $0.column == column }
    // A few that are not closed in place were closed by the damage.
    let regular = records.count { !$0.isOneLine && $0.isRegular }
    let odd = records.count { !$0.isOneLine && !$0.isRegular }
    let areOddDamaged = 8 * odd <= regular || odd == 1 && regular > 1
    var layout = known
    for unit in records where !layout.isComplete {
      if unit.isOneLine || unit.isRegular || !areOddDamaged { layout.note(unit) }
    }
    return layout
  }
}

/// Reads text from its lines on, as if records began there.
///
/// Sound because a trial lives for one call, during which the text stays.
@safe
private struct LayoutTrial {
  private let text: UnsafeBufferPointer<UInt8>
  private let isAll: Bool
  private let values: ValueFraming
  /// The number of bytes examined.
  private(set) var cost: Int64 = 0

  init(
    _ text: UnsafeBufferPointer<UInt8>, isAll: Bool, _ values: ValueFraming
  ) {
    unsafe (self.text, self.isAll, self.values) = unsafe (text, isAll, values)
  }

  /// The records up to the first line end after one, and the start of the line after it. Nil: the
  /// text is not sound up to there, or the text after it can't follow records.
  mutating func records(from start: Int) -> (units: [RecordLayout.Unit], end: Int)? {
    guard let first = firstByte(of: start, acrossLines: false),
      RecordLayout.beginsValue(first) || values.style == .elements && first == Byte.comma
    else { return nil }
    var values = values
    if start > 0 {
      (values.place, values.line, values.layout) = (.anything, LinePlace(), RecordLayout())
    }
    var prover = RecordProver(values, at: 0)
    (prover.isTrial, prover.tidyUpTo) = (true, 0)
    defer { cost += Int64(prover.here) }
    var end = start
    while unsafe end < text.count {
      end = nextLine(end)
      _ = unsafe prover.scan(
        UnsafeBufferPointer(rebasing: text[start..<end]), at: 0, isAll: false)
      if prover.isDamaged { return nil }
      guard prover.open == nil, !prover.units.isEmpty, unsafe text[end - 1] == UInt8(ascii: "\n")
      else {
        continue
      }
      return mayEnd(prover, end) ? (prover.units.filter { !$0.isArrayEnd }, end) : nil
    }
    return nil
  }

  /// Whether the text from a line's start is sound: records, the array's end, or nothing.
  mutating func isSound(from start: Int) -> Bool {
    guard let first = firstByte(of: start, acrossLines: true) else { return true }
    if values.style == .elements, first == Byte.closeBracket { return true }
    var line = start
    while unsafe line < text.count, firstByte(of: line, acrossLines: false) == nil {
      line = nextLine(line)
    }
    return records(from: line) != nil
  }

  func nextLine(_ start: Int) -> Int {
    let rest = unsafe UnsafeBufferPointer(rebasing: text[start...])
    return unsafe start + (firstNewline(in: rest).map { $0 + 1 } ?? rest.count)
  }

  /// Whether the text after the line end may follow the records before it.
  private func mayEnd(_ prover: RecordProver, _ end: Int) -> Bool {
    guard let next = firstByte(of: end, acrossLines: true) else {
      let isClosed = values.style == .concatenated || prover.phase == .tail
      return isClosed || prover.place == .value || !isAll
    }
    if values.style == .concatenated { return RecordLayout.beginsValue(next) }
    if prover.phase == .tail {
      guard !prover.levels.isEmpty else { return false }
      return prover.expects == .separator
        ? next == Byte.comma || Byte.closes(next) : prover.expects != .key || next == Byte.quote
    }
    return prover.place == .value || next == Byte.comma || next == Byte.closeBracket
  }

  /// The first byte that is not white space.
  private func firstByte(of start: Int, acrossLines: Bool) -> UInt8? {
    let found = unsafe text[start...].first {
      !$0.isJSONSpace || !acrossLines && $0 == UInt8(ascii: "\n")
    }
    return found == UInt8(ascii: "\n") ? nil : found
  }
}
