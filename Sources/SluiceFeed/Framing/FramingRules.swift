import Sluice

/// The options that decide what a record is.
struct FramingRules {
  /// The most bytes of a record.
  let longest: Int
  let checksInFull: Bool
  let depthLimit: Int
  /// How much is usually indexed at once.
  let windowSize: Int
  /// Whether text that the source's end cuts is left, because it may become a record, instead of counting as damage.
  let leavesUnfinishedEnd: Bool

  init(_ options: FeedOptions) {
    longest = options.maximumRecordSize
    checksInFull = options.checking == .full
    depthLimit = options.depthLimit
    windowSize = options.windowSize
    leavesUnfinishedEnd = options.leavesUnfinishedEnd
  }

  func tooLarge(reason: String? = nil) -> JSONError {
    JSONError(.tooLarge, at: 0, name: "\(longest)", reason: reason)
  }
}
