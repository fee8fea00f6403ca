import Sluice

/// Lines that are not JSON texts: each becomes one, which is indexed alone.
struct FormedLineFraming: Framing {
  var rules: FramingRules
  let former: LineFormer
  let indexer: RecordIndexer
  /// The place of the next line in the window.
  private var next = 0
  /// Why the feed can't be read on after a line that was passed.
  private var failure: JSONError?

  init(_ former: LineFormer, _ indexer: RecordIndexer, _ rules: FramingRules) {
    (self.former, self.indexer, self.rules) = (former, indexer, rules)
  }

  mutating func moveOn(past consumed: UnsafeBufferPointer<UInt8>) {
    (next, failure) = (0, nil)
  }

  mutating func next(in window: borrowing Window) -> FramingStep {
    if let failure { return .failed(failure) }
    let start = next
    let rest = unsafe UnsafeBufferPointer(rebasing: window.bytes[start...])
    guard let base = rest.baseAddress, var length = unsafe firstNewline(in: rest) else {
      return .passed
    }
    next = start + length + 1
    let end = window.offset(of: next)
    // As blank as lines are that the readers of other threads count.
    if unsafe base[0] <= 0x20, unsafe ChunkCounter.isBlank(base, 0, length) {
      return .blank(lines: 1, to: end)
    }
    if unsafe base[length - 1] == 0x0D { length -= 1 }
    let line = unsafe UnsafeBufferPointer(start: base, count: length)
    let extent = unsafe RecordExtent(
      line, in: base, at: window.offset + Int64(start), next: end, lines: 1)
    if length > rules.longest {
      return unsafe .rejected(extent, former.refuse(line, rules.tooLarge()))
    }
    do throws(JSONError) {
      let fault = try unsafe former.open(line, with: indexer, inFull: rules.checksInFull)
      return fault.map { .rejected(extent, $0) } ?? .record(extent)
    } catch {
      failure = error
      return .blank(lines: 1, to: end)
    }
  }
}
