import Foundation
import Sluice

/// Reads numbers, Booleans and strings as Foundation's decoder does.
extension JSONPosition {
  @inline(__always)
  func codableBool() throws(JSONError) -> Bool { try bool() }

  @inline(__always)
  func codableInteger<T: FixedWidthInteger>() throws(JSONError) -> T {
    if let short = shortInteger, let exact = T(exactly: short) { return exact }
    return try exactInteger(as: T.self, JSONError.Expectation(of: T.self))
  }

  @inline(__always)
  func codableString(_ session: DecodingSession) throws(JSONError) -> String {
    guard byte == Byte.quote else { throw mismatch(.string) }
    let raw = RawString(self)
    if raw.count > 15, session.isUTF8, !raw.hasEscapes { return raw.checkedString }
    guard let string = raw.string else { throw JSONError(.invalidEscape, at: offset) }
    return string
  }

  @inline(__always)
  func codableDouble(_ session: DecodingSession) throws(JSONError) -> Double {
    guard isNumber else { return try special(session, .double) }
    let value = try double()
    if value == 0, !isZero { throw JSONError(.numberOutOfRange, at: offset, expected: .double) }
    return value
  }

  @inline(__always)
  func codableFloat(_ session: DecodingSession) throws(JSONError) -> Float {
    guard isNumber else { return Float(try special(session, .float)) }
    let value = try float()
    if value == 0, !isZero { throw JSONError(.numberOutOfRange, at: offset, expected: .float) }
    return value
  }

  /// The value of a string that stands for NaN or an infinity.
  @inline(never)
  private func special(
    _ session: DecodingSession, _ expected: JSONError.Expectation
  ) throws(JSONError) -> Double {
    if byte == Byte.quote,
      case .convertFromString(let positive, let negative, let nan) = session.floats
    {
      let raw = RawString(self)
      // Foundation compares only strings without escapes.
      if !raw.hasEscapes {
        if raw.equals(positive) { return .infinity }
        if raw.equals(negative) { return -.infinity }
        if raw.equals(nan) { return .nan }
      }
    }
    throw mismatch(expected)
  }

  /// Whether all digits before the exponent are zeros: otherwise the number was too small for its type.
  @inline(never)
  private var isZero: Bool {
    let text = unsafe numberText
    for place in text.indices {
      switch unsafe text[place] {
      case 0x31...0x39: return false
      case UInt8(ascii: "e"), UInt8(ascii: "E"): return true
      default: continue
      }
    }
    return true
  }
}
