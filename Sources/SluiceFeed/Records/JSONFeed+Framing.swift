package import Sluice
import SluiceSystem

extension JSONFeed {
  /// The text left at the end under `FeedOptions.leavesUnfinishedEnd`. Nil: nothing was left, or the
  /// end was not reached.
  package var unfinishedEnd: UnfinishedEnd? { reader.unfinishedEnd }

  /// The framing; with `.auto`, the one detected from the first bytes after decompression and
  /// transcoding. Does not consume them.
  package mutating func chosenFraming() throws(JSONError) -> FeedFraming {
    while reader.framing == .auto {
      do throws(InputEvent) {
        try reader.mustChooseFraming()
      } catch {
        guard case .archive = error else { throw error.asError }
        try InputEvent.asErrors(try reader.beginArchive())
      }
    }
    return reader.framing
  }
}

extension SourceParts {
  /// What `.auto` chooses for a source that can be read twice.
  static func framing(
    of source: FeedSource, _ options: FeedOptions
  ) throws(JSONError) -> FeedFraming {
    let isReadAgain: Bool
    switch source {
    case .bytes: isReadAgain = true
    case .file(let path): isReadAgain = try PlainFile.isRegular(path)
    case .address: isReadAgain = true
    default: isReadAgain = false
    }
    guard isReadAgain else {
      throw JSONError(
        .invalidValue, at: 0, name: "the framing of a feed in a range of bytes",
        reason: "auto examines the start of \(source.name), which can't be read twice; name lines")
    }
    var first = FeedOptions(framing: .auto, depthLimit: options.depthLimit)
    first.decompression = options.decompression
    var feed = try JSONFeed(source, options: first)
    return try feed.chosenFraming()
  }
}
