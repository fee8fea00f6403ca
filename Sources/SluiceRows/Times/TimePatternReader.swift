import Sluice

/// Reads a text of a pattern's form.
///
/// Sound because every place is compared with the text's end before it is read.
struct TimePatternReader {
  typealias Text = UnsafeBufferPointer<UInt8>

  private var year = 0
  private var month = 1
  private var day = 1
  private var dayOfYear: Int?
  private var hour = 0
  private var isAfternoon: Bool?
  private var minute = 0
  private var second = 0
  private var nanosecond: UInt32 = 0
  private var isFiner = false
  private var weekday: Int?
  private var offset: Int?
  private var epoch: Int?
  private var place = 0

  /// The time that the whole text is; nil: it has another form, or names no time.
  static func read(_ text: Text, as pattern: TimePattern) -> TimeParts? {
    var reader = TimePatternReader()
    for part in pattern.parts {
      guard unsafe reader.read(part, text) else { return nil }
    }
    return reader.place == text.count ? reader.time : nil
  }

  private var time: TimeParts? {
    if let epoch {
      return TimeParts(
        seconds: epoch, nanosecond: nanosecond, isFiner: isFiner, isLocal: false)
    }
    var days: Int
    if let dayOfYear {
      guard dayOfYear <= 365 || Gregorian.daysInMonth(2, of: year) == 29 else { return nil }
      days = Gregorian.days(year, 1, 1) + dayOfYear - 1
    } else {
      guard day <= Gregorian.daysInMonth(month, of: year) else { return nil }
      days = Gregorian.days(year, month, day)
    }
    // 1970-01-01 was a Thursday; 0 is Sunday.
    if let weekday, ((days + 4) % 7 + 7) % 7 != weekday { return nil }
    var hour = hour
    if let isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - (offset ?? 0)
    return TimeParts(
      seconds: seconds, nanosecond: nanosecond, isFiner: isFiner, isLocal: offset == nil)
  }

  private mutating func read(_ part: TimePattern.Part, _ text: Text) -> Bool {
    switch part {
    case .literal(let byte): return unsafe takes(byte, text)
    case .space:
      guard unsafe takes(0x20, text) else { return false }
      while unsafe takes(0x20, text) {}
      return true
    case .fraction: return unsafe readFraction(text)
    case .half:
      guard let half = unsafe name(of: ["AM", "PM"], text) else { return false }
      isAfternoon = half == 1
      return true
    case .monthName:
      guard let number = unsafe name(of: TimePatternReader.months, text) else { return false }
      month = number + 1
      return true
    case .weekday:
      weekday = unsafe name(of: TimePatternReader.weekdays, text)
      return weekday != nil
    case .offset: return unsafe readOffset(text)
    case .zoneName:
      guard unsafe name(of: ["UTC", "GMT", "Z"], text) != nil else { return false }
      offset = 0
      return true
    default:
      guard let number = unsafe number(of: part, text) else { return false }
      set(part, number)
      return true
    }
  }

  private mutating func set(_ part: TimePattern.Part, _ number: Int) {
    switch part {
    case .year: year = number
    case .shortYear: year = number + (number < 69 ? 2000 : 1900)
    case .month: month = number
    case .day: day = number
    case .dayOfYear: dayOfYear = number
    case .hour, .hour12: hour = number
    case .minute: minute = number
    case .second: second = number
    default: epoch = number
    }
  }

  private mutating func number(of part: TimePattern.Part, _ text: Text) -> Int? {
    switch part {
    case .year: unsafe number(4...4, 0...9999, text)
    case .shortYear: unsafe number(2...2, 0...99, text)
    case .month: unsafe number(1...2, 1...12, text)
    case .day: unsafe number(1...2, 1...31, text)
    case .dayOfYear: unsafe number(1...3, 1...366, text)
    case .hour: unsafe number(1...2, 0...23, text)
    case .hour12: unsafe number(1...2, 1...12, text)
    case .minute, .second: unsafe number(1...2, 0...59, text)
    // Seconds up to the end of the year 9999.
    default: unsafe number(1...12, 0...253_402_300_799, text)
    }
  }

  private mutating func takes(_ byte: UInt8, _ text: Text) -> Bool {
    guard place < text.count, unsafe text[place] == byte else { return false }
    place += 1
    return true
  }

  private mutating func number(
    _ digits: ClosedRange<Int>, _ range: ClosedRange<Int>, _ text: Text
  ) -> Int? {
    let start = place
    var number = 0
    while place < text.count, place - start < digits.upperBound,
      case let digit = unsafe text[place] &- 0x30, digit <= 9
    {
      number = number * 10 + Int(digit)
      place += 1
    }
    return place - start >= digits.lowerBound && range.contains(number) ? number : nil
  }

  private mutating func readFraction(_ text: Text) -> Bool {
    let start = place
    nanosecond = 0
    while place < text.count, case let digit = unsafe text[place] &- 0x30, digit <= 9 {
      if place - start < 9 {
        nanosecond = nanosecond * 10 + UInt32(digit)
      } else if digit != 0 {
        isFiner = true
      }
      place += 1
    }
    for _ in min(place - start, 9)..<9 { nanosecond *= 10 }
    return place > start
  }

  /// `Z`, `+02`, `+0200` or `+02:00`.
  private mutating func readOffset(_ text: Text) -> Bool {
    if unsafe takes(UInt8(ascii: "Z"), text) || takes(UInt8(ascii: "z"), text) {
      offset = 0
      return true
    }
    let isWest = unsafe takes(UInt8(ascii: "-"), text)
    guard unsafe isWest || takes(UInt8(ascii: "+"), text) else { return false }
    guard let hours = unsafe number(2...2, 0...23, text) else { return false }
    var minutes = 0
    if unsafe takes(UInt8(ascii: ":"), text) || (place < text.count && text[place] &- 0x30 <= 9) {
      guard let number = unsafe number(2...2, 0...59, text) else { return false }
      minutes = number
    }
    let seconds = hours * 3600 + minutes * 60
    offset = isWest ? -seconds : seconds
    return true
  }

  /// The number of the name at the current place: the longest that is there, in any case of its letters.
  private mutating func name(of names: [String], _ text: Text) -> Int? {
    var found: (number: Int, length: Int)?
    for (number, name) in names.enumerated() {
      for length in [name.utf8.count, min(name.utf8.count, 3)] {
        guard unsafe has(name.utf8.prefix(length), text) else { continue }
        if length > found?.length ?? 0 { found = (number, length) }
      }
    }
    place += found?.length ?? 0
    return found?.number
  }

  private func has(_ name: Substring.UTF8View, _ text: Text) -> Bool {
    guard text.count - place >= name.count else { return false }
    for (i, byte) in name.enumerated() where unsafe text[place + i] | 0x20 != byte | 0x20 {
      return false
    }
    return true
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}
