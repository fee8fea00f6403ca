import Results
import SampleFeeds
import SluiceFeed

/// Whether each record of the log feed is valid JSON: the full check against simdjson's DOM parse, line by
/// line. Some records are damaged, so that accepting everything is wrong.
enum FullFeedWorkload {
  static let records = 40_000

  static func make(_ settings: Settings) throws -> Workload {
    var bytes = Feeds.make(.logs, records: records)
    var random = Random(seed: 1)
    for _ in 0..<records / 2000 {
      let place = random.below(bytes.count)
      // Newlines stay, because both sides divide the feed there.
      if bytes[place] != UInt8(ascii: "\n") {
        bytes[place] = Array("{}[]:,x0".utf8)[random.below(8)]
      }
    }
    let documents = Documents([bytes])
    return Workload(
      name: "feed.full", input: InputReport("log feed, a little damaged", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: try CppContender.all(
        ["full.dom.lines": "simdjson.dom"], over: documents, settings) + [
          FullSluice(over: documents)
        ])
  }
}
