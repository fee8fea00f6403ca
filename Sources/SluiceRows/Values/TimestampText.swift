/// Points in time as text, by RFC 3339's date-time: `2024-05-31T12:30:00.25+02:00`.
///
/// Accepts the variants that the RFC permits: `t`, `z`, and a space for the `T`. Rejects leap seconds and
/// fractions finer than a microsecond, because they could only be stored as something else.
package enum TimestampText {
  /// The first microsecond of the year 0000 and the last of 9999, both since 1970.
  package static let range: ClosedRange<Int64> = -62_167_219_200_000_000...253_402_300_799_999_999

  /// Microseconds since 1970-01-01T00:00:00Z.
  static func microseconds(_ text: UnsafeBufferPointer<UInt8>) throws(CellFault) -> Int64 {
    let days = try DateText.days(at: text)
    // The shortest: 2024-05-31T12:30:00Z.
    guard text.count >= 20, text[10] | 0x20 == UInt8(ascii: "t") || text[10] == 0x20,
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      let hour = DateText.pair(text, 11), let minute = DateText.pair(text, 14),
      let second = DateText.pair(text, 17)
    else { throw .timeForm }
    guard hour <= 23 else { throw .hour }
    guard minute <= 59 else { throw .minute }
    guard second <= 59 else { throw second == 60 ? .leapSecond : .second }
    var next = 19
    let fraction = try fraction(text, &next)
    let offset = try offset(text, next)
    let seconds = Int64(days) * 86400 + Int64(hour * 3600 + minute * 60 + second - offset)
    let time = seconds * 1_000_000 + Int64(fraction)
    guard range.contains(time) else { throw .years }
    return time
  }

  /// Microseconds; `next` moves past the digits.
  @inline(__always)
  private static func fraction(
    _ text: UnsafeBufferPointer<UInt8>, _ next: inout Int
  ) throws(CellFault) -> Int {
    guard text[next] == UInt8(ascii: ".") else { return 0 }
    next += 1
    let first = next
    var value = 0
    while next < text.count, case let digit = text[next] &- 0x30, digit <= 9 {
      if next - first < 6 {
        value = value * 10 + Int(digit)
      } else if digit != 0 {
        throw .fineFraction
      }
      next += 1
    }
    guard next > first else { throw .fraction }
    for _ in min(next - first, 6)..<6 { value *= 10 }
    return value
  }

  /// Seconds east of UTC.
  @inline(__always)
  private static func offset(
    _ text: UnsafeBufferPointer<UInt8>, _ place: Int
  ) throws(CellFault) -> Int {
    guard place < text.count else { throw .zone }
    let sign = text[place]
    if sign | 0x20 == UInt8(ascii: "z"), place + 1 == text.count { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), place + 6 == text.count,
      text[place + 3] == UInt8(ascii: ":"), let hours = DateText.pair(text, place + 1),
      let minutes = DateText.pair(text, place + 4)
    else { throw .zone }
    guard hours <= 23, minutes <= 59 else { throw .offset }
    let seconds = hours * 3600 + minutes * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
