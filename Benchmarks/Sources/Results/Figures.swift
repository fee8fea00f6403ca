import Foundation

/// The form of figures in reports.
package enum Figures {
  /// Three digits, because runs do not agree in more: 0.876, 1.03, 15.4, 160.
  package static func ratio(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    return fixed(value, value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0)
  }

  /// A measured value without digits that no clock has: reports are a third of the size.
  package static func fiveDigits(_ value: Double) -> Double {
    Double(String(format: "%.4e", value)) ?? value
  }

  package static func interval(_ interval: Interval?) -> String {
    interval.map { "\(ratio($0.low)) – \(ratio($0.high))" } ?? ""
  }

  package static func bar(_ value: Double) -> String {
    value == value.rounded() && value >= 2 ? "\(Int(value))" : "\(value)"
  }

  package static func fixed(_ value: Double, _ digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }

  /// A time in the unit that suits it.
  package static func seconds(_ value: Double) -> String {
    switch value {
    case ..<1e-6: "\(fixed(value * 1e9, 1)) ns"
    case ..<1e-3: "\(fixed(value * 1e6, 1)) µs"
    case ..<1: "\(fixed(value * 1e3, 2)) ms"
    default: "\(fixed(value, 2)) s"
    }
  }

  /// A size in powers of 1024.
  package static func bytes(_ count: Int) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB"]
    var (value, unit) = (Double(count), 0)
    while value >= 1024, unit < 3 { (value, unit) = (value / 1024, unit + 1) }
    return unit == 0 ? "\(count) bytes" : "\(fixed(value, value < 10 ? 1 : 0)) \(units[unit])"
  }
}
