import Results

/// The contenders of a workload as bars: the longer, the faster; the fine line spans nine of ten rounds.
/// Below a bar are its speed with other kernels, and its start-up.
///
/// Drawn for a width of 360: on a phone at that size, elsewhere several side by side.
struct BarChart {
  private let result: WorkloadResult
  private let report: Report
  private static let width = 360.0

  init(_ result: WorkloadResult, in report: Report) {
    self.result = result
    self.report = report
  }

  /// The ones that count, fastest first.
  private var ranked: [ContenderResult] {
    result.measurements.filter(\.counts).sorted { $0.median < $1.median }
  }

  var svg: String {
    let ranked = ranked
    guard let fastest = ranked.first?.median else { return "" }
    var rows = ""
    var height = 0.0
    for one in ranked {
      rows += row(one, at: height, fastest: fastest)
      height += more(one).isEmpty ? 34 : 45
    }
    let head = "<svg viewBox=\"0 0 360 \(Int(height) + 4)\" role=\"img\" aria-label=\""
    return head + "\(result.workload.escapedForHTML): speeds\">" + rows + "</svg>"
  }

  private func row(_ one: ContenderResult, at top: Double, fastest: Double) -> String {
    let length = { (cost: Double) in
      max(1.5, fastest / cost * (BarChart.width - 24))
    }
    let middle = top + 22
    let isOurs = one.contender == "sluice" || one.contender.hasPrefix("sluice.")
    var text = "<text x=\"0\" y=\"\(fixed(top + 12))\" class=\"name\">"
    text += "\(one.contender.escapedForHTML)</text>"
    text += "<text x=\"360\" y=\"\(fixed(top + 12))\" class=\"value\">\(value(one))</text>"
    text += "<rect x=\"0\" y=\"\(fixed(top + 17))\" width=\"\(fixed(length(one.median)))\""
    text += " height=\"10\" rx=\"2\" class=\"\(isOurs ? "ours" : "other")\"/>"
    let slow = min(length(quantile(0.95, of: one.passes)), BarChart.width)
    let fast = min(length(quantile(0.05, of: one.passes)), BarChart.width)
    text += "<path d=\"M\(fixed(slow)) \(fixed(middle))H\(fixed(fast))"
    text += "M\(fixed(slow)) \(fixed(middle - 3))v6M\(fixed(fast)) \(fixed(middle - 3))v6\""
    text += " class=\"spread\"/>"
    let more = more(one)
    if !more.isEmpty {
      text += "<text x=\"0\" y=\"\(fixed(top + 37))\" class=\"tick\">\(more.escapedForHTML)</text>"
    }
    return text
  }

  /// Below the bar.
  private func more(_ one: ContenderResult) -> String {
    var parts: [String] = []
    if one.contender != result.base {
      for other in report.otherRatios(of: one.contender, in: result.workload) {
        guard let ratio = other.ratio else { continue }
        parts.append("with \(other.kernel) \(Figures.ratio(1 / ratio)) ×")
      }
    }
    if let startUp = one.startUp { parts.append("start-up \(Figures.seconds(startUp))") }
    return parts.joined(separator: " · ")
  }

  private func value(_ one: ContenderResult) -> String {
    let speed = Double(result.input.bytes) / one.median / 1e6
    var text = "\(Figures.fixed(speed, speed < 10 ? 1 : 0)) MB/s"
    if one.contender != result.base, let ratio = result.ratio(of: one.contender) {
      text += " · \(Figures.ratio(1 / ratio.ratio)) ×"
    }
    return text
  }

  private func fixed(_ value: Double) -> String { Figures.fixed(value, 1) }
}
