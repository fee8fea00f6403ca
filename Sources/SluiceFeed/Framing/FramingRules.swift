import Sluice

/// The options that decide what a record is.
struct FramingRules {
  /// The most bytes of a record.
  let longest: Int
  let checksInFull: Bool
  let depthLimit: Int
  /// How much is usually indexed at once.
  let windowSize: Int

  init(_ options: FeedOptions) {
    longest = options.maximumRecordSize
    checksInFull = options.checking == .full
    depthLimit = options.depthLimit
    windowSize = options.windowSize
  }

  func tooLarge(reason: String? = nil) -> JSONError {
    JSONError(.tooLarge, at: 0, name: "\(longest)", reason: reason)
  }
}
