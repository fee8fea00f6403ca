import Results
import Sluice
import SluiceRules
import SluiceSchema

/// The work of schemas: entities at a key path, and whole documents into structs.
enum SchemaWorkload {
  static let documents = ["twitter", "citm_catalog"]

  /// A list of entities, in the form that uses `Any`.
  static func makeAny(_ settings: Settings) throws -> Workload {
    let bytes = Members.make()
    let documents = Documents([bytes])
    return Workload(
      name: "schema.any", input: InputReport("generated members", bytes, seed: Members.seed),
      records: Members.count, recordName: "members",
      contenders: [
        DecodingJSONDecoder(over: documents) { (answer: MembersAnswer) in answer.response.members },
        DecodingCursor(over: documents) { root in
          try root.at(keyPath: Members.keyPath).array { try Member(from: $0) }
        },
        DecodingSluice(over: documents) { data -> [Member] in
          try decodeArray(from: data, atKeyPath: Members.keyPath)
        },
      ],
      counted: ["sluice", "cursor"], documents: documents)
  }

  /// All of twitter.json.
  static func makeTwitter(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("twitter.json")
    let documents = Documents([bytes])
    return Workload(
      name: "schema.typed.twitter", input: InputReport("twitter.json", bytes),
      records: 100, recordName: "statuses",
      contenders: [
        DecodingJSONDecoder(over: documents) { (timeline: Twitter.Timeline) in timeline },
        DecodingCursor(over: documents) { try Twitter.Timeline(from: $0) },
        DecodingSluice(over: documents) { try Twitter.timelineSchema.decode($0) },
        DecodingSluice("rules", over: documents) { try Twitter.timelineRule.validateData($0) },
      ],
      counted: ["sluice", "rules", "cursor"], documents: documents)
  }

  /// All of citm_catalog.json.
  static func makeCitm(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("citm_catalog.json")
    let documents = Documents([bytes])
    return Workload(
      name: "schema.typed.citm_catalog", input: InputReport("citm_catalog.json", bytes),
      records: 243, recordName: "performances",
      contenders: [
        DecodingJSONDecoder(over: documents) { (catalog: Citm.Catalog) in catalog },
        DecodingCursor(over: documents) { try Citm.Catalog(from: $0) },
        DecodingSluice(over: documents) { try Citm.catalogSchema.decode($0) },
        DecodingSluice("rules", over: documents) { try Citm.catalogRule.validateData($0) },
      ],
      counted: ["sluice", "rules", "cursor"], documents: documents)
  }
}
