import Results

/// Request bodies of about 1 KB, `.full`, as servers read them.
enum BodyWorkload {
  /// A new reader for each body, against one that is reused.
  static func makeFresh(_ settings: Settings) throws -> Workload {
    make("reader.fresh", counted: ["sluice", "reused"]) { [BodiesFresh($0), BodiesReused($0)] }
  }

  /// Eight tasks at once, by the clock.
  static func makeServer(_ settings: Settings) throws -> Workload {
    // How many readers the pool makes depends on which task comes first.
    make("body.server", counted: []) { [ServerSluice($0), ServerDecoder($0)] }
  }

  private static func make(
    _ name: String, counted: [String], _ contenders: ([[UInt8]]) -> [any Contender]
  ) -> Workload {
    let bodies = RequestBodies.make()
    return Workload(
      name: name,
      input: InputReport(
        "\(bodies.count) request bodies", Array(bodies.joined()), seed: RequestBodies.seed),
      records: bodies.count, recordName: "bodies", contenders: contenders(bodies), counted: counted)
  }
}
