import Foundation

/// How the cost of some work grows with its input: a curve for each contender.
struct Growth: Codable {
  /// The workload, such as `growth.size`.
  let name: String
  /// What `x` counts.
  let unit: String
  var points: [Point] = []

  struct Point: Codable {
    let x: Double
    /// The input's size.
    let bytes: Int
    /// Seconds for one pass, by contender: the median of the rounds, of the faster build where
    /// there are two.
    var costs: [String: Double] = [:]
    /// Contenders that have no cost here, and why.
    var failures: [String: String] = [:]
  }
}

extension Growth.Point {
  /// As the report shows it: nanoseconds a byte, by contender, and what failed.
  var lines: String {
    let shown = costs.sorted { $0.key < $1.key }.map { name, cost in
      pad("\(name) " + String(format: "%.3f", cost * 1e9 / Double(bytes)), 28)
    }
    let failed = failures.sorted { $0.key < $1.key }.map { "\n    \($0): \($1)" }
    return "  " + pad("\(Int(x))", 12) + pad("\(bytes) bytes", 20) + (shown + failed).joined()
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  /// What a workload's run says.
  init(x: Int, _ result: WorkloadResult) {
    self.init(x: Double(x), bytes: result.input.bytes)
    for one in result.measurements {
      // `simdjson.ondemand@c++` is another build of the same.
      let name = String(one.contender.prefix { $0 != "@" })
      if let failure = one.failure {
        failures[name] = failure
      } else {
        costs[name] = min(costs[name] ?? .infinity, one.median)
      }
    }
  }
}

/// What `--growth` writes.
struct GrowthReport: Codable {
  let machine: Machine
  var libraries = LibraryVersion.all
  var growth: [Growth] = []
  /// Curves that were not measured, and why.
  var skipped: [String: String] = [:]

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}

extension GrowthReport {
  /// Measures all curves that are wanted, shows each when it is done, and writes them.
  static func run(_ settings: Settings, large: Bool) throws {
    var report = GrowthReport(machine: Machine(settings.libraries))
    show(report.machine.lines.joined(separator: "\n"))
    show("libraries  " + report.libraries.map(\.line).joined(separator: ", ") + "\n")
    for workload in GrowthWorkload.all(large: large) where settings.wants(workload.name) {
      do {
        show("\(workload.name): ns/byte by \(workload.unit)")
        report.growth.append(try workload.run(settings) { show($0.lines) })
        show("")
      } catch {
        report.skipped[workload.name] = "\(error)"
        show("\(workload.name): did not run: \(error)\n")
      }
    }
    if let json = settings.json { try report.write(to: json) }
  }
}
