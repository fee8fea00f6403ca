import Sluice
import SluiceFeed
import SluiceRules

/// The log feed through JSONFeed, each record whole into a struct by a rule.
final class TypedSluice: WalkingContender {
  let name: String
  private let checking: JSONChecking
  private let feeds: [[UInt8]]

  init(
    _ name: String = "sluice", over documents: Documents, checking: JSONChecking = .accessed
  ) {
    self.name = name
    self.checking = checking
    feeds = documents.all.map { Array($0) }
  }

  func walk(into sink: inout some Sink) throws {
    for bytes in feeds {
      var feed = try JSONFeed(
        .bytes(bytes, name: "logs"), options: FeedOptions(checking: checking))
      try feed.forEach(LogEntry.rule) {
        $0.handOver(to: &sink)
      } rejected: {
        throw $0.error
      }
    }
  }
}
