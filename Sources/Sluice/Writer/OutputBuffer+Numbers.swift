import CSimdJSON

/// Sound because each function of C overwrites at most `CSJ_NUMBER_ROOM` bytes.
extension OutputBuffer {
  /// Appends an integer.
  package mutating func append(_ magnitude: UInt64, isNegative: Bool) {
    unsafe advance(by: csj_write_integer(magnitude, isNegative, numberEnd))
  }

  /// Appends a `Double` as Foundation's encoders do: a whole value up to 2^53 as an integer, any other as the shortest
  /// decimal that reads back the same. `-0.0` keeps its point; without it, readers would see the integer 0. The value
  /// must be finite.
  package mutating func append(value: Double) {
    unsafe advance(by: csj_write_number(value, numberEnd))
  }

  /// Appends doubles as `append(value:)` does, with commas between them: several at once take half the time. Appends
  /// nothing and returns false if one is NaN, infinite or `-0.0`.
  package mutating func append(values: [Double]) -> Bool {
    unsafe values.withUnsafeBufferPointer { values in
      let before = count
      var start = 0
      while start < values.count {
        // Not all at once, so that long lists don't need much more room than their text.
        let piece = unsafe UnsafeBufferPointer(
          rebasing: values[start..<min(start + 256, values.count)])
        let room = piece.count * Int(CSJ_LISTED_NUMBER_ROOM) + Int(CSJ_NUMBER_ROOM)
        let written = unsafe csj_write_numbers(
          piece.baseAddress!, piece.count, end(withRoom: room))
        guard written > 0 else {
          truncate(to: before)
          return false
        }
        advance(by: written)
        start += piece.count
      }
      // Without the last comma.
      truncate(to: max(before, count - (values.count == 0 ? 0 : 1)))
      return true
    }
  }

  /// The same for a `Float`: its own shortest decimal, and integers up to 2^24.
  package mutating func append(value: Float) {
    unsafe advance(by: csj_write_float(value, numberEnd))
  }

  /// Appends the shortest decimal that reads back the same, with a point or an exponent. The value must be finite.
  package mutating func append(number value: Double) {
    unsafe advance(by: csj_write_double(value, numberEnd))
  }

  /// Appends a double as ECMAScript writes it, as the canonical form wants. The value must be finite.
  mutating func append(canonical value: Double) {
    unsafe advance(by: csj_write_canonical(value, numberEnd))
  }

  /// Appends a number as it is spelled.
  package mutating func append(exact number: JSONNumber) {
    switch number.storage {
    case .int(let value): append(value.magnitude, isNegative: value < 0)
    case .uint(let value): append(value, isNegative: false)
    case .double(let value): append(number: value)
    case .written(let written): unsafe advance(by: csj_write_decimal(written, numberEnd))
    case .digits(var digits): digits.withUTF8 { unsafe append($0) }
    }
  }

  @inline(__always)
  private var numberEnd: UnsafeMutablePointer<UInt8> {
    mutating get { unsafe end(withRoom: Int(CSJ_NUMBER_ROOM)) }
  }
}
