import Sluice

/// Recognising dates and points in time.
extension FormatSet {
  static let ofTimes: FormatSet = [
    .date, .timestamp, .internetTimestamp, .columnTimestamp, .wholeTimestamp, .localTimestamp,
  ]

  /// Forms that RFC 3339's date-times have not. Made once, as in `TimestampText`.
  private static let looseForms: RFC3339.Forms = [.space, .comma, .shortOffset]

  /// The formats of a text that is a date, a timestamp, or a timestamp without a time zone. O(length).
  static func times(_ text: UnsafeBufferPointer<UInt8>) -> FormatSet {
    if text.count == 10 { return unsafe (try? RFC3339.days(text)) == nil ? [] : .date }
    guard let time = try? unsafe RFC3339.dateTime(text) else { return [] }
    guard !time.forms.contains(.noZone) else { return .localTimestamp }
    // A time without seconds but with a zone is ISO 8601, but no reader of timestamps accepts it.
    guard !time.forms.contains(.noSeconds) else { return [] }
    var found: FormatSet = .timestamp
    if time.forms.isDisjoint(with: looseForms) {
      found.insert(.internetTimestamp)
      if unsafe isWhole(text) { found.insert(.wholeTimestamp) }
    }
    if (try? TimestampText.microseconds(time)) != nil { found.insert(.columnTimestamp) }
    return found
  }

  /// Whether a timestamp has no fraction, its letters are capitals, and it is no leap second.
  private static func isWhole(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count == 20 || text.count == 25, unsafe text[10] == UInt8(ascii: "T"),
      unsafe text[17] < UInt8(ascii: "6")
    else { return false }
    return unsafe text.count == 20
      ? text[19] == UInt8(ascii: "Z") : text[19] == 0x2B || text[19] == 0x2D
  }
}
