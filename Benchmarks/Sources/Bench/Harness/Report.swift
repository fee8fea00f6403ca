import Foundation

/// All results of a run, as text and as JSON.
struct Report: Codable {
  let machine: Machine
  let rounds: Int
  let roundSeconds: Double
  var workloads: [WorkloadResult] = []
  var targets: [TargetResult] = []
  var footprint: [Footprint.Line] = []
  /// Workloads that did not run, and why.
  var skipped: [String: String] = [:]

  struct TargetResult: Codable {
    let name: String
    let bar: Double
    let ratio: Double?
    let ratioOfBests: Double?
    /// Of a target that several workloads make up.
    var parts: [Part] = []

    struct Part: Codable {
      let workload: String
      let ratio: Double?
    }
  }

  /// The table of one workload.
  static func table(_ result: WorkloadResult, _ workload: Workload) -> String {
    var lines = [
      "\(result.workload): \(result.input.name), \(result.input.bytes) bytes, "
        + "\(result.records) \(workload.recordName)"
        + (result.input.seed.map { ", seed \($0)" } ?? ""),
      "  sha256 \(result.input.sha256)",
      "  " + row("contender", "median µs", "best µs", "MB/s", "ns/record"),
    ]
    for one in result.measurements {
      if let failure = one.failure {
        lines.append("  " + pad(one.contender, 28) + "FAILED: \(failure)")
        continue
      }
      lines.append(
        "  "
          + row(
            one.contender, fixed(one.median * 1e6, 2), fixed(one.best * 1e6, 2),
            fixed(Double(result.input.bytes) / one.median / 1e6, 0),
            fixed(one.median * 1e9 / Double(result.records), 1)))
    }
    for one in result.measurements {
      guard let count = one.allocations else { continue }
      lines.append(
        "allocations \(result.workload).\(one.contender) \(count) per \(result.records) "
          + workload.recordName)
    }
    return lines.joined(separator: "\n")
  }

  mutating func settleTargets() {
    targets = Target.all.map { target in
      TargetResult(
        name: target.name, bar: target.bar, ratio: target.ratio(in: workloads) { $0.median },
        ratioOfBests: target.ratio(in: workloads) { $0.best },
        parts: target.parts.count < 2
          ? []
          : target.partRatios(in: workloads) { $0.median }.map { .init(workload: $0, ratio: $1) })
    }
  }

  /// The ratios by bests, and last of all a line for each target.
  var closing: String {
    var lines = ["ratios of bests:"]
    for target in targets {
      lines.append(
        "  \(pad(target.name, 28))\(target.ratioOfBests.map { fixed($0, 3) } ?? "missing")")
    }
    for target in targets where target.parts.contains(where: { $0.ratio != nil }) {
      lines.append("ratios that \(target.name) is made of:")
      for part in target.parts {
        lines.append("  \(pad(part.workload, 28))\(part.ratio.map { fixed($0, 3) } ?? "missing")")
      }
    }
    for (name, reason) in skipped.sorted(by: { $0.key < $1.key }) {
      lines.append("did not run: \(name): \(reason)")
    }
    for target in targets {
      let ratio = target.ratio.map { fixed($0, 3) } ?? "missing"
      lines.append("target \(target.name) \(ratio) \(target.bar.formatted)")
    }
    return lines.joined(separator: "\n")
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}

private func row(_ name: String, _ columns: String...) -> String {
  pad(name, 28) + columns.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
}

private func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - text.count))
}

private func fixed(_ value: Double, _ digits: Int) -> String {
  String(format: "%.\(digits)f", value)
}

extension Double {
  /// Without a fraction when there is none.
  fileprivate var formatted: String { self == rounded() && self >= 2 ? "\(Int(self))" : "\(self)" }
}
