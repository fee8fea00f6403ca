import Sluice

/// The text skipped since a fault: one bad record.
struct DamagedText {
  var text: SkippedText
  /// Where it began.
  let start: FeedPosition
  /// Already located, because the text may be gone when someone reads the error.
  let error: JSONError
  /// Whether the last line continues beyond this text.
  var isMidLine: Bool

  init(_ text: SkippedText, from start: FeedPosition, _ error: JSONError, isMidLine: Bool = true) {
    (self.text, self.start, self.error, self.isMidLine) = (text, start, error, isMidLine)
  }
}
