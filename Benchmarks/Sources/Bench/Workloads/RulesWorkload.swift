import Foundation
import Results
import SampleFeeds
import SluiceFeed
import SluiceRules

/// The work of rules: parts of a document, whole records of a feed, and writing.
enum RulesWorkload {
  static let records = 10_000

  /// twitter.json, seven fields of each status into structs.
  static func makePartial(_ settings: Settings) throws -> Workload {
    makePartial(
      "rules.partial", "twitter.json", try settings.corpus.document("twitter.json"), settings)
  }

  /// The same for a made-up timeline, without the corpus: does not count for targets.
  static func makeSmoke(_ settings: Settings) throws -> Workload {
    makePartial("smoke.rules.partial", "a made-up timeline", Timelines.make(), settings)
  }

  private static func makePartial(
    _ name: String, _ inputName: String, _ bytes: [UInt8], _ settings: Settings
  ) -> Workload {
    let documents = Documents([bytes])
    return Workload(
      name: name, input: InputReport(inputName, bytes), records: 100, recordName: "statuses",
      contenders: [
        DecodingJSONDecoder(over: documents) { (timeline: TimelineExtract) in timeline.statuses },
        RulesPartialJSONSerialization(over: documents),
        RulesPartialCursor(over: documents),
        RulesPartialSluice(over: documents) { try StatusExtract.timelineRule.validate($0) },
        RulesPartialSluice("sluice.structrule", over: documents) {
          try StatusDraft.timelineRule.validate($0)
        },
        DecodingSluice("sluice.data", over: documents) {
          try StatusExtract.timelineRule.validateData($0)
        },
      ] + RulesPartialOnDemand.all(over: documents, settings),
      counted: ["sluice", "sluice.structrule", "sluice.data", "cursor"], documents: documents)
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
        RulesFeedSluice(over: documents),
      ] + RulesFeedOnDemand.all(over: documents, settings),
      counted: ["sluice", "cursor"], documents: documents)
  }

  /// All of twitter.json, decoded beforehand, written as JSON.
  static func makeDump(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("twitter.json")
    let documents = Documents([bytes])
    let timeline = try JSONDecoder().decode(Twitter.Timeline.self, from: Data(bytes))
    return Workload(
      name: "rules.dump", input: InputReport("twitter.json, decoded", bytes),
      records: timeline.statuses.count, recordName: "statuses",
      contenders: [RulesDumpJSONEncoder(of: timeline), RulesDumpSluice(of: timeline)]
        + (try DumpRapidJSON.all("twitter", over: documents, settings)),
      counted: ["sluice"], documents: documents)
  }
}
