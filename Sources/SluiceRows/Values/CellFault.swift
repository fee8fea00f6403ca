import Sluice

/// Why a text is not a value of a column's type. One byte, because it is thrown in loops: the words are
/// made only for a message.
enum CellFault: UInt8, Error {
  case dateForm, month, day
  case timeForm, hour, minute, leapSecond, second, fraction, fineFraction, zone, offset, years
  case uuidForm
  case number, instant
  /// Of what a column accepts besides its type.
  case integer, real, boolean, forms, gap, extended, bytes, utf8
  case base64Letter, base64URL, base64Padding, base64Length, base64Bits

  /// The words after `expected …, found …:`.
  var words: String {
    switch self {
    case .dateForm: "a date is four digits, two and two, with '-' between them"
    case .month: "there is no such month"
    case .day: "the month has no such day"
    case .timeForm:
      "after the date come 'T', 't' or a space, and hour, minute and second of two digits with ':'"
        + " between them"
    case .hour: "an hour is 00 to 23"
    case .minute: "a minute is 00 to 59"
    case .leapSecond:
      "it is a leap second, which time counted in microseconds since 1970 does not have"
    case .second: "a second is 00 to 59"
    case .fraction: "the fraction of the second has no digits"
    case .fineFraction:
      "the fraction of the second is finer than a microsecond, which --fraction COLUMN=cut or round permits"
    case .zone: "after the time comes 'Z' or an offset from UTC such as +02:00, and nothing more"
    case .offset: "an offset is +00:00 to +23:59, or the same with '-'"
    case .years: "in UTC it lies outside of the years 0000 to 9999"
    case .uuidForm: "a UUID is 8, 4, 4, 4 and 12 hexadecimal digits with '-' between them"
    case .number: "it is no number by RFC 8259"
    case .integer: "it is no integer that fits 64 bits"
    case .real: "it is beyond the largest double"
    case .boolean: "it is neither true nor false"
    case .forms: "it has none of the forms that the column accepts"
    case .gap: "the clocks of the column's zone skipped this time"
    case .extended: "it is no value of the column's type in MongoDB's Extended JSON"
    case .bytes: "bytes are numbers from 0 to 255"
    case .utf8: "its bytes are not UTF-8"
    case .instant: "it lies outside of the years 0000 to 9999, or is finer than a microsecond"
    case .base64Letter: "there is a character that is not of Base64's alphabet"
    case .base64URL: "'-' and '_' are of the URL-safe alphabet: expected '+' and '/'"
    case .base64Padding: "'=' stands only at the end, to fill up four characters"
    case .base64Length: "a character is missing: the last one alone makes no byte"
    case .base64Bits: "the last character has bits set that belong to no byte"
    }
  }
}

extension CellFault {
  init(_ fault: RFC3339.Fault) {
    let isLeapSecond = fault.value == 60
    self =
      switch (fault.part, fault.problem) {
      case (.month, .range): .month
      case (.day, .range): .day
      case (.day, .separator): .timeForm
      case (.year, _), (.month, _), (.day, _): .dateForm
      case (.hour, .range): .hour
      case (.minute, .range): .minute
      case (.second, .range): isLeapSecond ? .leapSecond : .second
      case (.hour, _), (.minute, _), (.second, _): .timeForm
      case (.fraction, _): .fraction
      case (.offsetHour, .range), (.offsetMinute, .range): .offset
      case (.zone, _), (.offsetHour, _), (.offsetMinute, _): .zone
      }
  }
}
