import Results

/// Four fields of each record of a feed with 35 kinds of records in any order: few records resemble the
/// one before. In the second feed, none resembles any before it.
enum KindsWorkload {
  static let records = 40_000

  static func makeMixed(_ settings: Settings) throws -> Workload {
    try make("mixed", "35 kinds of records", isUnseen: false, settings)
  }

  static func makeUnseen(_ settings: Settings) throws -> Workload {
    try make("unseen", "35 kinds of records, each with a key of its own", isUnseen: true, settings)
  }

  private static func make(
    _ name: String, _ input: String, isUnseen: Bool, _ settings: Settings
  ) throws -> Workload {
    let bytes = MixedKinds.make(records: records, seed: Feeds.seed, isUnseen: isUnseen)
    let documents = Documents([bytes])
    return Workload(
      name: "kinds.\(name)", input: InputReport(input, bytes, seed: Feeds.seed),
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
