import CSimdJSON

extension JSONNumber {
  /// The number as a `T`: exactly, or nil. `1.0` and `1e2` are integers, `1.5` is not.
  public func integer<T: FixedWidthInteger>(as type: T.Type = T.self) -> T? {
    switch storage {
    case .int(let value): return T(exactly: value)
    case .uint(let value): return T(exactly: value)
    case .double(let value) where value.magnitude < 0x1p53: return T(exactly: value)
    case .written(let written): return written.integer(as: type)
    case .double, .digits: return unsafe withText { unsafe DecimalDigits($0)?.integer(as: type) }
    }
  }

  public var int: Int? { integer() }
  public var int8: Int8? { integer() }
  public var int16: Int16? { integer() }
  public var int32: Int32? { integer() }
  public var int64: Int64? { integer() }
  public var uint: UInt? { integer() }
  public var uint8: UInt8? { integer() }
  public var uint16: UInt16? { integer() }
  public var uint32: UInt32? { integer() }
  public var uint64: UInt64? { integer() }

  /// The nearest `Double` (ties to even), or nil for an integer beyond the largest finite double.
  public var double: Double? {
    switch storage {
    case .int(let value): return Double(value)
    case .uint(let value): return Double(value)
    case .double(let value): return value
    case .written(let written):
      var nearest = 0.0
      if unsafe csj_convert_decimal(written, &nearest) { return nearest }
      return unsafe written.withText { text in
        var value = 0.0
        guard let start = text.baseAddress, unsafe csj_parse_double(start, &value) else {
          return nil
        }
        return value
      }
    case .digits(let digits): return Double(digits).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// The `Float` nearest to the number itself, not to its `Double`; nil beyond the largest finite float.
  public var float: Float? {
    switch storage {
    case .int(let value): return Float(value)
    case .uint(let value): return Float(value)
    case .double, .written, .digits: return Float(description).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// Whether the number is written without a fraction or an exponent. False for `-0`, whose sign no integer has.
  public var isPlainInteger: Bool {
    switch storage {
    case .int, .uint: return true
    case .double, .written, .digits("-0"): return false
    case .digits: return unsafe withText { unsafe DecimalDigits($0)?.isPlainInteger ?? false }
    }
  }

  /// The same number, spelled as its nearest double if that is exact: for texts that are made of numbers, where `1.50`
  /// and `1.5` should look the same.
  package var shortened: JSONNumber {
    switch storage {
    case .int, .uint, .double: return self
    case .written, .digits:
      guard let double, let short = JSONNumber(real: double), short == self else { return self }
      return short
    }
  }

  /// Lends the text as it is written.
  package func withText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    var text = description
    return text.withUTF8(body)
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The number as JSON, as it was read, or the shortest digits that read back the same.
  public var description: String {
    switch storage {
    case .int(let value): value.description
    case .uint(let value): value.description
    case .double(let value): value.description
    case .written(let written):
      unsafe written.withText { unsafe String(decoding: $0, as: UTF8.self) }
    case .digits(let digits): digits
    }
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int128) { self.init(value) }
}
