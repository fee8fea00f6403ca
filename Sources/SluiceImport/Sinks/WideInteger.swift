/// A whole number of up to 256 bits in two's complement, the least significant word first: decimals as databases
/// store them.
struct WideInteger {
  private(set) var words = SIMD4<UInt64>()

  /// Multiplies by ten and adds a digit. The caller knows that the result fits: it has at most 76 digits.
  mutating func append(digit: UInt8) {
    var carry = UInt64(digit)
    for i in words.indices {
      let (high, low) = words[i].multipliedFullWidth(by: 10)
      let (sum, isOver) = low.addingReportingOverflow(carry)
      words[i] = sum
      carry = high &+ (isOver ? 1 : 0)
    }
  }

  mutating func negate() {
    var carry = true
    for i in words.indices {
      let (sum, isOver) = (~words[i]).addingReportingOverflow(carry ? 1 : 0)
      words[i] = sum
      carry = isOver
    }
  }
}

extension ExactDecimal {
  /// The number times ten to the power of `scale`, which must make it whole (``fits(precision:scale:)``).
  func scaled(by scale: Int) -> WideInteger {
    var number = WideInteger()
    forEachDigit(upTo: scale) { number.append(digit: $0) }
    if isNegative { number.negate() }
    return number
  }
}
