import Results

/// All results as Markdown.
struct MarkdownPage {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var text: String {
    var text = "# Sluice, measured\n\n"
    text += report.machine.lines.map { "    \($0)" }.joined(separator: "\n") + "\n\n"
    text += "Up to \(report.rounds) rounds"
    text += " of at least \(Figures.seconds(report.roundSeconds)) each."
    text += " A ratio is a contender's cost divided by that of `sluice`: above 1 it is slower."
    text += " It is followed by the interval of 95 % of 1000 bootstrap draws of the rounds"
    text += report.kernels.map { ", and by the ratio with the kernel `\($0)`" }.joined() + ".\n"
    text +=
      "A start-up is a process's CPU time until it can work, and not part of the other figures.\n\n"
    text += "## Targets\n\n" + TargetTable(report).text + "\n"
    for workload in report.workloads { text += section(workload) }
    if let growth = report.growth {
      for curve in growth { text += section(curve) }
    }
    if !report.footprint.isEmpty {
      text += "## Footprint\n\n| | | bound | |\n|---|---:|---:|---|\n"
      for line in report.footprint {
        text += "| \(line.name) | \(Figures.fixed(line.value, 2)) \(line.unit) |"
        text += " \(line.bound.map { Figures.fixed($0, 1) } ?? "") | \(line.note) |\n"
      }
      text += "\n"
    }
    for note in report.notes ?? [] { text += "\(note)\n\n" }
    if !report.skipped.isEmpty {
      text += "## Did not run\n\n"
      for (name, reason) in report.skipped.sorted(by: { $0.key < $1.key }) {
        text += "* `\(name)`: \(reason)\n"
      }
    }
    return text
  }

  private func section(_ result: WorkloadResult) -> String {
    var text = "## \(result.workload)\n\n\(result.input.name), "
    text += "\(Figures.bytes(result.input.bytes)), \(result.records) \(result.recordName)"
    text += ", SHA-256 `\(result.input.sha256.prefix(16))…`\n\n"
    let hasStartUp = result.measurements.contains { $0.startUp != nil }
    let more =
      report.kernels.map { "with `\($0)`" } + ["allocations"] + (hasStartUp ? ["start-up"] : [])
    text += "| contender | median | best | MB/s | ratio | 95 % | "
    text += more.joined(separator: " | ") + " |\n"
    text += "|---|---:|---:|---:|---:|---:|" + more.map { _ in "---:|" }.joined() + "\n"
    for one in result.measurements {
      if let failure = one.failure {
        let reason = failure.replacing("|", with: "\\|").replacing("\n", with: " ")
        text += "| \(one.contender) | failed: \(reason) | | | | |"
        text += more.map { _ in " |" }.joined() + "\n"
        continue
      }
      let ratio = result.ratio(of: one.contender)
      text += "| \(one.contender) | \(Figures.seconds(one.median)) | \(Figures.seconds(one.best)) |"
      text += " \(Figures.fixed(Double(result.input.bytes) / one.median / 1e6, 0)) |"
      text += " \(ratio.map { Figures.ratio($0.ratio) } ?? "") |"
      text += " \(one.contender == result.base ? "" : Figures.interval(ratio?.interval)) |"
      for other in report.otherRatios(of: one.contender, in: result.workload) {
        text += " \(other.ratio.map(Figures.ratio) ?? "") |"
      }
      text += " \(one.allocations.map { "\($0)" } ?? "") |"
      if hasStartUp { text += " \(one.startUp.map(Figures.seconds) ?? "") |" }
      text += "\n"
    }
    return text + "\n"
  }

  private func section(_ curve: GrowthCurve) -> String {
    let names = curve.contenders
    var text = "## \(curve.name)\n\nSeconds a pass, by \(curve.unit).\n\n"
    text += "| \(curve.unit) | bytes | " + names.joined(separator: " | ") + " |\n"
    text += "|---:|---:|" + names.map { _ in "---:|" }.joined() + "\n"
    for point in curve.points {
      text += "| \(Figures.ratio(point.x)) | \(point.bytes) |"
      text += names.map { " \(point.costs[$0].map(Figures.seconds) ?? "") |" }.joined() + "\n"
    }
    return text + "\n"
  }
}

extension GrowthCurve {
  /// In the order of the costs at the first point.
  var contenders: [String] {
    let all = Set(points.flatMap(\.costs.keys))
    let first = points.first?.costs ?? [:]
    return all.sorted { (first[$0] ?? .infinity, $0) < (first[$1] ?? .infinity, $1) }
  }
}
