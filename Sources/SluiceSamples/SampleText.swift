/// Writes JSON text into a byte buffer without `String`s.
extension [UInt8] {
  mutating func write(_ text: StaticString) {
    unsafe append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func write(decimal value: Int) {
    if value >= 10 { write(decimal: value / 10) }
    append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
  }

  /// Writes at least `width` digits.
  mutating func write(decimal value: Int, width: Int) {
    var power = 1
    for _ in 1..<Swift.max(width, 1) { power *= 10 }
    while power > 0 {
      append(UInt8(truncatingIfNeeded: 0x30 + value / power % 10))
      power /= 10
    }
  }

  /// Writes the lowest `digits` hexadecimal digits.
  mutating func write(hexadecimal value: UInt64, digits: Int) {
    for i in (0..<digits).reversed() {
      let nibble = UInt8(truncatingIfNeeded: value >> UInt64(4 * i)) & 15
      append(nibble < 10 ? 0x30 + nibble : 0x57 + nibble)
    }
  }

  /// Writes `2026-03-14T09:26:53Z` from milliseconds since 1970; with `fraction`, `.589` before the
  /// Z.
  mutating func write(time milliseconds: Int, fraction: Bool) {
    let (days, inDay) = (milliseconds / 86_400_000, milliseconds % 86_400_000)
    // Howard Hinnant's civil_from_days, for days after 1970.
    let shifted = days + 719_468
    let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    write(decimal: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), width: 4)
    append(UInt8(ascii: "-"))
    write(decimal: month, width: 2)
    append(UInt8(ascii: "-"))
    write(decimal: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, width: 2)
    append(UInt8(ascii: "T"))
    write(decimal: inDay / 3_600_000, width: 2)
    append(UInt8(ascii: ":"))
    write(decimal: inDay / 60_000 % 60, width: 2)
    append(UInt8(ascii: ":"))
    write(decimal: inDay / 1000 % 60, width: 2)
    if fraction {
      append(UInt8(ascii: "."))
      write(decimal: inDay % 1000, width: 3)
    }
    append(UInt8(ascii: "Z"))
  }
}
