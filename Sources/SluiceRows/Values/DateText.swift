import Sluice

/// Days as text: `2024-05-31`, RFC 3339's full-date.
enum DateText {
  /// Days since 1970-01-01. Accepts only real days of the calendar.
  static func days(_ text: UnsafeBufferPointer<UInt8>) throws(CellFault) -> Int32 {
    guard text.count == 10 else { throw .dateForm }
    do throws(RFC3339.Fault) {
      return unsafe Int32(truncatingIfNeeded: try RFC3339.days(text))
    } catch {
      throw CellFault(error)
    }
  }
}
