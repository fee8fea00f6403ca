import CSimdJSON

/// An exact JSON number: no digit of its value is lost.
///
/// A number is the decimal that is written. Integers up to 64 bits are stored as integers. Other numbers are those of a
/// `Double` if its shortest decimal is the same number, so that nothing is lost. All others (larger integers, more
/// digits than a double holds) are their digits, and written back as they were read.
///
/// Equality is by value: `1`, `1.0`, `1e0` and `10e-1` are equal, and so are `0` and `-0`. A `Double` stands for the
/// shortest decimal that reads back as it, which is what is written.
public struct JSONNumber: Sendable {
  enum Storage: Sendable {
    case int(Int64)
    /// Above `Int64.max`.
    case uint(UInt64)
    /// Finite.
    case double(Double)
    /// Not an integer: the digits themselves, up to 19 with a point. Allocates nothing. It may be the shortest decimal
    /// of its double: `settled` finds out, when its spelling or its hash is asked for.
    case written(csj_decimal)
    /// Valid by RFC 8259's grammar, and none of the other cases holds it. Its nearest double is finite unless it is an
    /// integer.
    case digits(String)
  }

  let storage: Storage

  init(_ storage: Storage) { self.storage = storage }

  /// The same number: as a double if its shortest decimal is what was written.
  var settled: Storage {
    guard case .written(let written) = storage, let nearest = double, nearest.isNormal,
      csj_is_shortest(written, nearest)
    else { return storage }
    return .double(nearest)
  }

  /// An integer of any width.
  public init(_ value: some BinaryInteger) {
    storage =
      if let value = Int64(exactly: value) {
        .int(value)
      } else if let value = UInt64(exactly: value) {
        .uint(value)
      } else { .digits(String(value)) }
  }

  /// The shortest decimal that reads back as this `Double`: 0.1 stays 0.1, and 5 is written as `5`. Throws
  /// `not-finite` for NaN and infinity.
  public init(_ value: Double) throws(JSONError) {
    guard value.isFinite else { throw JSONError(.notFinite, at: 0, name: "\(value)") }
    storage = JSONNumber.integer(ofWhole: value).map { .int($0) } ?? .double(value)
  }

  /// The same, but written with a point or an exponent, like a number that was read with one. Nil for NaN and infinity.
  package init?(real value: Double) {
    guard value.isFinite else { return nil }
    storage = .double(value)
  }

  /// A whole `Double` up to 2^53 as an integer; nil for fractions, and for `-0.0`, whose sign no integer has.
  static func integer(ofWhole value: Double) -> Int64? {
    guard value.magnitude <= 0x1p53, let whole = Int64(exactly: value),
      whole != 0 || value.sign == .plus
    else { return nil }
    return whole
  }

  /// The shortest decimal that reads back as this `Float`: 0.1 stays 0.1. Throws `not-finite`.
  public init(_ value: Float) throws(JSONError) {
    guard value.isFinite else { throw JSONError(.notFinite, at: 0, name: "\(value)") }
    self = try JSONNumber(Double(value.description) ?? Double(value))
  }

  /// Reads a number. Returns nil if the text breaks RFC 8259's grammar (`+1`, `.5`, `0x1`, `01`), or has a fraction or
  /// an exponent and is beyond the largest finite double, which readers refuse.
  public init?(_ text: String) {
    var text = text
    let number: JSONNumber? = text.withUTF8 { text in
      guard unsafe DecimalDigits(text) != nil else { return nil }
      return unsafe withUnsafeTemporaryAllocation(
        of: UInt8.self, capacity: text.count + PaddedBytes.padding
      ) { copy in
        unsafe copy.initialize(repeating: 0x20)
        for i in text.indices { unsafe copy[i] = unsafe text[i] }
        return unsafe JSONNumber(
          padded: UnsafeBufferPointer(start: copy.baseAddress, count: text.count))
      }
    }
    guard let number else { return nil }
    self = number
  }

  /// Reads a number from a text that is followed by padding.
  init?(padded text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress, !text.isEmpty else { return nil }
    let number = unsafe csj_parse_number(start)
    switch number.kind {
    case CSJ_NUMBER_INT64:
      // The integer zero has no sign; the double does.
      storage = unsafe number.i == 0 && start[0] == Byte.minus ? .double(-0.0) : .int(number.i)
    case CSJ_NUMBER_UINT64: storage = .uint(number.u)
    case CSJ_NUMBER_DOUBLE: storage = unsafe JSONNumber.exact(text, start, nearest: number.d)
    case CSJ_NUMBER_BIG: storage = unsafe .digits(String(decoding: text, as: UTF8.self))
    default: return nil
    }
  }

  /// Reads a number without an exponent, as most are written. Nil for any other. The same number as of
  /// `init(padded:)`, in a fraction of the time.
  @inline(__always)
  init?(usual start: UnsafePointer<UInt8>) {
    let number = unsafe csj_read_usual(start)
    switch csj_usual_kind(UInt32(number.kind)) {
    case CSJ_USUAL_INTEGER: storage = .int(Int64(bitPattern: number.bits))
    case CSJ_USUAL_DOUBLE: storage = .double(Double(bitPattern: number.bits))
    case CSJ_USUAL_DECIMAL:
      storage = .written(
        csj_decimal(
          digits: number.bits, places: number.places, is_negative: number.is_negative))
    default: return nil
    }
  }

  private static func exact(
    _ text: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>, nearest: Double
  ) -> Storage {
    var written = csj_decimal()
    if unsafe csj_read_decimal(start, text.count, &written) {
      // 15 digits survive a double and back (unless it is subnormal).
      if written.digits < 1_000_000_000_000_000, nearest.isNormal { return .double(nearest) }
      if !written.isInteger, nearest.isNormal { return .written(written) }
      if csj_is_shortest(written, nearest) { return .double(nearest) }
      if !written.isInteger { return .written(written) }
    }
    return unsafe exact(text, nearest: nearest)
  }

  /// The same for any number.
  private static func exact(_ text: UnsafeBufferPointer<UInt8>, nearest: Double) -> Storage {
    let decimal = unsafe CanonicalDecimal(text)
    // More than 17 digits never come from a double.
    if decimal.digitCount <= 15, decimal.digitCount == 0 || nearest.isNormal {
      return .double(nearest)
    }
    if decimal.digitCount <= 17, CanonicalDecimal.of(nearest, equals: decimal) {
      return .double(nearest)
    }
    if let integer = unsafe DecimalDigits(text)?.integer(as: Int64.self) { return .int(integer) }
    if let integer = unsafe DecimalDigits(text)?.integer(as: UInt64.self) { return .uint(integer) }
    return unsafe .digits(String(decoding: text, as: UTF8.self))
  }
}

extension csj_decimal: @retroactive @unchecked Sendable {}

extension csj_decimal {
  /// Whether only zeros follow the point.
  var isInteger: Bool {
    var digits = digits
    for _ in 0..<places {
      guard digits.isMultiple(of: 10) else { return false }
      digits /= 10
    }
    return true
  }

  /// Lends the text, with some padding after it.
  func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    let room = Int(CSJ_NUMBER_ROOM) + PaddedBytes.padding
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { text in
      unsafe text.initialize(repeating: 0x20)
      guard let start = text.baseAddress else { return unsafe body(UnsafeBufferPointer(text)) }
      let count = unsafe csj_write_decimal(self, start)
      unsafe start[count] = 0x20
      return unsafe body(UnsafeBufferPointer(start: start, count: count))
    }
  }
}
