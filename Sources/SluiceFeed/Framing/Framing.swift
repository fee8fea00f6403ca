import Sluice

/// Finds the records of a feed: a value that has only what is known about the text so far, and no source, buffer or
/// delivery.
///
/// The reader asks for one step after another in the same window, until the framing has passed it. Then, or when a
/// record's delivery has failed, it moves the window on.
protocol Framing: ~Copyable {
  associatedtype Text = Window

  /// The next record of the text, or why there is none.
  mutating func next(in text: borrowing Text) -> FramingStep

  /// Has successive lines read at once, after `FramingStep.run`.
  mutating func readRun(by reader: any LineRunTaker) -> LineRunRead

  /// Notes that the reader has consumed what was delivered or passed, and that the next window begins after it.
  mutating func moveOn()
}

extension Framing where Self: ~Copyable {
  mutating func readRun(by reader: any LineRunTaker) -> LineRunRead {
    LineRunRead(count: 0, offset: 0)
  }
}
