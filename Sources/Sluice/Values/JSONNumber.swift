import CSimdJSON

/// A JSON number, exact: whatever digits a document gives it, none is lost.
///
/// A number is the decimal that is written. Integers up to 64 bits are held as such; other numbers
/// as a `Double` when its shortest decimal is the same number, so that nothing is lost by it; all
/// else (larger integers, more digits than a double keeps) as the digits themselves, and those are
/// written back as they were read.
///
/// Equality is by value: `1`, `1.0`, `1e0` and `10e-1` are equal, and so are `0` and `-0`. A
/// `Double` stands for its shortest decimal that reads back as it, which is what is written.
public struct JSONNumber: Sendable {
  enum Storage: Sendable {
    case int(Int64)
    /// Above `Int64.max`.
    case uint(UInt64)
    /// Finite.
    case double(Double)
    /// By RFC 8259's grammar; neither of the others holds it. Doubles next to it are finite unless
    /// it is an integer.
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

  /// Throws `not-finite` for NaN and infinity.
  public init(_ value: Double) throws(JSONError) {
    guard value.isFinite else { throw JSONError(.notFinite, at: 0, name: "\(value)") }
    storage = .double(value)
  }

  /// The shortest decimal that reads back as this `Float`: 0.1 stays 0.1. Throws `not-finite`.
  public init(_ value: Float) throws(JSONError) {
    guard value.isFinite else { throw JSONError(.notFinite, at: 0, name: "\(value)") }
    storage = .double(Double(value.description) ?? Double(value))
  }

  /// A number by its text. Nil: it breaks RFC 8259's grammar (`+1`, `.5`, `0x1`, `01`), or it has a
  /// fraction or an exponent and is beyond the largest finite double, which readers refuse.
  public init?(_ text: String) {
    var text = text
    let number: JSONNumber? = text.withUTF8 { text in
      guard DecimalDigits(text) != nil else { return nil }
      return withUnsafeTemporaryAllocation(
        of: UInt8.self, capacity: text.count + PaddedBytes.padding
      ) { copy in
        copy.initialize(repeating: 0x20)
        for i in text.indices { copy[i] = text[i] }
        return JSONNumber(padded: UnsafeBufferPointer(start: copy.baseAddress, count: text.count))
      }
    }
    guard let number else { return nil }
    self = number
  }

  /// A number by its text, which the padding follows.
  init?(padded text: UnsafeBufferPointer<UInt8>) {
    guard let start = text.baseAddress, !text.isEmpty else { return nil }
    let number = csj_parse_number(start)
    switch number.kind {
    case CSJ_NUMBER_INT64:
      // The integer zero has no sign; the double has.
      storage = number.i == 0 && start[0] == Byte.minus ? .double(-0.0) : .int(number.i)
    case CSJ_NUMBER_UINT64: storage = .uint(number.u)
    case CSJ_NUMBER_DOUBLE: storage = JSONNumber.exact(text, nearest: number.d)
    case CSJ_NUMBER_BIG: storage = .digits(String(decoding: text, as: UTF8.self))
    default: return nil
    }
  }

  private static func exact(_ text: UnsafeBufferPointer<UInt8>, nearest: Double) -> Storage {
    let decimal = CanonicalDecimal(text)
    // 15 digits survive a double and back (not when it is subnormal); more than 17 never come out
    // of one.
    if decimal.digitCount <= 15, decimal.digitCount == 0 || nearest.isNormal {
      return .double(nearest)
    }
    if decimal.digitCount <= 17, CanonicalDecimal.of(nearest, equals: decimal) {
      return .double(nearest)
    }
    if let integer = DecimalDigits(text)?.integer(as: Int64.self) { return .int(integer) }
    if let integer = DecimalDigits(text)?.integer(as: UInt64.self) { return .uint(integer) }
    return .digits(String(decoding: text, as: UTF8.self))
  }
}
