import Foundation
import Results

typealias Growth = GrowthCurve

extension Growth.Point {
  /// Its form in the report: nanoseconds a byte, by contender, and what failed.
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

  /// The result of a workload's run.
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

/// Measures curves instead of workloads.
enum GrowthRun {
  /// Measures all requested curves, shows each when it is done, and writes them.
  static func run(_ settings: Settings, large: Bool) throws {
    var report = Report(
      machine: Machine(settings), rounds: settings.runner.rounds,
      roundSeconds: settings.runner.roundSeconds)
    var curves: [Growth] = []
    show(report.machine.lines.joined(separator: "\n") + "\n")
    for workload in GrowthWorkload.all(large: large) where settings.wants(workload.name) {
      do {
        show("\(workload.name): ns/byte by \(workload.unit)")
        curves.append(try workload.run(settings) { show($0.lines) })
        show("")
      } catch {
        report.skipped[workload.name] = "\(error)"
        show("\(workload.name): did not run: \(error)\n")
      }
    }
    report.growth = curves
    if let json = settings.json { try report.write(to: json) }
  }
}
