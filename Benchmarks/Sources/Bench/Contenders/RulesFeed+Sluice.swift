import Sluice
import SluiceFeed
import SluiceRules

/// The events feed through JSONFeed, by a rule, `.accessed`.
final class RulesFeedSluice: DecodingContender {
  let name = "sluice"
  private let feeds: [[UInt8]]

  init(over documents: Documents) { feeds = documents.all.map { Array($0) } }

  func decode(_ take: (Event) -> Void) throws {
    for bytes in feeds {
      var feed = try JSONFeed(.bytes(bytes, name: "events"))
      try feed.forEach(Event.rule) {
        take($0)
      } rejected: {
        throw $0.error
      }
    }
  }
}
