import CSimdJSON

/// An exact JSON number: neither a digit of its value nor its spelling is lost.
///
/// A number that was read is written back as it was spelled: `2.50`, `1E2`, `-0`, and any number of digits. One that is
/// made of an integer or a `Double` is written as its shortest decimal.
///
/// Equality is by value: `1`, `1.0`, `1e0` and `10e-1` are equal, and so are `0` and `-0`. A `Double` stands for the
/// shortest decimal that reads back as it.
///
/// Numbers of up to 19 digits without an exponent allocate nothing, and neither do others of up to 15 bytes.
public struct JSONNumber: Sendable {
  /// What is written, in the smallest form that gives its spelling back.
  enum Storage: Sendable {
    /// Not `-0`.
    case int(Int64)
    /// Above `Int64.max`.
    case uint(UInt64)
    /// Finite, and spelled as its shortest decimal, with a point or an exponent.
    case double(Double)
    /// Up to 19 digits with a point.
    case written(csj_decimal)
    /// Valid by RFC 8259's grammar, and none of the other cases holds it. Its nearest double is finite unless it is an
    /// integer.
    case digits(String)
  }

  let storage: Storage

  init(_ storage: Storage) { self.storage = storage }

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
      storage = unsafe number.i == 0 && start[0] == Byte.minus ? .digits("-0") : .int(number.i)
    case CSJ_NUMBER_UINT64: storage = .uint(number.u)
    case CSJ_NUMBER_DOUBLE: storage = unsafe JSONNumber.spelled(text, start, nearest: number.d)
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

  /// A number with a point or an exponent.
  private static func spelled(
    _ text: UnsafeBufferPointer<UInt8>, _ start: UnsafePointer<UInt8>, nearest: Double
  ) -> Storage {
    var written = csj_decimal()
    guard unsafe csj_read_decimal(start, text.count, &written) else {
      return unsafe .digits(String(decoding: text, as: UTF8.self))
    }
    return csj_is_spelled_as_double(written) ? .double(nearest) : .written(written)
  }
}

extension csj_decimal: @retroactive @unchecked Sendable {}

extension csj_decimal {
  /// The number as a `T`, or nil if other digits than zeros follow the point, or if it does not fit.
  func integer<T: FixedWidthInteger>(as type: T.Type) -> T? {
    var magnitude = digits
    for _ in 0..<places {
      let (whole, last) = magnitude.quotientAndRemainder(dividingBy: 10)
      guard last == 0 else { return nil }
      magnitude = whole
    }
    return is_negative ? T(exactly: -Int128(magnitude)) : T(exactly: magnitude)
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
