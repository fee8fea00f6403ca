import Results
import SampleFeeds
import SluiceFeed

/// JSONPath over the records of a feed, against the check alone.
enum QueryWorkload {
  static let queries: [(name: String, text: String)] = [
    ("query.path", "$.actor.login"),
    ("query.filter", "$[?@.login].login"),
    ("query.descendants", "$..login"),
  ]

  static var all: [Workloads.Entry] {
    queries.map { (name, text) in (name, { _ in try make(name, text) }) }
  }

  private static func make(_ name: String, _ query: String) throws -> Workload {
    let bytes = Feeds.make(.events, records: EventsWorkload.records)
    return Workload(
      name: name, input: InputReport("events feed", bytes, seed: Feeds.seed),
      records: EventsWorkload.records, recordName: "records",
      contenders: [
        try QuerySluice("check", nil, bytes), try QuerySluice("sluice", query, bytes),
      ])
  }
}
