extension JSONWriter {
  /// Writes an integer of any width.
  @inlinable
  public mutating func value<T: FixedWidthInteger>(_ value: T) throws(JSONError) {
    if T.bitWidth <= 64 {
      let magnitude = UInt64(truncatingIfNeeded: value.magnitude)
      try appendInteger(magnitude, isNegative: T.isSigned && value < 0)
    } else {
      try appendWideInteger(String(value))
    }
  }

  /// Writes the shortest decimal that reads back as the same `Double`: `0.1`, `1`, `1e+16`.
  ///
  /// Whole values are written as `JSONEncoder` writes them, `5` instead of `5.0`; only `-0.0` keeps its point. Throws
  /// `not-finite`.
  public mutating func value(_ value: Double) throws(JSONError) {
    guard value.isFinite else { throw JSONError(.notFinite, at: byteCount, name: "\(value)") }
    try prepareForValue()
    if isCanonical {
      out.append(canonical: value)
    } else {
      out.append(value: value)
    }
    try finishValue()
  }

  /// Writes the shortest decimal that reads back as the same `Float`: `0.1`, `1`. Throws `not-finite`.
  public mutating func value(_ value: Float) throws(JSONError) {
    guard value.isFinite else { throw JSONError(.notFinite, at: byteCount, name: "\(value)") }
    // The float's own shortest decimal, not that of its double.
    if isCanonical { return try appendWideInteger(value.description) }
    try prepareForValue()
    out.append(value: value)
    try finishValue()
  }

  /// Writes a number exactly.
  public mutating func value(_ number: JSONNumber) throws(JSONError) {
    if isCanonical { return try appendWideInteger(number.description) }
    try prepareForValue()
    out.append(exact: number)
    try finishValue()
  }

  /// Writes `true` or `false`.
  public mutating func value(_ value: Bool) throws(JSONError) {
    try prepareForValue()
    out.append(value ? "true" : "false")
    try finishValue()
  }

  /// Writes `null`.
  public mutating func null() throws(JSONError) {
    try prepareForValue()
    out.append("null")
    try finishValue()
  }

  @usableFromInline
  mutating func appendInteger(_ magnitude: UInt64, isNegative: Bool) throws(JSONError) {
    if isCanonical, magnitude > 1 << 53 {
      return try appendWideInteger((isNegative ? "-" : "") + String(magnitude))
    }
    try prepareForValue()
    out.append(magnitude, isNegative: isNegative)
    try finishValue()
  }

  @usableFromInline
  mutating func appendWideInteger(_ digits: String) throws(JSONError) {
    if isCanonical {
      let value = try CanonicalNumber.value(of: digits, at: byteCount)
      try prepareForValue()
      out.append(canonical: value)
      return try finishValue()
    }
    try prepareForValue()
    var digits = digits
    digits.withUTF8 { unsafe out.append($0) }
    try finishValue()
  }
}
