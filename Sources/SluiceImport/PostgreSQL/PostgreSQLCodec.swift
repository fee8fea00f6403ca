import Sluice
import SluiceSystem

/// The wire form of a column's values: the binary form that the type's `recv` function takes
/// (PostgreSQL's src/backend/utils/adt), and which values the server would refuse.
///
/// A binary COPY fails as a whole, with all its rows. Refusals that can be foreseen are found here, and
/// concern only their row.
struct PostgreSQLCodec: BitwiseCopyable {
  enum BinaryForm: UInt8 {
    case int2, int4, int8, float8, bool, text, json, jsonb, numeric, date, timestamptz, uuid, bytea
  }

  let form: BinaryForm
  /// For `varchar(n)` and `char(n)`; 0: no limit.
  let mostCharacters: Int
  /// For `numeric(precision, scale)`; 0: no limit.
  let precision: Int
  /// For that type, or for `timestamptz(scale)`.
  let scale: Int
  /// The column is NOT NULL.
  let isRequired: Bool
  /// The column is part of an upsert's key.
  let isKey: Bool

  /// Appends a field: its length and its bytes. Returns a refusal instead; the caller then removes what was
  /// appended.
  @inline(__always)
  func write(_ value: ImportValue, to out: inout SinkBuffer) -> ValueRefusal? {
    switch (form, value) {
    case (_, .null):
      if isRequired || isKey { return isKey ? .nullKey : .null }
      out.append(bigEndian: Int32(-1))
    case (.int8, .integer(let value)):
      out.append(bigEndian: Int32(8))
      out.append(bigEndian: value)
    case (.int4, .integer(let value)):
      guard let value = Int32(exactly: value) else { return .numberOutOfRange }
      out.append(bigEndian: Int32(4))
      out.append(bigEndian: value)
    case (.int2, .integer(let value)):
      guard let value = Int16(exactly: value) else { return .numberOutOfRange }
      out.append(bigEndian: Int32(2))
      out.append(bigEndian: value)
    case (.float8, .real(let value)):
      out.append(bigEndian: Int32(8))
      out.append(bigEndian: value.bitPattern)
    case (.bool, .boolean(let value)):
      out.append(bigEndian: Int32(1))
      out.append(value ? 1 : 0)
    case (.text, .text(let bytes)), (.text, .json(let bytes)), (.text, .decimal(let bytes)):
      if let refusal = unsafe refusal(ofText: bytes) { return refusal }
      out.append(bigEndian: Int32(truncatingIfNeeded: bytes.count))
      unsafe out.append(bytes)
    case (.json, .json(let bytes)):
      guard bytes.count <= ValueLimits.mostBytes else { return .tooManyBytes }
      out.append(bigEndian: Int32(truncatingIfNeeded: bytes.count))
      unsafe out.append(bytes)
    case (.jsonb, .json(let bytes)):
      guard bytes.count <= ValueLimits.mostBytes else { return .tooManyBytes }
      if let refusal = unsafe JSONBLimits.refusal(of: bytes) { return refusal }
      out.append(bigEndian: Int32(truncatingIfNeeded: bytes.count + 1))
      // The version of jsonb's wire form.
      out.append(1)
      unsafe out.append(bytes)
    default: return writeOther(value, to: &out)
    }
    return nil
  }

  /// Outlined from the plain types, whose callers it would make larger.
  @inline(never)
  private func writeOther(_ value: ImportValue, to out: inout SinkBuffer) -> ValueRefusal? {
    switch (form, value) {
    case (.numeric, .decimal(let bytes)):
      // Its digits were checked when it was read; a constant's were not.
      guard let digits = unsafe DecimalDigits(bytes) else { return .otherType }
      let number = ExactDecimal(digits)
      guard number.isStorable, precision == 0 || number.fits(precision: precision, scale: scale)
      else { return .digits }
      number.write(to: &out)
    case (.date, .date(let days)):
      // Counted from 2000-01-01.
      guard ValueLimits.days.contains(days) else { return .numberOutOfRange }
      out.append(bigEndian: Int32(4))
      out.append(bigEndian: days - 10_957)
    case (.timestamptz, .timestamp(let time)):
      guard TimestampText.range.contains(time) else { return .numberOutOfRange }
      guard time % ValueLimits.microseconds[scale] == 0 else { return .fraction }
      out.append(bigEndian: Int32(8))
      out.append(bigEndian: time - 946_684_800_000_000)
    case (.uuid, .uuid(let high, let low)):
      out.append(bigEndian: Int32(16))
      out.append(bigEndian: high)
      out.append(bigEndian: low)
    case (.bytea, .blob(let bytes)):
      guard bytes.count <= ValueLimits.mostBytes else { return .tooManyBytes }
      out.append(bigEndian: Int32(truncatingIfNeeded: bytes.count))
      unsafe out.append(bytes)
    case (.text, .date), (.text, .timestamp), (.text, .uuid):
      unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: ValueText.longest) { text in
        guard let start = text.baseAddress else { return }
        let count = unsafe value.writeText(to: start) ?? 0
        out.append(bigEndian: Int32(truncatingIfNeeded: count))
        unsafe out.append(UnsafeBufferPointer(start: start, count: count))
      }
    default: return .otherType
    }
    return nil
  }

  @inline(__always)
  private func refusal(ofText bytes: UnsafeBufferPointer<UInt8>) -> ValueRefusal? {
    guard bytes.count <= ValueLimits.mostBytes else { return .tooManyBytes }
    if unsafe ByteSearch.first(0, in: bytes) != nil { return .nulCharacter }
    guard mostCharacters > 0, bytes.count > mostCharacters else { return nil }
    let characters = unsafe bytes.count { $0 & 0xC0 != 0x80 }
    return characters > mostCharacters ? .textTooLong : nil
  }
}
