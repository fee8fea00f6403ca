import Sluice

/// Points in time as a column takes them: `2024-05-31T12:30:00.25+02:00`.
///
/// Accepts RFC 3339's date-time with the variants that the RFC permits: `t`, `z`, and a space for the `T`. Rejects
/// fractions finer than a microsecond, because they could only be stored as something else.
package enum TimestampText {
  /// The first microsecond of the year 0000 and the last of 9999, both since 1970.
  package static let range: ClosedRange<Int64> = -62_167_219_200_000_000...253_402_300_799_999_999

  /// Microseconds since 1970-01-01T00:00:00Z.
  static func microseconds(_ text: UnsafeBufferPointer<UInt8>) throws(CellFault) -> Int64 {
    let time: RFC3339.DateTime
    do throws(RFC3339.Fault) {
      time = try unsafe RFC3339.dateTime(text)
    } catch {
      throw CellFault(error)
    }
    // Only a time without seconds, zone or both is shorter than 2024-05-31T12:30:00Z.
    guard text.count >= 20, !time.forms.contains(.noSeconds) else { throw .timeForm }
    return try microseconds(time)
  }

  /// Made once: a set from a literal of another module's options takes longer than the rest of a timestamp.
  private static let refusedForms: RFC3339.Forms = [.noZone, .comma, .shortOffset]

  static func microseconds(_ time: RFC3339.DateTime) throws(CellFault) -> Int64 {
    guard time.nanosecond % 1000 == 0, !time.forms.contains(.finer) else { throw .fineFraction }
    guard time.forms.isDisjoint(with: refusedForms) else { throw .zone }
    let microseconds = Int64(time.secondsSince1970) * 1_000_000 + Int64(time.nanosecond / 1000)
    guard range.contains(microseconds) else { throw .years }
    return microseconds
  }
}
