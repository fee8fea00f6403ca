package import Sluice

/// Reads a followed path file by file, for a job whose checkpoint refers to one file.
extension JSONFeed {
  /// Resumes in one file at a followed path, and ends with it: when another file is at the path and
  /// this one is read to its end, when this one was truncated, or by `stop`.
  ///
  /// When nothing new has come for a few tenths of a second, reading throws
  /// ``InputEvent/quiet(_:)``; the next read resumes. Throws `io` if the file ends before the
  /// position.
  package init(
    _ generation: FollowedInput, path: String, options: FeedOptions, from position: FeedPosition,
    stop: FeedStop
  ) throws(JSONError) {
    generation.ownerHearsQuiet = true
    generation.resumedAt = position.offset
    let source = ByteSource(
      generation, name: path, limits: options.decompression, stops: [stop])
    reader = try FeedReader(
      SourceParts(source, options, from: position, stops: [stop], isGrowing: true), named: path,
      options: options, from: position, stops: [stop])
  }

  /// What the caller should know about the bytes of the current part, since this was last asked.
  package mutating func takeNotes() -> [SourceNote] { reader.source.takeNotes() }
}
