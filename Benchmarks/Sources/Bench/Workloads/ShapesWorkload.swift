import Results

/// The gain from remembering shapes, and its cost without a gain: six fields of log records that are all
/// alike, of three kinds at random, and with their fields in any order. `plain` is the same picker when it
/// searches each record.
enum ShapesWorkload {
  static let records = 40_000

  static func make(_ mixture: ShapedLogs.Mixture) throws -> Workload {
    let bytes = ShapedLogs.make(mixture, records: records, seed: Feeds.seed)
    let documents = Documents([bytes])
    return Workload(
      name: "feed.shapes.\(mixture.rawValue)",
      input: InputReport("log records, \(mixture.rawValue)", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: [
        LogsSluice("plain", over: documents, remembersShapes: false),
        LogsSluice(over: documents),
        LogsSluiceFields(over: documents),
      ], documents: documents)
  }
}
