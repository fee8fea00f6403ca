import Sluice

/// Finds the records of a feed: a value that has only what is known about the text so far, and no source, buffer or
/// delivery.
///
/// The reader asks for one step after another in the same window, until there is no further record. Then, or when a
/// record's delivery has failed, it moves on to another window.
protocol Framing: ~Copyable {
  associatedtype Text = Window

  var rules: FramingRules { get set }

  /// Opens the next of the records that were found at once in the index, and writes where it is. False: `next` says what
  /// comes. This costs a few instructions, where a step is paid for each window or odd record; a record that is returned
  /// would cost 20 more.
  mutating func openFound(in text: borrowing Text, as record: inout RecordExtent) -> Bool

  /// The next record of the text, or why there is none.
  mutating func next(in text: borrowing Text) -> FramingStep

  /// Has successive lines read at once, after `FramingStep.run`.
  mutating func readRun(by reader: any LineRunTaker) -> LineRunRead

  /// Notes that these bytes at the start of the window were consumed, and that the next window begins after them.
  mutating func moveOn(past consumed: UnsafeBufferPointer<UInt8>)
}

extension Framing where Self: ~Copyable {
  mutating func openFound(in text: borrowing Text, as record: inout RecordExtent) -> Bool {
    false
  }

  mutating func readRun(by reader: any LineRunTaker) -> LineRunRead {
    LineRunRead(count: 0, offset: 0)
  }
}
