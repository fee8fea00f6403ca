package import Sluice

/// A followed path read file by file, by who must know which of them is read: a job, whose checkpoint
/// is of one file.
extension JSONFeed {
  /// Goes on in one file at a followed path, and ends with it: when another is at the path and all of
  /// this one is read, when it was cut, or by `stop`.
  ///
  /// When nothing new has come for some tenths of a second, what reads throws an error of which
  /// ``isQuiet(_:)`` says so; asked again, it goes on. Throws `io` when the file ends before the
  /// position.
  package init(
    _ life: FollowedInput, path: String, options: FeedOptions, from position: FeedPosition,
    stop: FeedStop
  ) throws(JSONError) {
    life.tellsQuiet = true
    let source = ByteSource(life, name: path, stops: [stop])
    try source.skip(position.offset)
    reader = try FeedReader(
      SourceParts(source), named: path, options: options, from: position, stops: [stop])
  }

  /// Whether an error says no more than that nothing new has come.
  package static func isQuiet(_ error: any Error) -> Bool {
    (error as? JSONError).map(FeedStops.isQuiet) ?? false
  }

  /// Whether an error says no more than that the reading was stopped while it waited for a file.
  package static func isStop(_ error: any Error) -> Bool {
    (error as? JSONError).map(FeedStops.isStop) ?? false
  }
}
