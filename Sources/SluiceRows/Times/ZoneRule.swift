import Sluice

/// The rule by which a zone's clocks change from the last change in its file on: the text of POSIX's TZ variable, as
/// `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule {
  /// When in a year the clocks change.
  private enum Day {
    /// 1 to 365; there is no February 29th.
    case withoutLeapDay(Int)
    /// 0 to 365.
    case withLeapDay(Int)
    /// The weekday (0 is Sunday) of a week (5 is the last) of a month.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// By the clocks before it, in seconds from midnight.
  private struct Change {
    let day: Day
    let seconds: Int
  }

  private let standard: Int
  private let summer: (offset: Int, begin: Change, end: Change)?

  private static let lastYear = 9999
  /// In 1900: rules are younger.
  private static let firstInstant: Int64 = -2_208_988_800

  /// Nil for any other text.
  init?(_ text: [UInt8]) {
    var parser = ZoneRuleParser(text)
    guard parser.name(), let west = parser.time() else { return nil }
    standard = -west
    if parser.isAtEnd {
      summer = nil
      return
    }
    guard parser.name() else { return nil }
    var offset = standard + 3600
    if !parser.takes(",") {
      guard let west = parser.time(), parser.takes(",") else { return nil }
      offset = -west
    }
    guard let begin = ZoneRule.change(&parser), parser.takes(","),
      let end = ZoneRule.change(&parser), parser.isAtEnd, offset.magnitude < 86_400
    else { return nil }
    summer = (offset, begin, end)
    guard standard.magnitude < 86_400 else { return nil }
  }

  private static func change(_ parser: inout ZoneRuleParser) -> Change? {
    guard let day = day(&parser) else { return nil }
    guard parser.takes("/") else { return Change(day: day, seconds: 7200) }
    return parser.time().map { Change(day: day, seconds: $0) }
  }

  private static func day(_ parser: inout ZoneRuleParser) -> Day? {
    if parser.takes("J") { return parser.number(1...365).map { .withoutLeapDay($0) } }
    guard parser.takes("M") else { return parser.number(0...365).map { .withLeapDay($0) } }
    guard let month = parser.number(1...12), parser.takes("."), let week = parser.number(1...5),
      parser.takes("."), let weekday = parser.number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }

  /// Appends the changes after the last one.
  func extend(_ changes: inout [Int64], _ offsets: inout [Int32]) {
    guard let summer else { return }
    var last = changes.last ?? ZoneRule.firstInstant
    let first = Gregorian.date(Int(max(last, ZoneRule.firstInstant) / 86_400)).year
    guard last < 1 << 40, first <= ZoneRule.lastYear else { return }
    for year in first...ZoneRule.lastYear {
      let begin = ZoneRule.instant(summer.begin, year, offset: standard)
      let end = ZoneRule.instant(summer.end, year, offset: summer.offset)
      let both = [(begin, summer.offset), (end, standard)].sorted { $0.0 < $1.0 }
      for (instant, offset) in both where instant > last {
        changes.append(instant)
        offsets.append(Int32(truncatingIfNeeded: offset))
        last = instant
      }
    }
  }

  private static func instant(_ change: Change, _ year: Int, offset: Int) -> Int64 {
    let days: Int
    switch change.day {
    case .withLeapDay(let day): days = Gregorian.days(year, 1, 1) + day
    case .withoutLeapDay(let day):
      let isAfterLeapDay = day >= 60 && Gregorian.daysInMonth(2, of: year) == 29
      days = Gregorian.days(year, 1, 1) + day - 1 + (isAfterLeapDay ? 1 : 0)
    case .weekday(let month, let week, let weekday):
      let first = Gregorian.days(year, month, 1)
      let length = Gregorian.daysInMonth(month, of: year)
      // 1970-01-01 was a Thursday.
      let distance = ((weekday - first - 4) % 7 + 7) % 7
      var day = distance + (week - 1) * 7
      if day >= length { day -= 7 }
      days = first + day
    }
    return Int64(days * 86_400 + change.seconds - offset)
  }
}

/// The parts of a rule's text.
private struct ZoneRuleParser {
  private let text: [UInt8]
  private var place = 0

  init(_ text: [UInt8]) { self.text = text }

  var isAtEnd: Bool { place == text.count }

  mutating func takes(_ sign: Unicode.Scalar) -> Bool {
    guard place < text.count, text[place] == UInt8(ascii: sign) else { return false }
    place += 1
    return true
  }

  /// A zone's name: letters, or anything between angle brackets.
  mutating func name() -> Bool {
    if takes("<") {
      while place < text.count, text[place] != UInt8(ascii: ">") { place += 1 }
      return takes(">")
    }
    let start = place
    while place < text.count, (text[place] | 0x20) &- 0x61 <= 25 { place += 1 }
    return place - start >= 3
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let start = place
    var value = 0
    while place < text.count, text[place] &- 0x30 <= 9, place - start < 4 {
      value = value * 10 + Int(text[place] - 0x30)
      place += 1
    }
    return place > start && range.contains(value) ? value : nil
  }

  /// `[+-]hh[:mm[:ss]]` in seconds; hours up to 167.
  mutating func time() -> Int? {
    let isNegative = takes("-")
    if !isNegative { _ = takes("+") }
    guard let hours = number(0...167) else { return nil }
    var seconds = hours * 3600
    if takes(":") {
      guard let minutes = number(0...59) else { return nil }
      seconds += minutes * 60
      if takes(":") {
        guard let rest = number(0...59) else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }
}
