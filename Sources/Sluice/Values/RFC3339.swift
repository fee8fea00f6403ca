/// Dates and times as text: RFC 3339, and the forms of ISO 8601 that feeds also have.
///
/// ```
/// 2024-05-01T12:30:00.123+02:00
/// year-month-day 'T' hour:minute:second [fraction] zone
/// ```
///
/// This is the only reader of such text. It tells which forms the text has that RFC 3339 lacks, and each caller decides
/// which of them it accepts. Rejects leap seconds: neither a `Date` nor a count of microseconds since
/// 1970 can store one.
package enum RFC3339 {
  package typealias Text = UnsafeBufferPointer<UInt8>

  /// A date and time, and what its text has that RFC 3339's `date-time` with a `T` has not, or lacks.
  package struct DateTime {
    /// Days since 1970-01-01, at the place of the offset.
    package fileprivate(set) var days = 0
    /// The second of that day, and the nanosecond of that second.
    package fileprivate(set) var second = 0
    package fileprivate(set) var nanosecond = 0
    /// Seconds east of UTC.
    package fileprivate(set) var offset = 0

    /// A space instead of the `T`.
    package fileprivate(set) var hasSpace = false
    /// A comma instead of the point before the fraction.
    package fileprivate(set) var hasComma = false
    /// An offset such as `+0200` or `+02`.
    package fileprivate(set) var hasShortOffset = false
    package fileprivate(set) var hasSeconds = false
    /// Without a zone the text names no point in time.
    package fileprivate(set) var hasZone = false
    /// Whether the fraction is finer than a nanosecond.
    package fileprivate(set) var isFiner = false

    /// Seconds since 1970-01-01T00:00:00Z, without the nanoseconds.
    package var secondsSince1970: Int { days * 86400 + second - offset }
  }

  /// Returns the days since 1970-01-01 of a date, which is the whole text: `2024-05-31`.
  package static func days(_ text: Text) throws(Fault) -> Int {
    let days = try date(text)
    guard text.count == 10 else { throw Fault(.day, .isFollowed) }
    return days
  }

  /// Returns the date and time that the whole text is.
  package static func dateTime(_ text: Text) throws(Fault) -> DateTime {
    var time = DateTime()
    time.days = try date(text)
    guard text.count > 10, text[10] | 0x20 == UInt8(ascii: "t") || text[10] == 0x20 else {
      throw Fault(.day, .separator)
    }
    time.hasSpace = text[10] == 0x20
    let hour = try pair(text, 11, .hour, 0, 23)
    try separator(":", text, 13, .hour)
    let minute = try pair(text, 14, .minute, 0, 59)
    time.second = hour * 3600 + minute * 60
    var next = 16
    if has(":", text, next) {
      time.hasSeconds = true
      time.second += try pair(text, 17, .second, 0, 59)
      next = 19
      try readFraction(text, &next, &time)
    } else {
      guard next == text.count || isZone(text[next]) else { throw Fault(.minute, .separator) }
    }
    if next < text.count { try readZone(text, next, &time) }
    return time
  }

  /// The date at the text's start.
  @inline(__always)
  private static func date(_ text: Text) throws(Fault) -> Int {
    let century = try pair(text, 0, .year, 0, 99)
    let year = century * 100 + (try pair(text, 2, .year, 0, 99))
    try separator("-", text, 4, .year)
    let month = try pair(text, 5, .month, 1, 12)
    try separator("-", text, 7, .month)
    let day = try pair(text, 8, .day, 0, 99)
    guard day > 0, day <= 28 || day <= Gregorian.daysInMonth(month, of: year) else {
      throw Fault(.day, .range, day, 1...Gregorian.daysInMonth(month, of: year))
    }
    return Gregorian.days(year, month, day)
  }

  /// Moves `next` past the fraction, if there is one.
  @inline(__always)
  private static func readFraction(
    _ text: Text, _ next: inout Int, _ time: inout DateTime
  ) throws(Fault) {
    time.hasComma = has(",", text, next)
    guard time.hasComma || has(".", text, next) else { return }
    next += 1
    let first = next
    var value = 0
    while next < text.count, case let digit = text[next] &- 0x30, digit <= 9 {
      if next - first < 9 {
        value = value * 10 + Int(digit)
      } else if digit != 0 {
        time.isFiner = true
      }
      next += 1
    }
    guard next > first else { throw Fault(.fraction, .digits) }
    for _ in min(next - first, 9)..<9 { value *= 10 }
    time.nanosecond = value
  }

  /// Reads the rest of the text.
  @inline(__always)
  private static func readZone(
    _ text: Text, _ start: Int, _ time: inout DateTime
  ) throws(Fault) {
    let sign = text[start]
    guard isZone(sign) else { throw Fault(.zone, .isMissing) }
    time.hasZone = true
    var next = start + 1
    if sign | 0x20 != UInt8(ascii: "z") {
      var seconds = try pair(text, next, .offsetHour, 0, 23) * 3600
      next += 2
      time.hasShortOffset = !has(":", text, next)
      if !time.hasShortOffset { next += 1 }
      // Only `+02` may end here.
      if !time.hasShortOffset || next < text.count {
        seconds += try pair(text, next, .offsetMinute, 0, 59) * 60
        next += 2
      }
      time.offset = sign == UInt8(ascii: "-") ? -seconds : seconds
    }
    guard next == text.count else { throw Fault(.zone, .isFollowed) }
  }

  private static func isZone(_ byte: UInt8) -> Bool {
    byte | 0x20 == UInt8(ascii: "z") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  @inline(__always)
  private static func has(_ character: Unicode.Scalar, _ text: Text, _ place: Int) -> Bool {
    place < text.count && text[place] == UInt8(ascii: character)
  }

  @inline(__always)
  private static func separator(
    _ character: Unicode.Scalar, _ text: Text, _ place: Int, _ part: Fault.Part
  ) throws(Fault) {
    guard has(character, text, place) else { throw Fault(part, .separator) }
  }

  /// Two digits as a number from `first` to `last`.
  @inline(__always)
  private static func pair(
    _ text: Text, _ place: Int, _ part: Fault.Part, _ first: Int, _ last: Int
  ) throws(Fault) -> Int {
    guard place + 2 <= text.count, case let high = text[place] &- 0x30, high <= 9,
      case let low = text[place + 1] &- 0x30, low <= 9
    else { throw Fault(part, .digits) }
    let value = Int(high) * 10 + Int(low)
    guard first <= value, value <= last else { throw Fault(part, .range, value, first...last) }
    return value
  }
}
