import Foundation
import Results

/// A target's ratio relative to its bar, which is the mark in the middle: left of it the target is missed.
struct TargetChart {
  private let target: TargetResult
  /// The distance of the edges from the bar: a quarter of it, and four times.
  private static let reach = log(4.0)

  init(_ target: TargetResult) { self.target = target }

  var svg: String {
    var text = "<svg viewBox=\"0 0 120 16\" class=\"gauge\" aria-hidden=\"true\">"
    text += "<path d=\"M0 8H120\" class=\"grid\"/>"
    if let ratio = target.ratio {
      if let interval = target.interval {
        let low = place(interval.low)
        let width = max(place(interval.high) - low, 1)
        text += "<rect x=\"\(fixed(low))\" y=\"5\" width=\"\(fixed(width))\" height=\"6\""
        text += " class=\"range\"/>"
      }
      let style = target.verdict == .reached ? "good" : "bad"
      text += "<circle cx=\"\(fixed(place(ratio)))\" cy=\"8\" r=\"4\" class=\"\(style)\"/>"
    }
    return text + "<path d=\"M60 1V15\" class=\"bar\"/></svg>"
  }

  private func place(_ ratio: Double) -> Double {
    guard ratio > 0 else { return 4 }
    return min(max(60 + log(ratio / target.bar) / TargetChart.reach * 56, 4), 116)
  }

  private func fixed(_ value: Double) -> String { Figures.fixed(value, 1) }
}
