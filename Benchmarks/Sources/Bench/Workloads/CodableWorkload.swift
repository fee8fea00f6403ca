import Foundation
import Results
import SampleFeeds
import Sluice
import SluiceCodable
import SluiceFeed

/// The work of decodable and encodable types, the same for SluiceDecoder and JSONDecoder.
enum CodableWorkload {
  static let documents = ["twitter", "citm", "canada"]

  static var all: [(name: String, make: (Settings) throws -> Workload)] {
    [
      ("codable.twitter", { try make("twitter", "twitter.json", Twitter.Timeline.self, $0) }),
      ("codable.citm", { try make("citm", "citm_catalog.json", Citm.Catalog.self, $0) }),
      ("codable.canada", { try make("canada", "canada.json", Canada.self, $0) }),
      ("codable.feed", makeFeed),
      ("codable.partial", { try makePartial("codable.partial", .full, $0) }),
      ("codable.partial.accessed", { try makePartial("codable.partial.accessed", .accessed, $0) }),
      ("codable.keys", makeKeys),
      ("codable.body", makeBody),
      (
        "codable.encode.twitter", { try dump("twitter", "twitter.json", Twitter.Timeline.self, $0) }
      ),
      ("codable.encode.citm", { try dump("citm", "citm_catalog.json", Citm.Catalog.self, $0) }),
      ("codable.encode.canada", { try dump("canada", "canada.json", Canada.self, $0) }),
      ("codable.encode.keys", dumpKeys),
    ]
  }

  /// All of a document into structs.
  private static func make<Value: Decodable & Sampled>(
    _ name: String, _ file: String, _ type: Value.Type, _ settings: Settings
  ) throws -> Workload {
    let bytes = try settings.corpus.document(file)
    let documents = Documents([bytes])
    let decoder = SluiceDecoder()
    return Workload(
      name: "codable.\(name)", input: InputReport(file, bytes), records: 1,
      recordName: "documents",
      contenders: [
        DecodingJSONDecoder(over: documents) { (value: Value) in value },
        DecodingSluice(over: documents) { try decoder.decode(Value.self, from: $0) },
      ],
      counted: ["sluice"], documents: documents)
  }

  /// Eight fields of each record of the events feed.
  private static func makeFeed(_ settings: Settings) throws -> Workload {
    let bytes = Feeds.make(.events, records: RulesWorkload.records)
    let documents = Documents([bytes])
    return Workload(
      name: "codable.feed", input: InputReport("events feed", bytes, seed: Feeds.seed),
      records: RulesWorkload.records, recordName: "records",
      contenders: [RulesFeedJSONDecoder(over: documents), CodableFeedSluice(over: documents)],
      counted: ["sluice"], documents: documents)
  }

  /// Seven fields of each status of twitter.json.
  private static func makePartial(
    _ name: String, _ checking: JSONChecking, _ settings: Settings
  ) throws -> Workload {
    let bytes = try settings.corpus.document("twitter.json")
    let documents = Documents([bytes])
    let decoder = SluiceDecoder()
    decoder.documentOptions.checking = checking
    return Workload(
      name: name, input: InputReport("twitter.json", bytes), records: 100, recordName: "statuses",
      contenders: [
        DecodingJSONDecoder(over: documents) { (timeline: TimelineExtract) in timeline.statuses },
        DecodingSluice(over: documents) {
          try decoder.decode(TimelineExtract.self, from: $0).statuses
        },
      ],
      counted: ["sluice"], documents: documents)
  }

  /// Eighteen fields of each status and its user in twitter.json, by keys in snake case.
  private static func makeKeys(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("twitter.json")
    let documents = Documents([bytes])
    let (decoder, foundation) = (SluiceDecoder(), JSONDecoder())
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    return Workload(
      name: "codable.keys", input: InputReport("twitter.json", bytes), records: 100,
      recordName: "statuses",
      contenders: [
        DecodingJSONDecoder(over: documents, by: foundation) { (value: CamelTimeline) in value },
        DecodingSluice(over: documents) { try decoder.decode(CamelTimeline.self, from: $0) },
      ],
      counted: ["sluice"], documents: documents)
  }

  /// The same written, with keys in snake case.
  private static func dumpKeys(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("twitter.json")
    let reader = JSONDecoder()
    reader.keyDecodingStrategy = .convertFromSnakeCase
    let value = try reader.decode(CamelTimeline.self, from: Data(bytes))
    let (encoder, foundation) = (SluiceEncoder(), JSONEncoder())
    encoder.keyEncodingStrategy = .convertToSnakeCase
    foundation.keyEncodingStrategy = .convertToSnakeCase
    return Workload(
      name: "codable.encode.keys", input: InputReport("twitter.json, decoded", bytes), records: 100,
      recordName: "statuses",
      contenders: [
        RulesDumpJSONEncoder(of: value, by: foundation), CodableDumpSluice(of: value, by: encoder),
      ],
      counted: ["sluice"], documents: Documents([bytes]))
  }

  /// Request bodies of 1 KB, eight tasks at once, a new decoder for each, by the clock.
  private static func makeBody(_ settings: Settings) throws -> Workload {
    let bodies = RequestBodies.make()
    return Workload(
      name: "codable.body",
      input: InputReport(
        "\(bodies.count) request bodies", Array(bodies.joined()), seed: RequestBodies.seed),
      records: bodies.count, recordName: "bodies",
      contenders: [CodableServerSluice(bodies), ServerDecoder(bodies)], counted: [])
  }

  /// A decoded document, written as JSON.
  private static func dump<Value: Codable>(
    _ name: String, _ file: String, _ type: Value.Type, _ settings: Settings
  ) throws -> Workload {
    let bytes = try settings.corpus.document(file)
    let documents = Documents([bytes])
    let value = try JSONDecoder().decode(Value.self, from: Data(bytes))
    return Workload(
      name: "codable.encode.\(name)", input: InputReport("\(file), decoded", bytes), records: 1,
      recordName: "documents",
      contenders: [RulesDumpJSONEncoder(of: value), CodableDumpSluice(of: value)]
        + (try DumpRapidJSON.all(name, over: documents, settings)),
      counted: ["sluice"], documents: documents)
  }
}
