import Foundation

/// The results of earlier runs, kept per toolchain and kernel: a later run must not be worse.
///
/// Only figures that do not depend on the machine's speed count: ratios within one run, allocations, and
/// instructions.
package struct Thresholds: Codable {
  package struct Kept: Codable {
    /// Ratios by target.
    package var ratios: [String: Double] = [:]
    /// Allocations by workload and contender: `partial.sluice`.
    package var allocations: [String: UInt64] = [:]
    /// Instructions by the same names, from a machine that counts them.
    package var instructions: [String: UInt64]?
  }

  package private(set) var kept: [String: Kept] = [:]

  /// The tolerance for ratios: runs on a busy machine differ by that much.
  package static let tolerance = 0.1
  /// The tolerance for allocations: among thousands, a few depend on memory addresses. Below 300 there is
  /// none.
  package static func allowed(_ allocations: UInt64) -> UInt64 { allocations + allocations / 300 }
  /// The tolerance for instructions: the system's libraries choose code by the CPU.
  package static let instructionTolerance = 0.02

  package init() {}

  package init(contentsOf path: String) throws {
    self = try JSONDecoder().decode(
      Thresholds.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  package func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path))
  }

  package static func toolchain(of report: Report) -> String {
    "Swift \(report.machine.swift), simdjson \(report.machine.simdjson), "
      + "kernel \(report.machine.activeKernel)"
  }

  /// Replaces the figures of the report's toolchain; those that it did not run stay.
  package mutating func keep(_ report: Report) {
    let toolchain = Thresholds.toolchain(of: report)
    var kept = kept[toolchain] ?? Kept()
    for target in report.targets {
      if let ratio = target.ratio { kept.ratios[target.name] = (ratio * 1000).rounded() / 1000 }
    }
    for (name, count) in report.counts(\.allocations) { kept.allocations[name] = count }
    let instructions = report.counts(\.instructions)
    if !instructions.isEmpty {
      kept.instructions = (kept.instructions ?? [:]).merging(instructions) { $1 }
    }
    self.kept[toolchain] = kept
  }

  /// A figure with its kept value.
  package struct Line {
    package let name: String
    package let kept: String
    package let found: String
    package let isWorse: Bool
  }

  /// All figures that both have. Nil: nothing is kept for the report's toolchain.
  package func compare(_ report: Report) -> [Line]? {
    guard let kept = kept[Thresholds.toolchain(of: report)] else { return nil }
    var lines: [Line] = []
    for target in report.targets {
      guard let ratio = target.ratio, let before = kept.ratios[target.name] else { continue }
      // Uses the interval's better end, so that possible noise does not count as worse.
      let best = max(ratio, target.interval?.high ?? ratio)
      lines.append(
        Line(
          name: target.name, kept: Figures.fixed(before, 3), found: Figures.fixed(ratio, 3),
          isWorse: best < before * (1 - Thresholds.tolerance)))
    }
    for (name, count) in report.counts(\.allocations).sorted(by: { $0.key < $1.key }) {
      guard let before = kept.allocations[name] else { continue }
      lines.append(
        Line(
          name: "allocations \(name)", kept: "\(before)", found: "\(count)",
          isWorse: count > Thresholds.allowed(before)))
    }
    for (name, count) in report.counts(\.instructions).sorted(by: { $0.key < $1.key }) {
      guard let before = kept.instructions?[name] else { continue }
      lines.append(
        Line(
          name: "instructions \(name)", kept: "\(before)", found: "\(count)",
          isWorse: Double(count) > Double(before) * (1 + Thresholds.instructionTolerance)))
    }
    for workload in report.workloads {
      for one in workload.measurements where one.failure != nil {
        let name = "\(workload.workload).\(one.contender)"
        guard let before = kept.allocations[name] else { continue }
        lines.append(
          Line(name: "allocations \(name)", kept: "\(before)", found: "failed", isWorse: true))
      }
    }
    return lines
  }
}

extension Report {
  /// By workload and contender, for those that ran.
  func counts(_ kind: KeyPath<ContenderResult, UInt64?>) -> [String: UInt64] {
    var counts: [String: UInt64] = [:]
    for workload in workloads {
      for one in workload.measurements where one.failure == nil {
        if let count = one[keyPath: kind] {
          counts["\(workload.workload).\(one.contender)"] = count
        }
      }
    }
    return counts
  }
}
