import Sluice

/// Text that is skipped as it comes, in as many steps as that takes: a record that is longer than memory should hold,
/// or the rest of a source that can't be read.
struct Skip {
  /// What ends it.
  enum End {
    case source
    /// The end of the record at the front, which the prover looks for.
    case record
    /// The end of a value around the array of records, which may be known.
    case value(ValueScan, isKnown: Bool)
  }

  var end: End
  /// Where it began.
  let start: FeedPosition
  var text: SkippedText
  /// What is wrong with it, if it is one bad record. Nil: no one asked whether it is sound.
  var error: JSONError?

  init(to end: End, from start: FeedPosition, _ error: JSONError?) {
    (self.end, self.start, self.error) = (end, start, error)
    text = SkippedText(at: start)
  }
}
