import Sluice

/// The text skipped since a fault: one bad record.
struct DamagedText {
  var text: SkippedText
  /// Already located, because the text may be gone when someone reads the error.
  let error: JSONError
  /// Whether the last line continues beyond this text.
  var isMidLine = true
}
