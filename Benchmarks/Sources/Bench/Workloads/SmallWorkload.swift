import Results

/// A request body of about 1 KB, five fields.
enum SmallWorkload {
  static func make(_ settings: Settings) throws -> Workload {
    let bodies = RequestBodies.make()
    let documents = Documents(bodies)
    let all = Array(bodies.joined())
    return Workload(
      name: "small",
      input: InputReport(
        name: "\(bodies.count) request bodies", bytes: all.count, sha256: SHA256.hex(of: all),
        seed: RequestBodies.seed),
      records: bodies.count, recordName: "bodies",
      contenders: try CppContender.all(
        ["small.find_field": "simdjson.find_field", "small.any_order": "simdjson.any_order"],
        over: documents, settings) + [
          SmallSluice(over: documents)
        ])
  }
}
