import Foundation
import Results

/// The targets in the form of the README.
struct ReadmeTable {
  private let report: Report
  private static let begin = "<!-- bench:begin -->"
  private static let end = "<!-- bench:end -->"

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
    let machine = report.machine
    return text + """

      Measured on \(machine.date.prefix(10)): \(machine.cpu), \(machine.cores) cores, Linux, Swift \
      \(machine.swift), simdjson \(machine.simdjson) (kernel \(machine.activeKernel)).\(notes)

      """
  }

  private var notes: String { (report.notes ?? []).map { " " + $0 }.joined() }

  /// Throws when the file has no place for it.
  func put(into path: String) throws {
    let file = try String(contentsOfFile: path, encoding: .utf8)
    guard let begin = file.range(of: ReadmeTable.begin),
      let end = file.range(of: ReadmeTable.end), begin.upperBound < end.lowerBound
    else {
      throw Refusal(description: "\(path) lacks \(ReadmeTable.begin) … \(ReadmeTable.end)")
    }
    try (file[..<begin.upperBound] + "\n" + text + file[end.lowerBound...]).write(to: path)
  }
}

extension Substring.SubSequence {
  fileprivate func write(to path: String) throws { try String(self).write(to: path) }
}
