import Foundation

/// All results of a run: the source of the reports, and kept as JSON.
package struct Report: Codable {
  package let machine: Machine
  package let rounds: Int
  package let roundSeconds: Double
  package var workloads: [WorkloadResult] = []
  package var targets: [TargetResult] = []
  package var footprint: [FootprintLine] = []
  package var growth: [GrowthCurve]?
  /// The same run with other kernels of simdjson, which are the best of other CPUs.
  package var otherKernels: [Report]?
  /// What else a reader has to know.
  package var notes: [String]?
  /// Workloads that did not run, and why.
  package var skipped: [String: String] = [:]

  package init(machine: Machine, rounds: Int, roundSeconds: Double) {
    self.machine = machine
    self.rounds = rounds
    self.roundSeconds = roundSeconds
  }

  package init(contentsOf path: String) throws {
    self = try JSONDecoder().decode(
      Report.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  package func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}

/// Where and with what the benchmark ran.
package struct Machine: Codable {
  package var cpu = "unknown"
  package var cores = 0
  package var system = "unknown"
  package var swift = "unknown"
  package var commit = "unknown"
  package var simdjson = ""
  /// The kernel of simdjson's library, and the one that C++ On-Demand's inlined code is compiled for.
  package var activeKernel = ""
  package var inlinedKernel = ""
  /// Each build of the C++ contenders: the suffix of their names, and the compiler.
  package var contenderCompilers: [String] = []
  package var contenderFlags = ""
  /// The libraries that are compared with, and their versions.
  package var libraries: [String] = []
  package var swiftFlags = ""
  package var date = ""

  package init() {}

  package var lines: [String] {
    [
      "date       \(date), commit \(commit)",
      "machine    \(cpu), \(cores) cores, \(system)",
      "swift      \(swift) \(swiftFlags)",
      "simdjson   \(simdjson), active kernel \(activeKernel), On-Demand compiled for \(inlinedKernel)",
    ] + contenderCompilers.map { "C++ \($0)" } + [
      "C++ flags  \(contenderFlags)",
      "libraries  \(libraries.joined(separator: ", "))",
      "cost       CPU time of the process; ratios are reference / ours, larger is better",
    ]
  }
}

/// A ratio that is to be reached, and its result.
package struct TargetResult: Codable {
  package let name: String
  /// A description of the work, and of what it is compared with.
  package let work: String
  package let against: String
  package let bar: Double
  /// The reference's cost divided by ours; nil: not measured.
  package let ratio: Double?
  package let interval: Interval?
  package let ratioOfBests: Double?
  /// The parts of a target that consists of several workloads.
  package var parts: [Part] = []

  package struct Part: Codable {
    package let workload: String
    package let ratio: Double?

    package init(workload: String, ratio: Double?) {
      self.workload = workload
      self.ratio = ratio
    }
  }

  package init(
    name: String, work: String, against: String, bar: Double, ratio: Double?, interval: Interval?,
    ratioOfBests: Double?, parts: [Part]
  ) {
    self.name = name
    self.work = work
    self.against = against
    self.bar = bar
    self.ratio = ratio
    self.interval = interval
    self.ratioOfBests = ratioOfBests
    self.parts = parts
  }

  package enum Verdict: String { case reached, missed, notRun = "not run" }

  package var verdict: Verdict { ratio.map { $0 >= bar ? .reached : .missed } ?? .notRun }
}

/// What the tool needs besides CPU time, in one figure.
package struct FootprintLine: Codable {
  package let name: String
  package let value: Double
  package let unit: String
  /// The upper bound, if there is one.
  package let bound: Double?
  package let note: String

  package init(name: String, value: Double, unit: String, bound: Double?, note: String) {
    self.name = name
    self.value = value
    self.unit = unit
    self.bound = bound
    self.note = note
  }

  package var text: String {
    let state = bound.map { value <= $0 ? " (at most \($0))" : " ABOVE \($0)" } ?? ""
    return String(format: "footprint %@ %.2f %@", name, value, unit) + state + ", " + note
  }
}

/// How cost grows with something: a curve for each contender.
package struct GrowthCurve: Codable {
  package let name: String
  /// What `x` counts.
  package let unit: String
  package var points: [Point] = []

  package struct Point: Codable {
    package let x: Double
    /// The size of the input.
    package let bytes: Int
    /// Seconds per pass, by contender: the median of the rounds, of the faster build if there are two.
    package var costs: [String: Double] = [:]
    /// Contenders that have no cost here, and why.
    package var failures: [String: String] = [:]

    package init(x: Double, bytes: Int) {
      self.x = x
      self.bytes = bytes
    }
  }

  package init(name: String, unit: String, points: [Point] = []) {
    self.name = name
    self.unit = unit
    self.points = points
  }
}
