/// Compares numbers exactly, by their text: `1e2` equals `100.0`, and numbers that differ are never equal
/// just because a double can't tell them apart.
package enum ExactOrder {
  package enum Order: Sendable { case less, equal, greater }

  /// The order of two numbers, each in JSON's grammar; nil otherwise. O(digits); allocates nothing.
  package static func of(
    _ left: UnsafeBufferPointer<UInt8>, to right: UnsafeBufferPointer<UInt8>
  ) -> Order? {
    guard let left = unsafe DecimalDigits(left), let right = unsafe DecimalDigits(right) else {
      return nil
    }
    let (a, b) = (Decimal(left), Decimal(right))
    guard a.sign == b.sign else { return a.sign < b.sign ? .less : .greater }
    if a.sign == 0 { return .equal }
    let order = a.magnitudeOrder(to: b)
    guard a.sign < 0 else { return order }
    return order == .less ? .greater : order == .greater ? .less : .equal
  }

  /// The order of an integer relative to a double that is not NaN.
  package static func of(_ integer: Int128, to double: Double) -> Order {
    // 2^127, beyond which all doubles are beyond all such integers.
    let most = 0x1p127
    if double >= most { return .less }
    if double < -most { return .greater }
    let whole = double.rounded(.towardZero)
    let other = Int128(whole)
    if integer != other { return integer < other ? .less : .greater }
    return double > whole ? .less : double < whole ? .greater : .equal
  }

  /// Digits without the zeros around them, and their place.
  private struct Decimal {
    /// 0 for zero.
    let sign: Int
    /// Without leading and trailing zeros, and without the point.
    private let digits: DecimalDigits
    private let places: Range<Int>
    /// The power of ten above the first digit.
    private let scale: Int

    init(_ digits: DecimalDigits) {
      self.digits = digits
      let count = digits.integerPart.count + digits.fraction.count
      var places = 0..<count
      while let first = places.first, Decimal.digit(first, of: digits) == 0x30 {
        places = places.dropFirst()
      }
      while let last = places.last, Decimal.digit(last, of: digits) == 0x30 {
        places = places.dropLast()
      }
      self.places = places
      sign = places.isEmpty ? 0 : digits.isNegative ? -1 : 1
      scale = digits.integerPart.count - places.lowerBound + digits.exponent
    }

    /// Counts digits through the point.
    private static func digit(_ place: Int, of digits: DecimalDigits) -> UInt8 {
      let whole = digits.integerPart
      return unsafe place < whole.count
        ? digits.text[whole.lowerBound + place]
        : digits.text[digits.fraction.lowerBound + place - whole.count]
    }

    func magnitudeOrder(to other: Decimal) -> Order {
      if scale != other.scale { return scale < other.scale ? .less : .greater }
      for (mine, theirs) in zip(places, other.places) {
        let (a, b) = (
          Decimal.digit(mine, of: digits), Decimal.digit(theirs, of: other.digits)
        )
        if a != b { return a < b ? .less : .greater }
      }
      let (a, b) = (places.count, other.places.count)
      return a < b ? .less : a == b ? .equal : .greater
    }
  }
}
