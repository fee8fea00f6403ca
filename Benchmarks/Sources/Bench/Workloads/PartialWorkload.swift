import Results

/// twitter.json, seven fields of each status.
enum PartialWorkload {
  static func make(_ settings: Settings) throws -> Workload {
    try make("partial", "twitter.json", settings.corpus.document("twitter.json"), settings)
  }

  /// Without the corpus, shows that all contenders run and agree; does not count for targets.
  static func makeSmoke(_ settings: Settings) throws -> Workload {
    try make("smoke.partial", "a made-up timeline", Timelines.make(), settings)
  }

  private static func make(
    _ name: String, _ inputName: String, _ bytes: [UInt8], _ settings: Settings
  ) throws -> Workload {
    let documents = Documents([bytes])
    let references = try CppContender.all(
      ["partial.find_field": "simdjson.find_field", "partial.any_order": "simdjson.any_order"],
      over: documents, settings)
    return Workload(
      name: name,
      input: InputReport(name: inputName, bytes: bytes.count, sha256: SHA256.hex(of: bytes)),
      records: 100, recordName: "statuses",
      contenders: try references
        + CppContender.all(
          [
            "partial.rapidjson.dom": "rapidjson.dom",
            "partial.rapidjson.insitu": "rapidjson.insitu", "partial.nlohmann.dom": "nlohmann",
          ], over: documents, settings)
        + CppContender.once(
          [
            "partial.jansson": "jansson", "partial.json_c": "json-c", "partial.cjson": "cjson",
            "partial.yajl.sax": "yajl.sax",
          ], over: documents, settings)
        + [
          PartialSluice(over: documents),
          PartialJSONSerialization(over: documents),
          PartialJSONDecoder(over: documents),
        ]
        + settings.externals(
          "partial", document: bytes, tiny: tiny, reference: references.first))
  }

  /// A timeline of one status, to measure start-up.
  private static let tiny = """
    {"statuses":[{"created_at":"","id":1,"text":"","user":{"id":1,"screen_name":""},\
    "retweet_count":0,"favorite_count":0}]}
    """
}
