import CSimdJSON
public import Sluice

/// Strings, numbers and Booleans. Each access reads the token again: O(its length), without a cache.
///
/// Errors have the absolute offset. Numbers have already passed the grammar, so only their range can
/// be wrong.
extension JSONToken {
  /// The string or key, or a piece of one, as it is in the stream: nothing is copied or unescaped
  /// until requested. O(1). Throws `type-mismatch`.
  ///
  /// Pieces are cut between characters and between escapes, so that the unescaped pieces together
  /// are the unescaped string.
  @inlinable
  public var string: JSONString {
    @_lifetime(copy self)
    get throws(JSONError) {
      guard kind == .string || kind == .key else { throw mismatch(.string) }
      let string = JSONString(unchecked: text, at: Int(truncatingIfNeeded: offset))
      return unsafe _overrideLifetime(string, copying: self)
    }
  }

  /// The number as an integer of type `type`: exactly, or an error. `1.0` and `1e2` are integers.
  ///
  /// Throws `number-out-of-range` if the number doesn't fit, `type-mismatch` if the token is not a
  /// number, and `too-large` for a number that comes in pieces.
  @inlinable @inline(__always)
  public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) throws(JSONError) -> T {
    let text = text
    // An unusual number is longer than the text read below.
    if unsafe _fastPath(kind == .number && Int(walk.pointee.point) == text.count) {
      var value: Int64 = 0
      if unsafe _fastPath(csj_parse_measured_integer(text.base, text.count, &value)),
        let exact = T(exactly: value)
      {
        return exact
      }
    }
    return try unusualInteger()
  }

  @inlinable @inline(never)
  func unusualInteger<T: FixedWidthInteger>() throws(JSONError) -> T {
    try checkNumber(JSONError.Expectation(of: T.self))
    do throws(JSONError) {
      return try position.integer(as: T.self, JSONError.Expectation(of: T.self))
    } catch {
      throw absolute(error)
    }
  }

  /// The number as an `Int`: exactly, or an error. See ``integer(as:)``.
  @inlinable public var int: Int { get throws(JSONError) { try integer(as: Int.self) } }

  /// The number as an `Int64`: exactly, or an error. See ``integer(as:)``.
  @inlinable public var int64: Int64 { get throws(JSONError) { try integer(as: Int64.self) } }

  /// The number as the nearest `Double` (ties to even). Throws `number-out-of-range` above the
  /// largest finite value, `type-mismatch`, `too-large`.
  @inlinable
  public var double: Double {
    @inline(__always) get throws(JSONError) {
      let point = unsafe walk.pointee.point
      if _fastPath(kind == .number && point != .max) {
        let text = text
        let value = unsafe csj_parse_measured_double(text.base, text.count, point)
        if _fastPath(!value.isNaN) { return value }
      }
      return try unusualDouble()
    }
  }

  @usableFromInline @inline(never)
  func unusualDouble() throws(JSONError) -> Double {
    try checkNumber(.double)
    do throws(JSONError) { return try position.double() } catch { throw absolute(error) }
  }

  /// Whether the token is a number without a fraction or an exponent; in a piece, as far as the
  /// piece shows. O(1); O(rawCount) for a number of more than 33 bytes.
  @inlinable
  public var isInteger: Bool {
    @inline(__always) get {
      guard kind == .number else { return false }
      let point = unsafe walk.pointee.point
      if _fastPath(point != .max) { return Int(point) == text.count }
      return isWrittenAsInteger
    }
  }

  @usableFromInline @inline(never)
  var isWrittenAsInteger: Bool { unsafe csj_is_written_as_integer(text.base, text.count) }

  /// The number, exact for any number of digits. Throws the errors of ``double``.
  public var number: JSONNumber {
    get throws(JSONError) {
      try checkNumber(.number)
      do throws(JSONError) {
        return try JSONCursor(unchecked: position).number
      } catch {
        throw absolute(error)
      }
    }
  }

  /// `true` or `false`. Throws `type-mismatch`.
  @inlinable
  public var bool: Bool {
    get throws(JSONError) {
      guard kind == .true || kind == .false else { throw mismatch(.boolean) }
      return kind == .true
    }
  }

  @usableFromInline
  func checkNumber(_ expected: JSONError.Expectation) throws(JSONError) {
    guard kind == .number, isFirst, isLast else { throw noNumber(expected) }
  }

  func noNumber(_ expected: JSONError.Expectation) -> JSONError {
    guard kind == .number else { return mismatch(expected) }
    return JSONError(.tooLarge, at: Int(truncatingIfNeeded: offset), name: "the tokenizer's window")
  }

  @usableFromInline @inline(never)
  func mismatch(_ expected: JSONError.Expectation) -> JSONError {
    var error = JSONError(
      .typeMismatch, at: Int(truncatingIfNeeded: offset), expected: expected, name: nil)
    error.detail?.found = "a token of the kind \(kind)"
    return error
  }

  @usableFromInline @inline(never)
  func absolute(_ error: JSONError) -> JSONError {
    let header = unsafe position.index.pointee
    let window = unsafe UnsafeBufferPointer(start: header.bytes, count: Int(header.length))
    return unsafe error.leaving(stream: window, at: offset &- Int64(position.offset))
  }
}
