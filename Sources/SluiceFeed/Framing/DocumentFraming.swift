import Sluice

/// A source that is one document.
struct DocumentFraming: TextFraming {
  var rules: FramingRules {
    didSet { front.rules = rules }
  }
  var front: FrontIndex
  var passed = 0
  /// A document that is too long, as far as it was skipped.
  private var skipped: (text: SkippedText, start: FeedPosition)?
  var isDone = false

  init(_ indexer: RecordIndexer, _ rules: FramingRules, from offset: Int64) {
    self.rules = rules
    front = FrontIndex(indexer, rules, from: offset)
  }

  var lookedAt: Int64 { front.lookedAt }
  var held: FeedPosition? { isDone ? nil : skipped?.start }

  /// Reads to the end or to the size limit.
  mutating func step(_ rest: inout Window) -> FramingStep {
    if skipped != nil { return skipOn(&rest) }
    pass(rest.spaceCount, &rest)
    if rest.isEmpty { return .needsMore }
    guard rest.isLast else {
      // Trailing white space does not count, but finding it here would cost a search.
      return rest.count > rules.longest + (1 << 20) ? skip(&rest) : .needsMore
    }
    let length = rest.lengthWithoutSpace(upTo: rest.count)
    if length > rules.longest { return skip(&rest) }
    if rules.leavesUnfinishedEnd {
      var scan = ValueScan(.concatenated, indent: 0)
      if unsafe !scan.scan(rest.bytes) { return .needsMore }
    }
    do throws(JSONError) {
      let fault = try unsafe front.openAlone(rest.first(length))
      let extent = front.extent(length, of: rest)
      front.end(at: passed + length)
      return fault.map { .rejected(extent, $0) } ?? .record(extent)
    } catch {
      return .failed(error)
    }
  }

  mutating func end(_ rest: inout Window) -> FramingStep {
    guard rules.leavesUnfinishedEnd, !rest.isEmpty else { return .end }
    return .left(UnfinishedEnd(bytes: Int64(rest.count)), at: rest.start)
  }

  private mutating func skip(_ rest: inout Window) -> FramingStep {
    skipped = (SkippedText(at: rest.start), rest.start)
    return skipOn(&rest)
  }

  /// Skips what the window holds of a document that is too long.
  private mutating func skipOn(_ rest: inout Window) -> FramingStep {
    // Taken out, so that nothing of it is copied.
    guard var skip = skipped.take() else { return .passed }
    unsafe skip.text.append(rest.bytes[...])
    pass(rest.count, &rest)
    guard rest.isLast else {
      skipped = skip
      return .needsMore
    }
    isDone = true
    return .skipped(skip.text, rules.tooLarge())
  }

  /// A document ends with its source.
  mutating func settle(for window: borrowing Window) -> Bool { false }
}
