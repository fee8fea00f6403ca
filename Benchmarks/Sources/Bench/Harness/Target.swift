import Foundation

/// A ratio that must be reached: the reference's cost divided by ours.
struct Target {
  let name: String
  let bar: Double
  /// Pairs of a workload and the reference there: the contender of that name, or the fastest of those whose names begin with it and a
  /// dot. More than one pair: the geometric mean.
  let parts: [(workload: String, reference: String)]

  /// All targets, in the order in which they are printed.
  static let all: [Target] = [
    Target("partial.simdjson", 0.95, "partial", "simdjson"),
    Target("partial.jsonserialization", 60, "partial", "jsonserialization"),
    Target("partial.jsondecoder", 20, "partial", "jsondecoder"),
    Target("small.simdjson", 1.0, "small", "simdjson"),
    Target("feed.logs.simdjson", 1.0, "feed.logs", "simdjson"),
    Target("feed.logs.jsondecoder", 80, "feed.logs", "jsondecoder"),
    Target(
      name: "check.full.dom", bar: 0.7,
      parts: CheckWorkload.documents.map { ("check.full.\($0)", "simdjson") }),
    Target("import.sqlite.cpp", 0.77, "import.sqlite", "cpp"),
  ]

  init(name: String, bar: Double, parts: [(workload: String, reference: String)]) {
    self.name = name
    self.bar = bar
    self.parts = parts
  }

  init(_ name: String, _ bar: Double, _ workload: String, _ reference: String) {
    self.init(name: name, bar: bar, parts: [(workload, reference)])
  }

  /// The ratio by a cost (median or best), or nil when a part did not run or a contender failed.
  func ratio(in results: [WorkloadResult], by cost: (Measurement) -> Double) -> Double? {
    var logarithms = 0.0
    for part in parts {
      guard let result = results.first(where: { $0.workload == part.workload }),
        let ours = result["sluice"]
      else { return nil }
      let references = result.measurements.filter {
        $0.contender == part.reference || $0.contender.hasPrefix(part.reference + ".")
      }
      // Every one must have run: which is the fastest can't be known otherwise.
      let costs = references.compactMap { result[$0.contender].map(cost) }
      guard costs.count == references.count, let reference = costs.min() else { return nil }
      logarithms += log(reference / cost(ours))
    }
    return exp(logarithms / Double(parts.count))
  }
}
