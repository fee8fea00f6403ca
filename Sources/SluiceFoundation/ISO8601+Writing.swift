import Sluice

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ISO8601 {
  /// The date in UTC with the fewest digits of a second — none, 3, 6 or 9 — that restore it exactly.
  /// Throws `invalid-value` outside the years 0 to 9999.
  static func text(_ date: Date) throws(JSONError) -> String {
    let interval = date.timeIntervalSinceReferenceDate
    // Year 0 to 9999, counted from 2001; also keeps the conversion to an integer in bounds.
    guard interval >= -63_145_526_400, interval < 252_423_993_600 else {
      throw JSONError(
        .invalidValue, at: 0, name: "a date of the years 0 to 9999",
        reason: "ISO 8601 text has four digits for the year")
    }
    let whole = interval.rounded(.down)
    let fraction = interval - whole
    for (digits, units) in [(0, 1.0), (3, 1e3), (6, 1e6), (9, 1e9)] {
      let count = (fraction * units).rounded()
      guard count < units || digits == 0, digits > 0 || fraction == 0 else { continue }
      if digits == 9 || whole + count * (1e9 / units) / 1e9 == interval {
        return text(Int(whole) + 978_307_200, digits: digits, Int(count))
      }
    }
    // A fraction that rounds up to the next second at nine digits.
    return text(Int(whole) + 978_307_201, digits: 0, 0)
  }

  private static func text(_ seconds: Int, digits: Int, _ fraction: Int) -> String {
    let day = Int((Double(seconds) / 86400).rounded(.down))
    let time = seconds - day * 86400
    let (year, month, dayOfMonth) = Gregorian.date(day)
    var text = padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2)
    text += "T" + padded(time / 3600, 2) + ":" + padded(time / 60 % 60, 2)
    text += ":" + padded(time % 60, 2)
    if digits > 0 { text += "." + padded(fraction, digits) }
    return text + "Z"
  }

  private static func padded(_ value: Int, _ digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
