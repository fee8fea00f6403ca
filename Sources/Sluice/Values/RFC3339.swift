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

  /// A date and time, and what its text has that RFC 3339's `date-time` with a `T` has not, or lacks. 16 bytes, which
  /// are returned in registers.
  package struct DateTime {
    /// Seconds since 1970-01-01T00:00:00Z, without the nanoseconds.
    package fileprivate(set) var secondsSince1970 = 0
    package fileprivate(set) var nanosecond: UInt32 = 0
    package fileprivate(set) var forms: Forms = []
  }

  package struct Forms: OptionSet {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A space instead of the `T`.
    package static let space = Forms(rawValue: 1)
    /// A comma instead of the point before the fraction.
    package static let comma = Forms(rawValue: 2)
    /// An offset such as `+0200` or `+02`.
    package static let shortOffset = Forms(rawValue: 4)
    package static let noSeconds = Forms(rawValue: 8)
    /// Without a zone the text names no point in time.
    package static let noZone = Forms(rawValue: 16)
    /// A fraction finer than a nanosecond.
    package static let finer = Forms(rawValue: 32)
  }

  /// Returns the days since 1970-01-01 of a date, which is the whole text: `2024-05-31`.
  package static func days(_ text: Text) throws(Fault) -> Int {
    let days = try unsafe date(text)
    guard text.count == 10 else { throw Fault(.day, .isFollowed) }
    return days
  }

  /// Returns the date and time that the whole text is.
  package static func dateTime(_ text: Text) throws(Fault) -> DateTime {
    var time = DateTime()
    let days = try unsafe date(text)
    guard text.count > 10, unsafe text[10] | 0x20 == UInt8(ascii: "t") || text[10] == 0x20 else {
      throw Fault(.day, .separator)
    }
    if unsafe text[10] == 0x20 { time.forms.insert(.space) }
    let hour = try unsafe pair(text, 11, .hour, 0, 23)
    try unsafe separator(":", text, 13, .hour)
    let minute = try unsafe pair(text, 14, .minute, 0, 59)
    var second = hour * 3600 + minute * 60
    var next = 16
    if unsafe has(":", text, next) {
      unsafe second += try pair(text, 17, .second, 0, 59)
      next = 19
      try unsafe readFraction(text, &next, &time)
    } else {
      guard unsafe next == text.count || isZone(text[next]) else {
        throw Fault(.minute, .separator)
      }
      time.forms.insert(.noSeconds)
    }
    time.secondsSince1970 = days * 86400 + second
    if next < text.count {
      unsafe time.secondsSince1970 -= try offset(text, next, &time)
    } else {
      time.forms.insert(.noZone)
    }
    return time
  }

  /// The date at the text's start.
  @inline(__always)
  private static func date(_ text: Text) throws(Fault) -> Int {
    let century = try unsafe pair(text, 0, .year, 0, 99)
    let year = unsafe century * 100 + (try pair(text, 2, .year, 0, 99))
    try unsafe separator("-", text, 4, .year)
    let month = try unsafe pair(text, 5, .month, 1, 12)
    try unsafe separator("-", text, 7, .month)
    let day = try unsafe pair(text, 8, .day, 0, 99)
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
    let hasComma = unsafe has(",", text, next)
    guard unsafe hasComma || has(".", text, next) else { return }
    if hasComma { time.forms.insert(.comma) }
    next += 1
    let first = next
    var value: UInt32 = 0
    while next < text.count, case let digit = unsafe text[next] &- 0x30, digit <= 9 {
      if next - first < 9 {
        value = value * 10 + UInt32(digit)
      } else if digit != 0 {
        time.forms.insert(.finer)
      }
      next += 1
    }
    guard next > first else { throw Fault(.fraction, .digits) }
    for _ in min(next - first, 9)..<9 { value *= 10 }
    time.nanosecond = value
  }

  /// The zone's seconds east of UTC. It is the rest of the text.
  @inline(__always)
  private static func offset(
    _ text: Text, _ start: Int, _ time: inout DateTime
  ) throws(Fault) -> Int {
    let sign = unsafe text[start]
    guard isZone(sign) else { throw Fault(.zone, .isMissing) }
    var next = start + 1
    var seconds = 0
    if sign | 0x20 != UInt8(ascii: "z") {
      seconds = try unsafe pair(text, next, .offsetHour, 0, 23) * 3600
      next += 2
      let isShort = unsafe !has(":", text, next)
      if isShort { time.forms.insert(.shortOffset) } else { next += 1 }
      // Only `+02` may end here.
      if !isShort || next < text.count {
        unsafe seconds += try pair(text, next, .offsetMinute, 0, 59) * 60
        next += 2
      }
    }
    guard next == text.count else { throw Fault(.zone, .isFollowed) }
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }

  private static func isZone(_ byte: UInt8) -> Bool {
    byte | 0x20 == UInt8(ascii: "z") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  @inline(__always)
  private static func has(_ character: Unicode.Scalar, _ text: Text, _ place: Int) -> Bool {
    unsafe place < text.count && text[place] == UInt8(ascii: character)
  }

  @inline(__always)
  private static func separator(
    _ character: Unicode.Scalar, _ text: Text, _ place: Int, _ part: Fault.Part
  ) throws(Fault) {
    guard unsafe has(character, text, place) else { throw Fault(part, .separator) }
  }

  /// Two digits as a number from `first` to `last`.
  @inline(__always)
  private static func pair(
    _ text: Text, _ place: Int, _ part: Fault.Part, _ first: Int, _ last: Int
  ) throws(Fault) -> Int {
    guard place + 2 <= text.count, case let high = unsafe text[place] &- 0x30, high <= 9,
      case let low = unsafe text[place + 1] &- 0x30, low <= 9
    else { throw Fault(part, .digits) }
    let value = Int(high) * 10 + Int(low)
    guard first <= value, value <= last else { throw Fault(part, .range, value, first...last) }
    return value
  }
}
