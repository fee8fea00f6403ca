import Sluice

/// A framing whose records are no lines: it decides itself how much of a window it needs.
protocol TextFraming: Framing where Text == Window {
  /// How many of the window's first bytes are done with, without those of records that were found last.
  var passed: Int { get }

  /// Where a feed must resume, if text before the front belongs to what was not delivered yet.
  var held: FeedPosition? { get }

  /// The number of bytes indexed or scanned.
  var lookedAt: Int64 { get }

  /// Takes what is whole in a followed file after which nothing has come for a moment. Returns whether there is such a
  /// record: the next step finds it.
  ///
  /// A value alone proves little, and elsewhere the text after it decides. But the next record of a log may come tomorrow: so
  /// what would be whole if the file ended here, as a later feed may continue it, is whole.
  mutating func settle(for window: borrowing Window) -> Bool
}
