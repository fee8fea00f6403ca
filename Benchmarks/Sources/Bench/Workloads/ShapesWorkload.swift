import Results

/// The gain from remembering shapes, and its cost without a gain: six fields of log records that are all
/// alike, of three kinds at random, and with their fields in any order. `plain` is the same picker when it
/// searches each record. With shuffled keys, On-Demand also takes part, by names and in one pass over the keys.
enum ShapesWorkload {
  static let records = 40_000

  static func make(_ mixture: ShapedLogs.Mixture, _ settings: Settings) throws -> Workload {
    let bytes = ShapedLogs.make(mixture, records: records, seed: Feeds.seed)
    let documents = Documents([bytes])
    let simdjson = mixture == .shuffled ? try onDemand(over: documents, settings) : []
    return Workload(
      name: "feed.shapes.\(mixture.rawValue)",
      input: InputReport("log records, \(mixture.rawValue)", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: simdjson + [
        LogsSluice("plain", over: documents, remembersShapes: false),
        LogsSluice(over: documents),
        LogsSluiceFields(over: documents),
      ], documents: documents)
  }

  private static func onDemand(
    over documents: Documents, _ settings: Settings
  ) throws -> [any Contender] {
    try CppContender.all(
      [
        "logs.iterate_many": "simdjson.iterate_many",
        "logs.iterate_many.cached": "simdjson.iterate_many.cached",
        "logs.one_pass": "simdjson.one_pass",
        "logs.one_pass.cached": "simdjson.one_pass.cached",
      ], over: documents, settings) + CppContender.newestLogs(over: documents, settings)
  }
}
