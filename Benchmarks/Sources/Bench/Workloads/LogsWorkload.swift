import Results
import SampleFeeds
import SluiceFeed

/// Six fields of each record of the log feed, in memory.
enum LogsWorkload {
  static let records = 40_000

  static func make(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.logs, records: records)
    let documents = Documents([bytes])
    let references = try CppContender.all(
      [
        "logs.lines": "simdjson.lines",
        "logs.lines.forward": "simdjson.lines.forward",
        "logs.iterate_many": "simdjson.iterate_many",
        "logs.iterate_many.cached": "simdjson.iterate_many.cached",
        "logs.rapidjson.insitu": "rapidjson.insitu",
      ], over: documents, settings)
    return Workload(
      name: "feed.logs",
      input: InputReport(
        name: "log feed", bytes: bytes.count, sha256: SHA256.hex(of: bytes), seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: try references + CppContender.newestLogs(over: documents, settings)
        + CppContender.once(
          ["logs.json_c": "json-c", "logs.cjson": "cjson"], over: documents, settings)
        + [
          LogsSluice(over: documents),
          LogsSluiceFields(over: documents),
          LogsSluiceLines(over: documents),
          LogsJSONDecoder(over: documents),
        ] + settings.externals("extract.logs", feed: bytes, reference: references.first),
      counted: ["sluice", "sluice.lines"])
  }

  /// The same from a plain file, on one core and on two.
  static func makeTwoCores(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.logs, records: 10 * records)
    let documents = Documents([bytes])
    return Workload(
      name: "feed.twocores",
      input: InputReport(
        name: "log feed", bytes: bytes.count, sha256: SHA256.hex(of: bytes), seed: Feeds.seed),
      records: 10 * records, recordName: "records",
      contenders: [
        try LogsOneCore(over: documents), try LogsTwoCores(over: documents),
      ],
      // The number depends on which thread comes first.
      counted: [], documents: documents)
  }
}
