import Sluice
import SluiceSystem

/// The wire form of a column's values: the binary form that the type's `recv` function takes
/// (PostgreSQL's src/backend/utils/adt), and which values the server would refuse.
///
/// A binary COPY fails as a whole, with all its rows. Refusals that can be foreseen are found here, and
/// concern only their row.
struct PostgreSQLCodec: BitwiseCopyable {
  enum Form: UInt8 {
    case int2, int4, int8, float8, bool, text, json, jsonb, numeric, date, timestamptz, uuid, bytea
  }

  let form: Form
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

  /// The largest value: PostgreSQL's memory for one, including the row's other fields, is just below 1 GiB.
  static let mostBytes = 1_000_000_000

  /// Why the server would refuse a value.
  enum Refusal: UInt8 {
    case null, nullKey, outOfRange, nulCharacter, nulInJSON, numberInJSON, badJSON, tooLong,
      tooLarge, digits, fraction
    case otherType
  }

  /// Appends a field: its length and its bytes. Returns a refusal instead; the caller then removes what was
  /// appended.
  @inline(__always)
  func write(
    _ value: ImportValue, to out: inout SinkBuffer, _ checker: inout JSONBytesChecker
  ) -> Refusal? {
    switch (form, value) {
    case (_, .null):
      if isRequired || isKey { return isKey ? .nullKey : .null }
      out.append(bigEndian: Int32(-1))
    case (.int8, .integer(let value)):
      out.append(bigEndian: Int32(8))
      out.append(bigEndian: value)
    case (.int4, .integer(let value)):
      guard let value = Int32(exactly: value) else { return .outOfRange }
      out.append(bigEndian: Int32(4))
      out.append(bigEndian: value)
    case (.int2, .integer(let value)):
      guard let value = Int16(exactly: value) else { return .outOfRange }
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
      if let refusal = unsafe refusal(ofJSON: bytes, &checker) { return refusal }
      out.append(bigEndian: Int32(truncatingIfNeeded: bytes.count))
      unsafe out.append(bytes)
    case (.jsonb, .json(let bytes)):
      if let refusal = unsafe refusal(ofJSON: bytes, &checker) { return refusal }
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
  private func writeOther(_ value: ImportValue, to out: inout SinkBuffer) -> Refusal? {
    switch (form, value) {
    case (.numeric, .decimal(let bytes)):
      // Its digits were checked when it was read; a constant's were not.
      guard let digits = unsafe DecimalDigits(bytes) else { return .otherType }
      let number = PostgreSQLNumeric(digits)
      guard number.isStorable, precision == 0 || number.fits(precision: precision, scale: scale)
      else { return .digits }
      number.write(to: &out)
    case (.date, .date(let days)):
      // Counted from 2000-01-01.
      guard PostgreSQLCodec.days.contains(days) else { return .outOfRange }
      out.append(bigEndian: Int32(4))
      out.append(bigEndian: days - 10_957)
    case (.timestamptz, .timestamp(let time)):
      guard TimestampText.range.contains(time) else { return .outOfRange }
      guard time % PostgreSQLCodec.units[scale] == 0 else { return .fraction }
      out.append(bigEndian: Int32(8))
      out.append(bigEndian: time - 946_684_800_000_000)
    case (.uuid, .uuid(let high, let low)):
      out.append(bigEndian: Int32(16))
      out.append(bigEndian: high)
      out.append(bigEndian: low)
    case (.bytea, .blob(let bytes)):
      guard bytes.count <= PostgreSQLCodec.mostBytes else { return .tooLarge }
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

  /// The years 0000 to 9999, all of which the server takes.
  private static let days: ClosedRange<Int32> = -719_528...2_932_896

  /// The resolution of `timestamptz(n)`, in microseconds.
  private static let units: [Int64] = [1_000_000, 100_000, 10_000, 1000, 100, 10, 1]

  @inline(__always)
  private func refusal(ofText bytes: UnsafeBufferPointer<UInt8>) -> Refusal? {
    guard bytes.count <= PostgreSQLCodec.mostBytes else { return .tooLarge }
    if unsafe ByteSearch.first(0, in: bytes) != nil { return .nulCharacter }
    guard mostCharacters > 0, bytes.count > mostCharacters else { return nil }
    let characters = unsafe bytes.count { $0 & 0xC0 != 0x80 }
    return characters > mostCharacters ? .tooLong : nil
  }

  /// The server checks the text of json; a job that checks only what it accesses did not.
  private func refusal(
    ofJSON bytes: UnsafeBufferPointer<UInt8>, _ checker: inout JSONBytesChecker
  ) -> Refusal? {
    guard bytes.count <= PostgreSQLCodec.mostBytes else { return .tooLarge }
    return unsafe checker.isJSON(bytes) ? nil : .badJSON
  }
}

extension PostgreSQLCodec.Refusal {
  /// What the reject file says.
  func verdict(
    column: String, type: String, _ checker: borrowing JSONBytesChecker
  ) -> RowVerdict {
    let name = "column \"\(column)\""
    return switch self {
    case .null: .refused(code: "constraint", message: "\(name) may not be NULL")
    case .nullKey:
      .refused(code: "constraint", message: "\(name) is part of the key and has no value")
    case .outOfRange:
      .refused(code: "out-of-range", message: "\(name): the number does not fit \(type)")
    case .nulCharacter:
      .refused(
        code: "nul-in-text", message: "\(name): PostgreSQL's text can't hold U+0000")
    case .nulInJSON:
      .refused(
        code: "nul-in-text",
        message: "\(name): PostgreSQL's jsonb can't hold \\u0000; a column of type json can")
    case .numberInJSON:
      .refused(
        code: "out-of-range",
        message:
          "\(name): a number has more than the 16383 digits after the point that PostgreSQL's"
          + " jsonb holds; a column of type json can")
    case .badJSON:
      .refused(
        code: checker.fault?.code.description ?? "unexpected-token",
        message: "\(name): \(checker.fault?.summary ?? "the value is empty")")
    case .tooLong:
      .refused(code: "too-large", message: "\(name): the text is longer than \(type) allows")
    case .tooLarge:
      .refused(
        code: "too-large",
        message: "\(name): the value has more than \(PostgreSQLCodec.mostBytes) bytes")
    case .digits:
      .refused(
        code: "out-of-range", message: "\(name): the number has more digits than \(type) holds")
    case .fraction:
      .refused(
        code: "out-of-range",
        message: "\(name): the fraction of the second is finer than \(type) keeps")
    case .otherType:
      .refused(code: "constraint", message: "\(name): the value can't be stored as \(type)")
    }
  }
}

/// Checks whether bytes are one JSON value. Scalars are checked by their reader.
struct JSONBytesChecker: ~Copyable {
  private var checker = JSONChecker()
  /// The value, followed by readable bytes; its memory is reused.
  private var text = PaddedBytes()
  /// What was wrong with the last invalid value; its offset counts from the value's start.
  private(set) var fault: JSONError?

  mutating func isJSON(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard unsafe bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") else {
      fault = nil
      return !bytes.isEmpty
    }
    text.removeAll()
    do throws(JSONError) {
      try text.reserve(bytes.count)
      unsafe text.append(UnsafeRawBufferPointer(bytes))
      try checker.check(text)
      return true
    } catch {
      fault = error
      return false
    }
  }
}
