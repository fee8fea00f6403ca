import Sluice
import SluiceFeed

/// The verdict on each record of a feed: JSONFeed with `.full`, from memory.
final class FullSluice: WalkingContender {
  let name = "sluice"
  private let feeds: [[UInt8]]

  init(over documents: Documents) { feeds = documents.all.map { Array($0) } }

  func walk(into sink: inout some Sink) throws {
    for bytes in feeds {
      var feed = try JSONFeed(
        .bytes(bytes, name: "feed"), options: FeedOptions(checking: .full))
      try feed.forEach { _ in
        sink.integer(1)
      } rejected: { _ in
        sink.integer(0)
      }
    }
  }
}
