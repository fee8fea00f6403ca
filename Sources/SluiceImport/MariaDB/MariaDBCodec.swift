import Sluice

/// The form of a column's values in the lines that `LOAD DATA` reads, and which values the column does not
/// hold unchanged: those are found here, and concern only their row.
struct MariaDBCodec {
  enum LoadedForm: UInt8 { case integer, real, bool, text, decimal, date, datetime, blob }

  let form: LoadedForm
  /// For integers.
  var range: ClosedRange<Int64> = .min ... .max
  /// For texts: the most characters, and for texts and blobs the most bytes; 0: no limit.
  var (mostCharacters, mostBytes) = (0, 0)
  /// For decimals; the scale also for times.
  var (precision, scale) = (0, 0)
  /// `timestamp` ends with 32 bits of seconds.
  var isShort = false
  var isRequired = false
  /// Whether the column is part of the mode's key.
  var isKey = false

  /// The seconds of a `timestamp`, without its zero, in microseconds.
  private static let short: ClosedRange<Int64> = 1_000_000...2_147_483_647_999_999

  /// Appends a field. Returns a refusal instead; the caller then removes what was appended.
  func write(_ value: ImportValue, to out: inout SinkBuffer) -> ValueRefusal? {
    switch (form, value) {
    case (_, .null):
      if isRequired || isKey { return isKey ? .nullKey : .null }
      out.append("\\N")
    case (.integer, .integer(let number)):
      guard range.contains(number) else { return .outOfRange }
      out.append(number.magnitude, isNegative: number < 0)
    case (.real, .real(let number)):
      guard number.isFinite else { return .outOfRange }
      out.append(number: number)
    case (.bool, .boolean(let value)), (.integer, .boolean(let value)):
      out.append(UInt8(ascii: value ? "1" : "0"))
    case (.text, .text(let bytes)), (.text, .json(let bytes)), (.text, .decimal(let bytes)):
      return unsafe write(text: bytes, to: &out)
    case (.decimal, .decimal(let bytes)):
      guard let digits = unsafe DecimalDigits(bytes) else { return .otherType }
      let number = ExactDecimal(digits)
      guard number.fits(precision: precision, scale: scale) else { return .digits }
      // The server would note that it cuts zeros off.
      number.writeText(to: &out)
    case (.blob, .blob(let bytes)):
      guard mostBytes == 0 || bytes.count <= mostBytes else { return .tooLong }
      // As digits, because the lines are UTF-8.
      for place in bytes.indices {
        let byte = unsafe bytes[place]
        out.append(MariaDBCodec.digit(byte >> 4))
        out.append(MariaDBCodec.digit(byte & 15))
      }
    case (.datetime, .timestamp(let time)):
      guard time % ValueLimits.microseconds[scale] == 0 else { return .fraction }
      guard isShort ? MariaDBCodec.short.contains(time) : TimestampText.range.contains(time) else {
        return .outOfRange
      }
      // Without the Z, and with no more digits than the column keeps.
      write(value, dropping: 1 + (scale == 0 ? 7 : 6 - scale), to: &out)
    case (.date, .date(let days)):
      guard ValueLimits.days.contains(days) else { return .outOfRange }
      write(value, dropping: 0, to: &out)
    case (.text, .date), (.text, .timestamp), (.text, .uuid): write(value, dropping: 0, to: &out)
    default: return .otherType
    }
    return nil
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  /// Writes a day, a time or a UUID without its last bytes.
  private func write(_ value: ImportValue, dropping last: Int, to out: inout SinkBuffer) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ValueText.longest) { text in
      guard let start = text.baseAddress else { return }
      let count = unsafe value.writeText(to: start) ?? 0
      unsafe out.append(UnsafeBufferPointer(start: start, count: max(count - last, 0)))
    }
  }

  /// Writes a text with backslashes before what would end a field or a line.
  private func write(text: UnsafeBufferPointer<UInt8>, to out: inout SinkBuffer) -> ValueRefusal? {
    if mostBytes > 0, text.count > mostBytes { return .tooLong }
    if mostCharacters > 0, text.count > mostCharacters,
      unsafe text.count(where: { $0 & 0xC0 != 0x80 }) > mostCharacters
    {
      return .tooLong
    }
    var start = 0
    for place in text.indices {
      let byte = unsafe text[place]
      let escape: UInt8
      switch byte {
      case UInt8(ascii: "\\"): escape = byte
      case UInt8(ascii: "\t"): escape = UInt8(ascii: "t")
      case UInt8(ascii: "\n"): escape = UInt8(ascii: "n")
      case 0: escape = UInt8(ascii: "0")
      default: continue
      }
      unsafe out.append(UnsafeBufferPointer(rebasing: text[start..<place]))
      out.append(UInt8(ascii: "\\"))
      out.append(escape)
      start = place + 1
    }
    unsafe out.append(UnsafeBufferPointer(rebasing: text[start...]))
    return nil
  }
}
