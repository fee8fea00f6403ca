import Sluice

/// Days, points in time and UUIDs as the text that files and SQLite get: always in one form, so that texts
/// sort by their meaning (for the years 0000 to 9999).
///
/// Sound because each function writes at most `longest` bytes, which its caller has made room for.
package enum ValueText {
  package typealias Target = UnsafeMutablePointer<UInt8>

  /// The most that any of them writes: a UUID has 36 bytes, a point in time at the end of `Int64` has 30.
  package static let longest = 40

  /// Writes `2024-05-31`. Returns the number of bytes.
  static func write(date days: Int32, to target: Target) -> Int {
    let (year, month, day) = Gregorian.date(Int(days))
    var count = 0
    if year < 0 {
      unsafe target[0] = UInt8(ascii: "-")
      count = 1
    }
    var digits = 4
    var bound = 10_000
    while year.magnitude >= bound {
      digits += 1
      bound *= 10
    }
    count = unsafe write(Int(year.magnitude), digits, to: target, at: count)
    unsafe target[count] = UInt8(ascii: "-")
    count = unsafe write(month, 2, to: target, at: count + 1)
    unsafe target[count] = UInt8(ascii: "-")
    return unsafe write(day, 2, to: target, at: count + 1)
  }

  /// `2024-05-31T10:30:00.250000Z`: in UTC, and with all six digits.
  static func write(timestamp time: Int64, to target: Target) -> Int {
    let day: Int64 = 86_400_000_000
    let rest = Int((time % day + day) % day)
    let days = time / day - (time % day < 0 ? 1 : 0)
    // A 64-bit count of microseconds has far fewer days than 32 bits hold.
    var count = unsafe write(date: Int32(truncatingIfNeeded: days), to: target)
    let seconds = rest / 1_000_000
    unsafe target[count] = UInt8(ascii: "T")
    count = unsafe write(seconds / 3600, 2, to: target, at: count + 1)
    unsafe target[count] = UInt8(ascii: ":")
    count = unsafe write(seconds / 60 % 60, 2, to: target, at: count + 1)
    unsafe target[count] = UInt8(ascii: ":")
    count = unsafe write(seconds % 60, 2, to: target, at: count + 1)
    unsafe target[count] = UInt8(ascii: ".")
    count = unsafe write(rest % 1_000_000, 6, to: target, at: count + 1)
    unsafe target[count] = UInt8(ascii: "Z")
    return count + 1
  }

  /// `f81d4fae-7dec-11d0-a765-00a0c91e6bf6`.
  static func write(uuid high: UInt64, _ low: UInt64, to target: Target) -> Int {
    var place = 0
    for digit in 0..<32 {
      if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
        unsafe target[place] = UInt8(ascii: "-")
        place += 1
      }
      let bits = digit < 16 ? high >> UInt64(60 - 4 * digit) : low >> UInt64(124 - 4 * digit)
      let value = UInt8(truncatingIfNeeded: bits & 15)
      unsafe target[place] = value < 10 ? 0x30 + value : 0x57 + value
      place += 1
    }
    return place
  }

  /// Returns the place after the digits.
  @inline(__always)
  private static func write(_ value: Int, _ digits: Int, to target: Target, at place: Int) -> Int {
    var rest = value
    for digit in stride(from: place + digits - 1, through: place, by: -1) {
      unsafe target[digit] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return place + digits
  }
}

extension ImportValue {
  /// Writes a day, a point in time or a UUID; nil: it is another value, and nothing was written.
  @inline(__always)
  package func writeText(to target: ValueText.Target) -> Int? {
    switch self {
    case .date(let days): unsafe ValueText.write(date: days, to: target)
    case .timestamp(let time): unsafe ValueText.write(timestamp: time, to: target)
    case .uuid(let high, let low): unsafe ValueText.write(uuid: high, low, to: target)
    default: nil
    }
  }
}
