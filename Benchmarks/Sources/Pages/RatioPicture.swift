import Foundation
import Results

/// The highlights as horizontal bars on a logarithmic scale: to the right of the line at 1 Sluice is
/// faster, to the left the other. The thin bar is the ratio with the other kernel.
///
/// A file for each colour scheme, because a page that shows an SVG as an image decides which one.
struct RatioPicture {
  /// The colours of a scheme: those of the HTML report.
  struct Scheme {
    let name: String
    let ink, soft, line, paper, gain, loss: String

    static let all = [
      Scheme(
        name: "light", ink: "#1c2530", soft: "#5b6875", line: "#dde3e9", paper: "#ffffff",
        gain: "#0b7a75", loss: "#c2571a"),
      Scheme(
        name: "dark", ink: "#e6ebf0", soft: "#9aa8b5", line: "#33404c", paper: "#12181e",
        gain: "#3fc1b5", loss: "#f0a35e"),
    ]
  }

  private let highlights: Highlights
  private let scheme: Scheme

  private static let (width, rowHeight, top) = (760.0, 37.0, 34.0)
  private static let (plotLeft, plotRight) = (326.0, 690.0)
  /// The scale's ends.
  private static let (least, most) = (0.5, 200.0)

  init(_ highlights: Highlights, _ scheme: Scheme) {
    self.highlights = highlights
    self.scheme = scheme
  }

  /// Writes `ratios-light.svg` and `ratios-dark.svg`.
  static func write(_ highlights: Highlights, into folder: String) throws {
    for scheme in Scheme.all {
      let picture = RatioPicture(highlights, scheme)
      try picture.svg.write(to: "\(folder)/ratios-\(scheme.name).svg")
    }
  }

  var svg: String {
    let bottom = RatioPicture.top + RatioPicture.rowHeight * Double(highlights.rows.count)
    let (width, height) = (Int(RatioPicture.width), Int(bottom) + 52)
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\""
    text += " viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"\(summary)\">\n"
    text += "<style>\(style)</style>\n"
    text += "<rect width=\"\(width)\" height=\"\(height)\" rx=\"10\" class=\"paper\"/>\n"
    text += scale(to: bottom)
    for (i, row) in highlights.rows.enumerated() {
      text += bars(of: row, at: RatioPicture.top + RatioPicture.rowHeight * Double(i))
    }
    return text + legend(at: bottom + 22) + "</svg>\n"
  }

  /// What the picture shows, for people who hear it.
  private var summary: String {
    let rows = highlights.rows.map { row in
      let ratio = row.ratio.map { "\(Figures.ratio($0)) times" } ?? "not run"
      return "\(row.work), against \(row.against): \(ratio)"
    }
    return ("Speed as a multiple of another program's. " + rows.joined(separator: "; "))
      .escapedForHTML
  }

  private var style: String {
    """
    text{font:13px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;\
    fill:\(scheme.ink)}\
    .soft{font-size:11px;fill:\(scheme.soft)}.end{text-anchor:end}.middle{text-anchor:middle}\
    .value{font-weight:600;font-variant-numeric:tabular-nums}.paper{fill:\(scheme.paper)}\
    .grid{stroke:\(scheme.line);fill:none}.one{stroke:\(scheme.soft);fill:none}\
    .gain{fill:\(scheme.gain)}.loss{fill:\(scheme.loss)}.thin{opacity:.55}
    """
  }

  /// Lines at the powers of ten, and a stronger one at 1.
  private func scale(to bottom: Double) -> String {
    var text = ""
    for (value, label) in [(1.0, "as fast"), (10.0, "10 ×"), (100.0, "100 ×")] {
      let x = fixed(place(value))
      text += "<path d=\"M\(x) \(fixed(RatioPicture.top - 6))V\(fixed(bottom))\""
      text += " class=\"\(value == 1 ? "one" : "grid")\"/>"
      text += "<text x=\"\(x)\" y=\"22\" class=\"soft middle\">\(label)</text>\n"
    }
    return text
  }

  private func bars(of row: Highlights.Row, at top: Double) -> String {
    var text = "<text x=\"18\" y=\"\(fixed(top + 13))\">\(row.work.escapedForHTML)</text>"
    text += "<text x=\"18\" y=\"\(fixed(top + 27))\" class=\"soft\">against"
    text += " \(row.against.escapedForHTML)</text>"
    if let ratio = row.ratio { text += bar(ratio, at: top + 4, height: 13, style: "") }
    for (i, ratio) in row.others.enumerated() {
      guard let ratio else { continue }
      text += bar(ratio, at: top + 19 + Double(i) * 5, height: 4, style: " thin")
    }
    let shown = row.ratio.map { "\(Figures.ratio($0)) ×" } ?? "not run"
    text += "<text x=\"\(Int(RatioPicture.width) - 16)\" y=\"\(fixed(top + 15))\""
    let style = (row.ratio ?? 1) < 1 ? "value end loss" : "value end"
    return text + " class=\"\(style)\">\(shown)</text>\n"
  }

  private func bar(_ ratio: Double, at y: Double, height: Double, style: String) -> String {
    let (one, end) = (place(1), place(ratio))
    // At least wide enough to be seen.
    let width = max(abs(end - one), 1.5)
    let x = ratio < 1 ? one - width : one
    return "<rect x=\"\(fixed(x))\" y=\"\(fixed(y))\" width=\"\(fixed(width))\""
      + " height=\"\(fixed(height))\" class=\"\(ratio < 1 ? "loss" : "gain")\(style)\"/>"
  }

  private func legend(at y: Double) -> String {
    let machine = highlights.report.machine
    var text = "<rect x=\"18\" y=\"\(fixed(y - 9))\" width=\"16\" height=\"9\" class=\"gain\"/>"
    text += "<text x=\"40\" y=\"\(fixed(y))\" class=\"soft\">Sluice is faster</text>"
    text += "<rect x=\"140\" y=\"\(fixed(y - 9))\" width=\"16\" height=\"9\" class=\"loss\"/>"
    text += "<text x=\"162\" y=\"\(fixed(y))\" class=\"soft\">the other is faster</text>"
    var right = "CPU time, logarithmic; kernel \(machine.activeKernel)"
    right += highlights.report.kernels.map { ", thin bars \($0)" }.joined()
    text += "<text x=\"\(Int(RatioPicture.width) - 16)\" y=\"\(fixed(y))\" class=\"soft end\">"
    text += right.escapedForHTML + "</text>"
    let below =
      "\(machine.cpu), Swift \(machine.swift), simdjson \(machine.simdjson),"
      + " \(machine.date.prefix(10))"
    text += "<text x=\"\(Int(RatioPicture.width) - 16)\" y=\"\(fixed(y + 16))\" class=\"soft end\">"
    return text + below.escapedForHTML + "</text>\n"
  }

  private func place(_ ratio: Double) -> Double {
    let (low, high) = (log(RatioPicture.least), log(RatioPicture.most))
    let share = (log(max(ratio, RatioPicture.least)) - low) / (high - low)
    let span = RatioPicture.plotRight - RatioPicture.plotLeft
    return RatioPicture.plotLeft + min(share, 1) * span
  }

  private func fixed(_ value: Double) -> String { Figures.fixed(value, 1) }
}
