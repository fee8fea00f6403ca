import Sluice

/// A form of times or days, in the letters of strptime: `%d/%b/%Y:%H:%M:%S %z`. Compiled once.
///
/// ```
/// %Y year, 4 digits    %m %d month and day      %H %M %S       %f fraction, 1 to 9 digits and more
/// %y 1969 to 2068      %j day of the year       %I %p  by 12 hours
/// %b %B month's name   %a %A weekday's name     %z offset or Z  %Z UTC or GMT
/// %F is %Y-%m-%d       %T is %H:%M:%S           %R is %H:%M     %s seconds since 1970     %% is %
/// ```
///
/// Numbers may lack leading zeros, except a year and a fraction. Names are English, in any case. A space stands for one or
/// more; anything else for itself.
struct TimePattern: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case literal(UInt8)
    case space
    case year, shortYear, month, day, dayOfYear, hour, hour12, minute, second, fraction, half
    case monthName, weekday, offset, zoneName, epoch
  }

  /// As it was written.
  let text: String
  let parts: [Part]
  /// Whether a text of this form says what its offset from UTC is.
  let hasZone: Bool
  /// Whether it has more than a day.
  let hasTime: Bool

  private static let letters: [UInt8: Part] = [
    UInt8(ascii: "Y"): .year, UInt8(ascii: "y"): .shortYear, UInt8(ascii: "m"): .month,
    UInt8(ascii: "d"): .day, UInt8(ascii: "e"): .day, UInt8(ascii: "j"): .dayOfYear,
    UInt8(ascii: "H"): .hour, UInt8(ascii: "I"): .hour12, UInt8(ascii: "M"): .minute,
    UInt8(ascii: "S"): .second, UInt8(ascii: "f"): .fraction, UInt8(ascii: "p"): .half,
    UInt8(ascii: "b"): .monthName, UInt8(ascii: "B"): .monthName, UInt8(ascii: "h"): .monthName,
    UInt8(ascii: "a"): .weekday, UInt8(ascii: "A"): .weekday, UInt8(ascii: "z"): .offset,
    UInt8(ascii: "Z"): .zoneName, UInt8(ascii: "s"): .epoch,
  ]

  private static let groups: [UInt8: String] = [
    UInt8(ascii: "F"): "%Y-%m-%d", UInt8(ascii: "T"): "%H:%M:%S", UInt8(ascii: "R"): "%H:%M",
  ]

  /// Throws ``ImportError`` for a letter that there is not, and for a pattern from which no time can be read back.
  init(_ text: String) throws(ImportError) {
    self.text = text
    var parts: [Part] = []
    try TimePattern.add(text, to: &parts)
    self.parts = parts
    hasZone = parts.contains { [.offset, .zoneName, .epoch].contains($0) }
    hasTime = parts.contains {
      [.hour, .hour12, .minute, .second, .fraction, .half, .epoch].contains($0)
    }
    if let reason = TimePattern.gap(in: parts) {
      throw ImportError(
        .badColumn, "the pattern '\(text)' names no time that can be read back: \(reason)")
    }
  }

  private static func add(_ text: String, to parts: inout [Part]) throws(ImportError) {
    var bytes = Array(text.utf8)[...]
    while let byte = bytes.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        if byte != 0x20 {
          parts.append(.literal(byte))
        } else if parts.last != .space {
          parts.append(.space)
        }
        continue
      }
      let letter = bytes.popFirst()
      if letter == UInt8(ascii: "%") {
        parts.append(.literal(byte))
      } else if let group = letter.flatMap({ groups[$0] }) {
        try add(group, to: &parts)
      } else if let part = letter.flatMap({ letters[$0] }) {
        parts.append(part)
      } else {
        let found = letter.map { String(decoding: [$0], as: UTF8.self) } ?? "its end"
        throw ImportError(
          .badColumn,
          "the pattern '\(text)': after % expected one of Y y m d e j H I M S f p b B h a A z Z s F T R %, found"
            + " \(found)")
      }
    }
  }

  /// What a pattern lacks, or has twice; nil: nothing.
  private static func gap(in parts: [Part]) -> String? {
    let fields = parts.filter { part in
      if case .literal = part { return false }
      return part != .space
    }
    func has(_ part: Part) -> Bool { fields.contains(part) }
    if Set(fields).count < fields.count { return "it has one of its parts twice" }
    if has(.epoch) {
      let others = fields.filter { $0 != .epoch && $0 != .fraction }
      return others.isEmpty ? nil : "%s has all parts but %f in it"
    }
    if has(.year) == has(.shortYear) {
      return has(.year) ? "it has the year twice" : "it has no year (%Y)"
    }
    let months = (has(.month) ? 1 : 0) + (has(.monthName) ? 1 : 0)
    if has(.dayOfYear) {
      if months + (has(.day) ? 1 : 0) > 0 { return "%j has the month and the day in it" }
    } else {
      if months != 1 { return months > 1 ? "it has the month twice" : "it has no month (%m or %b)" }
      if !has(.day) { return "it has no day (%d)" }
    }
    if has(.hour), has(.hour12) { return "it has the hour twice" }
    if has(.hour12) != has(.half) { return "%I and %p belong together" }
    let hasHour = has(.hour) || has(.hour12)
    if has(.minute), !hasHour { return "it has minutes without hours" }
    if has(.second), !has(.minute) { return "it has seconds without minutes" }
    if has(.fraction), !has(.second) { return "it has a fraction without seconds" }
    if has(.offset), has(.zoneName) { return "it has the zone twice" }
    if has(.offset) || has(.zoneName), !hasHour { return "it has a zone without hours" }
    return nil
  }
}
