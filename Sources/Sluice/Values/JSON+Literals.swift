extension JSON: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self = .null }
}

extension JSON: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// Any integer literal up to 128 bits, exactly.
  public init(integerLiteral value: Int128) { self = .number(JSONNumber(value)) }
}

extension JSON: ExpressibleByFloatLiteral {
  /// The literal as a `Double`, written with its point: `5.0`. A literal too large to be finite becomes `null` (the
  /// compiler warns about it).
  public init(floatLiteral value: Double) {
    self = JSONNumber(real: value).map { .number($0) } ?? .null
  }
}

extension JSON: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension JSON: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSON...) { self = .array(JSONArray(elements)) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// An object with these fields in this order. If a key occurs twice, its last value counts.
  public init(dictionaryLiteral fields: (String, JSON)...) {
    self = .object(JSONObject(fields.lazy.map { (key: $0, value: $1) }))
  }
}
