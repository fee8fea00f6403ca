import Foundation
import SluiceFeed

/// What rules do: parts of a document, whole records of a feed, and writing.
enum RulesWorkload {
  static let records = 10_000

  /// twitter.json, seven fields of each status into structs.
  static func makePartial(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("twitter.json")
    let documents = Documents([bytes])
    return Workload(
      name: "rules.partial", input: InputReport("twitter.json", bytes),
      records: 100, recordName: "statuses",
      contenders: [
        DecodingJSONDecoder(over: documents) { (timeline: TimelineExtract) in timeline.statuses },
        RulesPartialJSONSerialization(over: documents),
        RulesPartialCursor(over: documents),
      ] + RulesPartialOnDemand.all(over: documents, settings),
      counted: ["sluice", "sluice.data", "cursor"], documents: documents)
  }

  /// Eight fields of each record of the events feed into structs.
  static func makeFeed(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.events, records: records)
    let documents = Documents([bytes])
    return Workload(
      name: "rules.feed", input: InputReport("events feed", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: [
        RulesFeedJSONDecoder(over: documents),
        RulesFeedCursor(over: documents),
      ] + RulesFeedOnDemand.all(over: documents, settings),
      counted: ["sluice", "cursor"], documents: documents)
  }

  /// All of twitter.json, which was decoded before, written as JSON.
  static func makeDump(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("twitter.json")
    let timeline = try JSONDecoder().decode(Twitter.Timeline.self, from: Data(bytes))
    return Workload(
      name: "rules.dump", input: InputReport("twitter.json, decoded", bytes),
      records: timeline.statuses.count, recordName: "statuses",
      contenders: [RulesDumpJSONEncoder(of: timeline)], documents: Documents([bytes]))
  }
}
