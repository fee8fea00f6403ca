import Foundation
import SampleFeeds
import Sluice
import SluiceCodable
import SluiceFeed

/// What is decoded, and by whom.
struct Work {
  let name: String
  /// Prepares the input, and returns what decodes it.
  let sluice: (String) throws -> () throws -> Any
  let foundation: (String) throws -> () throws -> Any

  static var all: [Work] {
    [
      document("twitter", "twitter.json", Twitter.Timeline.self),
      document("citm", "citm_catalog.json", Citm.Catalog.self),
      document("canada", "canada.json", Figures.self),
      feed,
      document("partial", "twitter.json", TimelineExtract.self),
      document("accessed", "twitter.json", TimelineExtract.self, .accessed),
      body,
    ]
  }

  private static func document<Value: Decodable>(
    _ name: String, _ file: String, _ type: Value.Type, _ checking: JSONChecking = .full
  ) -> Work {
    Work(name: name) { corpus in
      let data = try read(file, corpus)
      let decoder = SluiceDecoder()
      decoder.documentOptions.checking = checking
      // An error loads the code, which is not what is measured.
      _ = try? decoder.decode(type, from: Data("[".utf8))
      return { try decoder.decode(type, from: data) }
    } foundation: { corpus in
      let data = try read(file, corpus)
      let decoder = JSONDecoder()
      _ = try? decoder.decode(type, from: Data("[".utf8))
      return { try decoder.decode(type, from: data) }
    }
  }

  private static func read(_ file: String, _ corpus: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(corpus)/documents/\(file)"))
  }

  /// Each line of the events feed, one after the other.
  private static var feed: Work {
    func lines() -> [UInt8] {
      var sample = SampleFeed(shape: .events, seed: 1)
      var bytes: [UInt8] = []
      sample.appendRecords(10_000, to: &bytes)
      return bytes
    }
    return Work(name: "feed") { _ in
      let bytes = lines()
      return {
        var sum: Int64 = 0
        var feed = try JSONFeed(
          .bytes(bytes, name: "events"), options: FeedOptions(checking: .full))
        try feed.forEach(.codable(Event.self)) {
          sum &+= $0.id
        } rejected: {
          throw $0.error
        }
        return sum
      }
    } foundation: { _ in
      let bytes = lines()
      return {
        var sum: Int64 = 0
        let decoder = JSONDecoder()
        for line in bytes.split(separator: 0x0A) {
          sum &+= try decoder.decode(Event.self, from: Data(line)).id
        }
        return sum
      }
    }
  }

  /// A decoder for each body, as servers make them.
  private static var body: Work {
    Work(name: "body") { _ in
      let bodies = RequestBodies.make()
      return { try bodies.map { try SluiceDecoder().decode(Order.self, from: $0) } }
    } foundation: { _ in
      let bodies = RequestBodies.make().map { Data($0) }
      return { try bodies.map { try JSONDecoder().decode(Order.self, from: $0) } }
    }
  }
}
