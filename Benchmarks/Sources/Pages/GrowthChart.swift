import Foundation
import Results

/// Curves of time per byte (or per pass, if all inputs have one size) against what grows. Both axes are
/// logarithmic if they span more than a factor of ten.
struct GrowthChart {
  private let curve: GrowthCurve
  private let isPerByte: Bool
  private let x: Axis
  private let y: Axis

  private static let plot = (left: 46.0, top: 8.0, right: 352.0, bottom: 196.0)
  /// The number of distinct colours; further contenders repeat them with dashes.
  private static let colours = 6

  /// A scale from values to places.
  private struct Axis {
    let low, high, from, to: Double
    let isLogarithmic: Bool

    init(_ values: [Double], from: Double, to: Double) {
      let low = values.min() ?? 0
      let high = values.max() ?? 1
      isLogarithmic = low > 0 && high / low > 10
      self.low = isLogarithmic ? log10(low).rounded(.down) : min(0, low)
      self.high = isLogarithmic ? log10(high).rounded(.up) : (high > low ? high : low + 1)
      self.from = from
      self.to = to
    }

    func place(_ value: Double) -> Double {
      let scaled = isLogarithmic ? log10(max(value, .leastNormalMagnitude)) : value
      return from + (scaled - low) / (high - low) * (to - from)
    }

    /// The positions of numbers.
    var ticks: [Double] {
      if isLogarithmic {
        let step = max(1, ((high - low) / 5).rounded(.up))
        return stride(from: low, through: high, by: step).map { pow(10, $0) }
      }
      return (0...4).map { low + (high - low) * Double($0) / 4 }
    }
  }

  init(_ curve: GrowthCurve) {
    self.curve = curve
    isPerByte = Set(curve.points.map(\.bytes)).count > 1
    let points = curve.points
    let isPerByte = isPerByte
    x = Axis(points.map(\.x), from: GrowthChart.plot.left, to: GrowthChart.plot.right)
    y = Axis(
      points.flatMap { point in
        point.costs.values.map { isPerByte ? $0 / Double(max(point.bytes, 1)) : $0 }
      }, from: GrowthChart.plot.bottom, to: GrowthChart.plot.top)
  }

  var svg: String {
    let names = curve.contenders
    let height = 236 + 16 * ((names.count + 1) / 2)
    var text = "<svg viewBox=\"0 0 360 \(height)\" role=\"img\" aria-label=\""
    text += "\(curve.name.escapedForHTML)\">" + grid
    for (i, name) in names.enumerated() {
      let places = curve.points.compactMap { point in
        point.costs[name].map { cost in
          let value = isPerByte ? cost / Double(max(point.bytes, 1)) : cost
          return "\(fixed(x.place(point.x))),\(fixed(y.place(value)))"
        }
      }
      text += "<polyline points=\"\(places.joined(separator: " "))\" class=\"\(style(i, name))\"/>"
      let left = i % 2 == 0 ? 4 : 184
      let top = 236 + 16 * (i / 2)
      text += "<path d=\"M\(left) \(top - 4)h18\" class=\"\(style(i, name))\"/>"
      text += "<text x=\"\(left + 24)\" y=\"\(top)\" class=\"name\">\(name.escapedForHTML)</text>"
    }
    return text + "</svg>"
  }

  private var grid: String {
    let plot = GrowthChart.plot
    var text = ""
    for (i, tick) in x.ticks.enumerated() {
      let isLast = i > 0 && x.place(tick) > plot.right - 12
      text += "<path d=\"M\(fixed(x.place(tick))) \(plot.top)V\(plot.bottom)\" class=\"grid\"/>"
      text += "<text x=\"\(fixed(x.place(tick)))\" y=\"210\" class=\"tick"
      text += isLast ? " end\">" : " middle\">"
      text += "\(GrowthChart.short(tick))</text>"
    }
    for tick in y.ticks {
      text += "<path d=\"M\(plot.left) \(fixed(y.place(tick)))H\(plot.right)\" class=\"grid\"/>"
      text += "<text x=\"42\" y=\"\(fixed(y.place(tick) + 4))\" class=\"tick end\">"
      text += "\(GrowthChart.time(tick))</text>"
    }
    text += "<text x=\"4\" y=\"222\" class=\"tick\">time a \(isPerByte ? "byte" : "pass")</text>"
    return text + "<text x=\"352\" y=\"222\" class=\"tick end\">\(curve.unit.escapedForHTML)</text>"
  }

  private func style(_ i: Int, _ name: String) -> String {
    if name == "sluice" { return "line own" }
    return "line c\(i % GrowthChart.colours)" + (i >= GrowthChart.colours ? " dashed" : "")
  }

  /// 4096 as 4.1k, and 1000 as 1k.
  private static func short(_ value: Double) -> String {
    let (scale, mark) =
      switch value {
      case 1e9...: (1e9, "G")
      case 1e6...: (1e6, "M")
      case 1e3...: (1e3, "k")
      default: (1.0, "")
      }
    let scaled = value / scale
    return Figures.fixed(scaled, scaled == scaled.rounded() ? 0 : 1) + mark
  }

  private static func time(_ value: Double) -> String {
    value == 0 ? "0" : Figures.seconds(value).replacing(#/\.0+ /#, with: " ")
  }

  private func fixed(_ value: Double) -> String { Figures.fixed(value, 1) }
}
