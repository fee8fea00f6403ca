/// All workloads by name, in the order in which they run. Each is made only when it is wanted: its input is read then.
enum Workloads {
  static var all: [(name: String, make: (Settings) throws -> Workload)] {
    let checks = CheckWorkload.documents.map { document in
      (name: "check.full.\(document)", make: { try CheckWorkload.make(document, $0) })
    }
    return [
      ("partial", PartialWorkload.make), ("small", SmallWorkload.make),
      ("feed.logs", LogsWorkload.make),
    ] + checks + [("import.sqlite", ImportWorkload.make)]
  }
}
