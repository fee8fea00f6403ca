/// twitter.json, seven fields of each status.
enum PartialWorkload {
  static func make(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("twitter.json")
    let documents = Documents([bytes])
    return Workload(
      name: "partial",
      input: InputReport(
        name: "twitter.json", bytes: bytes.count, sha256: SHA256.hex(of: bytes)),
      records: 100, recordName: "statuses",
      contenders: try CppContender.all(
        ["partial.find_field": "simdjson.find_field", "partial.any_order": "simdjson.any_order"],
        over: documents, settings) + [
          PartialSluice(over: documents),
          PartialJSONSerialization(over: documents),
          PartialJSONDecoder(over: documents),
        ])
  }
}
