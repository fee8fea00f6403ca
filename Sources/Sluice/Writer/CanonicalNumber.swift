/// Numbers in the canonical form (RFC 8785 section 3.2.2.3): as ECMAScript writes doubles.
enum CanonicalNumber {
  /// The text of a number that is written in JSON. An integer must be one that a double holds exactly; other numbers are
  /// rounded to the nearest double. Throws `invalid-value`, and `number-out-of-range` beyond the largest double.
  static func text(
    of number: UnsafeBufferPointer<UInt8>, at offset: Int
  ) throws(JSONError) -> String {
    let written = unsafe String(decoding: number, as: UTF8.self)
    guard let value = Double(written), value.isFinite else {
      throw JSONError(.numberOutOfRange, at: offset, expected: .double)
    }
    if let digits = unsafe DecimalDigits(number), digits.isPlainInteger {
      guard let integer: Int128 = digits.integer(as: Int128.self), Double(exactly: integer) != nil
      else {
        throw JSONError(
          .invalidValue, at: offset, name: "an integer that a double holds exactly",
          reason: "the canonical form (RFC 8785) writes \(written) as another number")
      }
    }
    return text(value)
  }

  /// The same for digits in a string.
  static func text(of digits: String, at offset: Int) throws(JSONError) -> String {
    try unsafe withUTF8(of: digits) { (digits) throws(JSONError) -> String in
      try unsafe text(of: digits, at: offset)
    }
  }

  /// The shortest decimal that reads back the same, as ECMAScript's `Number.prototype.toString` lays it out.
  static func text(_ value: Double) -> String {
    if value == 0 { return "0" }
    let sign = value < 0 ? "-" : ""
    // The digits without a point, and where the point is among them.
    var digits = ""
    var (point, exponent) = (0, 0)
    var hasPoint = false
    let description = value.magnitude.description
    let parts = description.split(separator: "e")
    for character in parts[0] {
      if character == "." {
        hasPoint = true
      } else {
        digits.append(character)
        if !hasPoint { point += 1 }
      }
    }
    if parts.count > 1 { exponent = Int(parts[1]) ?? 0 }
    point += exponent
    while digits.first == "0" {
      digits.removeFirst()
      point -= 1
    }
    while digits.last == "0" { digits.removeLast() }
    return sign + layOut(digits, point)
  }

  /// `point` is the number of digits before the point; it may be negative, or more than there are.
  private static func layOut(_ digits: String, _ point: Int) -> String {
    let count = digits.count
    switch point {
    case count...21 where count <= 21:
      return digits + String(repeating: "0", count: point - count)
    case 1...21: return digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0: return "0." + String(repeating: "0", count: -point) + digits
    default:
      let exponent = point - 1
      let rest = count > 1 ? "." + digits.dropFirst() : ""
      return digits.prefix(1) + rest + "e" + (exponent < 0 ? "-" : "+") + "\(abs(exponent))"
    }
  }
}
