import CSimdJSON
public import Sluice

/// Strings, numbers and Booleans. Each reads the token anew: O(its length), nothing is kept.
///
/// Errors have the absolute offset. Those of numbers are checked by the grammar before; what is left
/// to go wrong is their range.
extension JSONToken {
  /// The string or key, or the piece of one, as it stands in the stream: nothing is copied or
  /// unescaped until that is asked for. O(1). Throws `type-mismatch`.
  ///
  /// Pieces are cut between characters and between escapes: the unescaped pieces, one behind the
  /// other, are the unescaped string.
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
  /// Throws `number-out-of-range` when the number doesn't fit, `type-mismatch` when the token is
  /// no number, `too-large` for one that comes in pieces.
  @inlinable
  public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) throws(JSONError) -> T {
    try checkNumber(JSONError.Expectation(of: type))
    var value: Int64 = 0
    if csj_parse_measured_integer(text.base, text.count, &value), let exact = T(exactly: value) {
      return exact
    }
    do throws(JSONError) {
      return try position.integer(as: type, JSONError.Expectation(of: type))
    } catch {
      throw absolute(error)
    }
  }

  /// The number as an `Int`: exactly, or an error. See ``integer(as:)``.
  @inlinable public var int: Int { get throws(JSONError) { try integer(as: Int.self) } }

  /// The number as an `Int64`: exactly, or an error. See ``integer(as:)``.
  @inlinable public var int64: Int64 { get throws(JSONError) { try integer(as: Int64.self) } }

  /// The number as the nearest `Double` (ties to even). Throws `number-out-of-range` beyond the
  /// largest finite one, `type-mismatch`, `too-large`.
  @inlinable
  public var double: Double {
    get throws(JSONError) {
      try checkNumber(.double)
      var value = 0.0
      let point = walk.pointee.point
      if point != .max, csj_parse_measured_double(text.base, text.count, point, &value) {
        return value
      }
      do throws(JSONError) { return try position.double() } catch { throw absolute(error) }
    }
  }

  /// Whether the token is a number that is written without a fraction and an exponent; of a piece,
  /// as far as it shows. O(rawCount).
  @inlinable
  public var isInteger: Bool {
    guard kind == .number else { return false }
    let point = walk.pointee.point
    if point != .max, isFirst, isLast { return Int(point) == text.count }
    return csj_is_written_as_integer(text.base, text.count)
  }

  /// The number, exact whatever its digits. Throws what ``double`` throws.
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

  @inlinable @inline(__always)
  func checkNumber(_ expected: JSONError.Expectation) throws(JSONError) {
    guard kind == .number, isFirst, isLast else { throw noNumber(expected) }
  }

  @usableFromInline @inline(never)
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
    let header = position.index.pointee
    let window = UnsafeBufferPointer(start: header.bytes, count: Int(header.length))
    return error.leaving(stream: window, at: offset &- Int64(position.offset))
  }
}
