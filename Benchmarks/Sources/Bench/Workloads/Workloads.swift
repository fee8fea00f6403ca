/// All workloads by name, in the order in which they run. Each is made only when it is wanted: its input is read then.
enum Workloads {
  static var all: [(name: String, make: (Settings) throws -> Workload)] {
    [
      ("partial", PartialWorkload.make),
      ("small", SmallWorkload.make),
      ("feed.logs", LogsWorkload.make),
    ]
      + CheckWorkload.documents.map { document in
        ("check.full.\(document)", { try CheckWorkload.make(document, $0) })
      }
  }
}
