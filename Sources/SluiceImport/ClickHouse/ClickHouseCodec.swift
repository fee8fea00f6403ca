import Sluice

/// The form of a column's values in `RowBinary`, and which values the column does not hold unchanged. The server
/// would wrap integers and cut fractions without a word, so those are found here, and concern only their row.
struct ClickHouseCodec {
  enum RowBinaryForm: UInt8 {
    case integer, real, bool, text, decimal, day, shortDay, seconds, ticks, uuid
  }

  let form: RowBinaryForm
  /// The bytes of a value, for integers and decimals.
  private(set) var size = 8
  /// For integers.
  private(set) var range: ClosedRange<Int64> = .min ... .max
  /// For decimals; the scale also for times.
  private(set) var (precision, scale) = (0, 0)
  let isNullable: Bool

  /// 1900-01-01 to 2299-12-31, in days and microseconds: what `Date32` and `DateTime64` hold.
  private static let days: ClosedRange<Int32> = -25_567...120_529
  private static let times: ClosedRange<Int64> =
    -2_208_988_800_000_000...10_413_791_999_999_999
  private static let powers: [Int64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000]

  /// Appends a value. Returns a refusal instead; the caller then removes what was appended.
  @inline(__always)
  func write(_ value: ImportValue, to out: inout SinkBuffer) -> ValueRefusal? {
    if case .null = value {
      guard isNullable else { return .null }
      out.append(1)
      return nil
    }
    if isNullable { out.append(0) }
    switch (form, value) {
    case (.integer, .integer(let number)):
      guard range.contains(number) else { return .outOfRange }
      out.append(littleEndian: UInt64(bitPattern: number), size: size)
    case (.integer, .boolean(let value)):
      out.append(littleEndian: value ? 1 : 0, size: size)
    case (.bool, .boolean(let value)): out.append(value ? 1 : 0)
    case (.real, .real(let number)): out.append(littleEndian: number.bitPattern, size: 8)
    case (.text, .text(let bytes)), (.text, .json(let bytes)), (.text, .decimal(let bytes)),
      (.text, .blob(let bytes)):
      unsafe write(text: bytes, to: &out)
    case (.decimal, .decimal(let bytes)):
      guard let digits = unsafe DecimalDigits(bytes) else { return .otherType }
      let number = ExactDecimal(digits)
      guard number.fits(precision: precision, scale: scale) else { return .digits }
      let words = number.scaled(by: scale).words
      for word in 0..<max(size / 8, 1) {
        out.append(littleEndian: words[word], size: min(size, 8))
      }
    case (.day, .date(let days)):
      guard ClickHouseCodec.days.contains(days) else { return .outOfRange }
      out.append(littleEndian: UInt64(truncatingIfNeeded: days), size: 4)
    case (.shortDay, .date(let days)):
      guard (0...Int32(UInt16.max)).contains(days) else { return .outOfRange }
      out.append(littleEndian: UInt64(truncatingIfNeeded: days), size: 2)
    case (.seconds, .timestamp(let time)):
      guard time % 1_000_000 == 0 else { return .fraction }
      guard (0...Int64(UInt32.max)).contains(time / 1_000_000) else { return .outOfRange }
      out.append(littleEndian: UInt64(time / 1_000_000), size: 4)
    case (.ticks, .timestamp(let time)): return write(time: time, to: &out)
    case (.uuid, .uuid(let high, let low)):
      out.append(littleEndian: high, size: 8)
      out.append(littleEndian: low, size: 8)
    case (.text, .date), (.text, .timestamp), (.text, .uuid): write(words: value, to: &out)
    default: return .otherType
    }
    return nil
  }

  private func write(time: Int64, to out: inout SinkBuffer) -> ValueRefusal? {
    guard ClickHouseCodec.times.contains(time) else { return .outOfRange }
    var ticks = time
    if scale <= 6 {
      let unit = ClickHouseCodec.powers[6 - scale]
      guard time % unit == 0 else { return .fraction }
      ticks = time / unit
    } else {
      let (product, isOver) = time.multipliedReportingOverflow(
        by: ClickHouseCodec.powers[scale - 6])
      guard !isOver else { return .outOfRange }
      ticks = product
    }
    out.append(littleEndian: UInt64(bitPattern: ticks), size: 8)
    return nil
  }

  private func write(text: UnsafeBufferPointer<UInt8>, to out: inout SinkBuffer) {
    out.append(varint: text.count)
    unsafe out.append(text)
  }

  /// Writes a day, a time or a UUID as text.
  private func write(words value: ImportValue, to out: inout SinkBuffer) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ValueText.longest) { text in
      guard let start = text.baseAddress else { return }
      let count = unsafe value.writeText(to: start) ?? 0
      unsafe write(text: UnsafeBufferPointer(start: start, count: count), to: &out)
    }
  }
}

extension ClickHouseCodec {
  /// Nil when a column does not store such values unchanged.
  init?(_ type: ColumnType, in column: ClickHouseType) {
    isNullable = column.isNullable
    let bits = ["8": 8, "16": 16, "32": 32, "64": 64]
    let isInteger =
      column.name.hasPrefix("Int") && bits[String(column.name.dropFirst(3))] != nil
      || column.name.hasPrefix("UInt") && bits[String(column.name.dropFirst(4))] != nil
    switch (type.storage, column.name) {
    case (.integer, _) where isInteger, (.boolean, "UInt8"):
      form = .integer
      let isSigned = column.name.hasPrefix("Int")
      let count = bits[String(column.name.dropFirst(isSigned ? 3 : 4))] ?? 64
      size = count / 8
      range = ValueLimits.integers(bits: count, isSigned: isSigned)
    case (.boolean, "Bool"): form = .bool
    case (.real, "Float64"): form = .real
    case (.decimal, "Decimal"):
      form = .decimal
      guard let precision = column.number(0), let scale = column.number(1), precision <= 76 else {
        return nil
      }
      (self.precision, self.scale) = (precision, scale)
      size = precision <= 9 ? 4 : precision <= 18 ? 8 : precision <= 38 ? 16 : 32
    case (.date, "Date32"): form = .day
    case (.date, "Date"): form = .shortDay
    case (.timestamp, "DateTime"): form = .seconds
    case (.timestamp, "DateTime64"):
      guard let scale = column.number(0), (0...9).contains(scale) else { return nil }
      form = .ticks
      self.scale = scale
    case (.uuid, "UUID"): form = .uuid
    case (.text, "String"), (.json, "String"), (.nested, "String"), (.decimal, "String"),
      (.date, "String"), (.timestamp, "String"), (.uuid, "String"), (.blob, "String"):
      form = .text
    default: return nil
    }
  }
}
