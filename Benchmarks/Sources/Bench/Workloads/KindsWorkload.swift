import Results

/// Four fields of each record of a feed with 35 kinds of records in any order: few records resemble the
/// one before.
enum KindsWorkload {
  static let records = 40_000

  static func make(_ settings: Settings) throws -> Workload {
    let bytes = MixedKinds.make(records: records, seed: Feeds.seed)
    let documents = Documents([bytes])
    return Workload(
      name: "kinds.mixed", input: InputReport("35 kinds of records", bytes, seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: try CppContender.all(
        [
          "kinds.iterate_many": "simdjson.iterate_many",
          "kinds.iterate_many.cached": "simdjson.iterate_many.cached",
        ], over: documents, settings) + [
          KindsSluice(over: documents),
          KindsSluice("plain", over: documents, remembersShapes: false),
        ])
  }
}
