import Results
import SampleFeeds
import Sluice
import SluiceFeed

/// Full typed decoding: each complete record of the log feed, all fourteen fields, into a struct with its
/// own strings.
enum TypedWorkload {
  static func make(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.logs, records: LogsWorkload.records)
    let documents = Documents([bytes])
    let contenders = try CppContender.all(
      ["typed.lines": "simdjson", "typed.rapidjson.insitu": "rapidjson.insitu"],
      over: documents, settings)
    return Workload(
      name: "typed.logs", input: InputReport("log feed", bytes, seed: Feeds.seed),
      records: LogsWorkload.records, recordName: "records",
      contenders: try contenders
        + [
          TypedSluice(over: documents),
          TypedSluice("sluice.full", over: documents, checking: .full),
          TypedJSONDecoder(over: documents),
        ]
        + settings.externals("typed.logs", feed: bytes, reference: contenders.first))
  }
}
