import Results

/// The targets as a table, for Benchmarks/RESULTS.md and the Markdown report.
struct TargetTable {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var text: String {
    var text = "| target | work | against | ratio | 95 % of draws |"
    text += report.kernels.map { " with `\($0)` |" }.joined() + " bar |\n"
    text += "|---|---|---|---|---|" + report.kernels.map { _ in "---|" }.joined() + "---|\n"
    for target in report.targets {
      let ratio = target.ratio.map(Figures.ratio) ?? "not run"
      let missed = target.verdict == .missed ? " (missed)" : ""
      text += "| `\(target.name)` | \(target.work) | \(target.against) | \(ratio)"
      text += " | \(Figures.interval(target.interval)) |"
      for other in report.otherRatios(ofTarget: target.name) {
        text += " \(other.ratio.map(Figures.ratio) ?? "not run") |"
      }
      text += " \(Figures.bar(target.bar))\(missed) |\n"
    }
    return text + "\n" + report.machine.measured
      + (report.notes ?? []).map { " " + $0 }.joined() + "\n"
  }
}

extension Machine {
  /// Where and when a report was measured, in one sentence.
  var measured: String {
    "Measured on \(date.prefix(10)): \(cpu), \(cores) cores, Linux, Swift \(swift), simdjson"
      + " \(simdjson) (kernel \(activeKernel))."
  }
}
