/// Days of the Gregorian calendar, extended to dates before its introduction (ISO 8601, RFC 3339).
package enum Gregorian {
  /// The number of days: 28 to 31.
  package static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01, for years from 0. Years are counted from March, so that the leap day is their last, and
  /// grouped in eras of 400 (146,097 days).
  package static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = year + 400 - (month <= 2 ? 1 : 0)
    let era = shifted / 400
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era - 1) * 146_097 + dayOfEra - 719_468
  }

  /// The inverse of ``days(_:_:_:)``, for any number of days that fits 32 bits.
  package static func date(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let dayOfEra = (shifted % 146_097 + 146_097) % 146_097
    let era = (shifted - dayOfEra) / 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
