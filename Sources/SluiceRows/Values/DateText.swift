import Sluice

/// Days as text: `2024-05-31`, RFC 3339's full-date.
enum DateText {
  typealias Text = UnsafeBufferPointer<UInt8>

  /// Days since 1970-01-01. Accepts only real days of the calendar.
  static func days(_ text: Text) throws(CellFault) -> Int32 {
    guard text.count == 10 else { throw .dateForm }
    return try days(at: text)
  }

  /// The same for a text's first ten bytes.
  @inline(__always)
  static func days(at text: Text) throws(CellFault) -> Int32 {
    guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      let century = pair(text, 0), let year = pair(text, 2), let month = pair(text, 5),
      let day = pair(text, 8)
    else { throw .dateForm }
    guard month &- 1 < 12, month > 0 else { throw .month }
    let fullYear = century * 100 + year
    guard day > 0, day <= 28 || day <= Gregorian.daysInMonth(month, of: fullYear) else {
      throw .day
    }
    return Int32(truncatingIfNeeded: Gregorian.days(fullYear, month, day))
  }

  /// Two digits as a number. The caller has checked that they are digits.
  @inline(__always)
  static func pair(_ text: Text, _ place: Int) -> Int? {
    let (high, low) = (text[place] &- 0x30, text[place + 1] &- 0x30)
    return high <= 9 && low <= 9 ? Int(high) * 10 + Int(low) : nil
  }
}
