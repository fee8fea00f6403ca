import Results
import SampleFeeds
import SluiceFeed

/// Eight fields of each record of the events feed, in memory.
enum EventsWorkload {
  static let records = 10_000

  static func make(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.events, records: records)
    let documents = Documents([bytes])
    let references = try CppContender.all(
      [
        "events.lines": "simdjson.lines",
        "events.iterate_many": "simdjson.iterate_many",
        "events.iterate_many.cached": "simdjson.iterate_many.cached",
      ], over: documents, settings)
    return Workload(
      name: "feed.events", input: InputReport("events feed", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: try references + [EventsSluice(over: documents)]
        + settings.externals("extract.events", feed: bytes, reference: references.first))
  }
}
