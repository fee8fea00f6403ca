import Sluice

/// A framing whose records are no lines: it decides itself how much of a window it needs.
protocol TextFraming: Framing where Text == Window {
  var front: FrontIndex { get set }

  /// How many of the window's first bytes are done with, without those of records that were found last.
  var passed: Int { get set }

  /// Whether nothing more comes.
  var isDone: Bool { get set }

  /// Where a feed must resume, if text before the front belongs to what was not delivered yet.
  var held: FeedPosition? { get }

  /// The number of bytes indexed or scanned.
  var lookedAt: Int64 { get }

  /// The next step in what was not passed.
  mutating func step(_ rest: inout Window) -> FramingStep

  /// What becomes of the rest if the part ends and `step` needs more.
  mutating func end(_ rest: inout Window) -> FramingStep

  /// Notes text that is behind what comes next.
  mutating func move(past text: UnsafeBufferPointer<UInt8>)

  /// Takes what is whole in a followed file after which nothing has come for a moment. Returns whether there is such a
  /// record: the next step finds it.
  ///
  /// A value alone proves little, and elsewhere the text after it decides. But the next record of a log may come tomorrow: so
  /// what would be whole if the file ended here, as a later feed may continue it, is whole.
  mutating func settle(for window: borrowing Window) -> Bool
}

extension TextFraming {
  mutating func next(in window: borrowing Window) -> FramingStep {
    if front.hasFound { return .found }
    if let done = front.done {
      // Its lines are counted once it is consumed.
      unsafe move(past: UnsafeBufferPointer(rebasing: window.bytes[passed..<done]))
      passed = done
      return .passed
    }
    if isDone { return .end }
    var rest = window.dropping(passed)
    let step = step(&rest)
    guard case .needsMore = step, window.isLast else { return step }
    isDone = true
    return end(&rest)
  }

  /// Skips bytes that belong to no record.
  mutating func pass(_ count: Int, _ rest: inout Window) {
    guard count > 0 else { return }
    unsafe move(past: rest.first(count))
    passed += count
    rest = rest.dropping(count)
  }

  mutating func move(past text: UnsafeBufferPointer<UInt8>) {}

  mutating func moveOn(past consumed: UnsafeBufferPointer<UInt8>) {
    if consumed.count > passed {
      unsafe move(past: UnsafeBufferPointer(rebasing: consumed[passed...]))
    }
    passed = 0
    front.moveOn()
  }
}
