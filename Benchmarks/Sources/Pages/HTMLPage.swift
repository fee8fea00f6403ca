import Results

/// All results as one self-contained page: no scripts, no fonts, no images.
struct HTMLPage {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var text: String {
    let machine = report.machine
    var text = """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Sluice, measured on \(machine.date.prefix(10))</title>
      <style>\(HTMLStyle.text)</style></head><body>
      <header><h1>Sluice, measured</h1>
      <p class="lead">\(machine.cpu.escapedForHTML), \(machine.cores) cores · kernel \
      <b>\(machine.activeKernel.escapedForHTML)</b> · Swift \(machine.swift.escapedForHTML) · \
      simdjson \(machine.simdjson.escapedForHTML) · commit \(machine.commit.escapedForHTML) · \
      \(machine.date.escapedForHTML)</p></header><main>

      """
    text += targets
    text += "<h2>Work by work</h2><p>Longer bars are faster. The fine line spans nine of ten of"
    text +=
      " up to \(report.rounds) rounds, each of at least \(Figures.seconds(report.roundSeconds));"
    text += " the dot is followed by the speed as a multiple of <b>sluice</b>'s"
    text += report.kernels.map { ", below with the kernel <b>\($0.escapedForHTML)</b>" }.joined()
    text += ". The start-up of a process is not part of its speed, and is shown below.</p>"
    text += "<div class=\"cards\">"
    for workload in report.workloads { text += card(workload) }
    text += "</div>"
    if let growth = report.growth, !growth.isEmpty {
      text += "<h2>Growth</h2><div class=\"cards\">"
      for curve in growth {
        text += "<section class=\"card\"><h3>\(curve.name.escapedForHTML)</h3>"
        text += GrowthChart(curve).svg + "</section>"
      }
      text += "</div>"
    }
    text += footprint + skipped
    for note in report.notes ?? [] { text += "<p>\(note.escapedForHTML)</p>" }
    text += "<h2>The machine, and how it was measured</h2><pre>"
    text += machine.lines.joined(separator: "\n").escapedForHTML + "</pre>"
    for other in report.otherKernels ?? [] {
      text +=
        "<p>Once more with the kernel \(other.machine.activeKernel.escapedForHTML), in a process"
      text += " of its own: \(other.rounds) rounds, C++ contenders compiled for it:</p><pre>"
      text += other.machine.contenderCompilers.joined(separator: "\n").escapedForHTML + "</pre>"
    }
    text +=
      "<p>All contenders of a work run in one process, in turn, round by round. Before any time"
    text +=
      " counts, every value that a contender read is compared with the reference's; a contender"
    text +=
      " that answers differently is shown as such, and has no time. Ratios are of medians; their"
    text += " intervals hold 95 % of \(Bootstrap.draws) bootstrap draws of the rounds.</p>"
    return text + "</main></body></html>\n"
  }

  private var targets: String {
    let reached = report.targets.count { $0.verdict == .reached }
    let missed = report.targets.count { $0.verdict == .missed }
    let rest = report.targets.count - reached - missed
    var text = "<h2>Targets</h2><p>\(reached) reached, \(missed) missed"
    text += rest > 0 ? ", \(rest) not run" : ""
    text +=
      ". A ratio is the reference's cost divided by Sluice's; the mark in the middle is the bar."
    text +=
      "</p><div class=\"wide\"><table class=\"targets\"><thead><tr><th>work<th>against<th class=\"n\">ratio"
    text += "<th>95 %"
    text += report.kernels.map { "<th class=\"n\">\($0.escapedForHTML)" }.joined()
    text += "<th class=\"n\">bar<th></tr></thead><tbody>"
    for target in report.targets {
      text += "<tr class=\"\(target.verdict == .missed ? "missed" : "")\"><td class=\"w\">"
      text +=
        "\(target.work.codeInHTML)<br><code class=\"key\">\(target.name.escapedForHTML)</code>"
      text += "<td class=\"a\">\(target.against.codeInHTML)"
      text += "<td class=\"n\"><b>\(target.ratio.map(Figures.ratio) ?? "not run")</b>"
      text += "<td class=\"i\">\(Figures.interval(target.interval))"
      for other in report.otherRatios(ofTarget: target.name) {
        text += "<td class=\"n k\" data-kernel=\"\(other.kernel.escapedForHTML) \">"
        text += other.ratio.map(Figures.ratio) ?? "not run"
      }
      text += "<td class=\"n b\">\(Figures.bar(target.bar))<td>\(TargetChart(target).svg)</tr>"
    }
    return text + "</tbody></table></div>"
  }

  private func card(_ result: WorkloadResult) -> String {
    var text = "<section class=\"card\"><h3>\(result.workload.escapedForHTML)</h3>"
    text += "<p class=\"about\">\(result.input.name.escapedForHTML),"
    text += " \(Figures.bytes(result.input.bytes)), \(result.records)"
    text += " \(result.recordName.escapedForHTML)</p>"
    text += BarChart(result, in: report).svg
    for one in result.measurements {
      guard let failure = one.failure else { continue }
      text += "<p class=\"failure\"><b>\(one.contender.escapedForHTML)</b>"
      text += " \(failure.escapedForHTML)</p>"
    }
    return text + "</section>"
  }

  private var footprint: String {
    guard !report.footprint.isEmpty else { return "" }
    var text =
      "<h2>Footprint</h2><div class=\"wide\"><table><thead><tr><th>of<th class=\"n\">figure"
    text += "<th class=\"n\">at most<th></tr></thead><tbody>"
    for line in report.footprint {
      let isAbove = line.bound.map { line.value > $0 } ?? false
      text += "<tr class=\"\(isAbove ? "missed" : "")\"><td>\(line.name.escapedForHTML)"
      text += "<td class=\"n\"><b>\(Figures.ratio(line.value)) \(line.unit.escapedForHTML)</b>"
      text += "<td class=\"n\">\(line.bound.map(Figures.bar) ?? "")"
      text += "<td>\(line.note.escapedForHTML)</tr>"
    }
    return text + "</tbody></table></div>"
  }

  private var skipped: String {
    guard !report.skipped.isEmpty else { return "" }
    var text = "<h2>Did not run</h2><ul>"
    for (name, reason) in report.skipped.sorted(by: { $0.key < $1.key }) {
      text += "<li><code>\(name.escapedForHTML)</code>: \(reason.escapedForHTML)</li>"
    }
    return text + "</ul>"
  }
}
