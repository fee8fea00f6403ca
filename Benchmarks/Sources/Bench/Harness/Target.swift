import Foundation

/// A ratio that must be reached: the reference's cost divided by ours.
struct Target {
  let name: String
  let bar: Double
  /// Pairs of a workload and the contenders that are its reference there: the fastest of them counts. More than one: the geometric mean.
  let parts: [(workload: String, references: [String])]

  /// All targets, in the order in which they are printed.
  static let all: [Target] = [
    Target("partial.simdjson", 0.95, "partial", ["simdjson.find_field", "simdjson.any_order"]),
    Target("partial.jsonserialization", 60, "partial", ["jsonserialization"]),
    Target("partial.jsondecoder", 20, "partial", ["jsondecoder"]),
    Target("small.simdjson", 1.0, "small", ["simdjson.find_field", "simdjson.any_order"]),
    Target(
      "feed.logs.simdjson", 1.0, "feed.logs",
      [
        "simdjson.iterate_many", "simdjson.iterate_many.cached", "simdjson.lines",
        "simdjson.lines.forward",
      ]),
    Target("feed.logs.jsondecoder", 80, "feed.logs", ["jsondecoder"]),
    Target(
      name: "check.full.dom", bar: 0.7,
      parts: CheckWorkload.documents.map { ("check.full.\($0)", ["simdjson.dom"]) }),
    Target("import.sqlite.cpp", 0.77, "import.sqlite", ["cpp"]),
  ]

  init(name: String, bar: Double, parts: [(workload: String, references: [String])]) {
    self.name = name
    self.bar = bar
    self.parts = parts
  }

  init(_ name: String, _ bar: Double, _ workload: String, _ references: [String]) {
    self.init(name: name, bar: bar, parts: [(workload, references)])
  }

  /// The ratio by a cost (median or best), or nil when a part did not run or a contender failed.
  func ratio(in results: [WorkloadResult], by cost: (Measurement) -> Double) -> Double? {
    var logarithms = 0.0
    for part in parts {
      guard let result = results.first(where: { $0.workload == part.workload }),
        let ours = result["sluice"]
      else { return nil }
      // Every reference must have run: the better one can't be known otherwise.
      let costs = part.references.compactMap { result[$0].map(cost) }
      guard costs.count == part.references.count, let reference = costs.min() else { return nil }
      logarithms += log(reference / cost(ours))
    }
    return exp(logarithms / Double(parts.count))
  }
}
