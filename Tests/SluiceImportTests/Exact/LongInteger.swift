/// An integer of any size, as simple as possible: sign and magnitude in limbs of 32 bits.
struct LongInteger: Equatable {
  private(set) var isNegative = false
  /// Lowest first, without zeros at the end.
  private(set) var limbs: [UInt32] = []

  init(_ value: Int) { self.init("\(value)") }

  /// Decimal digits, with a minus before them.
  init(_ text: some StringProtocol) {
    for digit in text.utf8 where digit != UInt8(ascii: "-") {
      multiply(by: 10)
      self = self + LongInteger(limbs: [UInt32(digit - 0x30)])
    }
    isNegative = text.hasPrefix("-") && !limbs.isEmpty
  }

  private init(isNegative: Bool = false, limbs: [UInt32]) {
    self.limbs = limbs
    while self.limbs.last == 0 { self.limbs.removeLast() }
    self.isNegative = isNegative && !self.limbs.isEmpty
  }

  mutating func multiply(by factor: UInt32) {
    var carry: UInt64 = 0
    for i in limbs.indices {
      carry += UInt64(limbs[i]) * UInt64(factor)
      limbs[i] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { limbs.append(UInt32(carry)) }
  }

  mutating func shift(left bits: Int) {
    if limbs.isEmpty { return }
    limbs.insert(contentsOf: repeatElement(0, count: bits / 32), at: 0)
    multiply(by: 1 << UInt32(bits % 32))
  }

  func bit(_ place: Int) -> Bool {
    place >= 0 && place / 32 < limbs.count && limbs[place / 32] >> UInt32(place % 32) & 1 == 1
  }

  /// The number of bits up to the highest set bit.
  var bitWidth: Int {
    limbs.last.map { limbs.count * 32 - $0.leadingZeroBitCount } ?? 0
  }

  private static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    if a.count != b.count { return a.count < b.count }
    return a.reversed().lexicographicallyPrecedes(b.reversed())
  }

  static func < (a: LongInteger, b: LongInteger) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? isLess(b.limbs, a.limbs) : isLess(a.limbs, b.limbs)
  }

  static func + (a: LongInteger, b: LongInteger) -> LongInteger {
    let count = max(a.limbs.count, b.limbs.count)
    func limb(_ number: LongInteger, _ i: Int) -> Int64 {
      i < number.limbs.count ? Int64(number.limbs[i]) : 0
    }
    if a.isNegative == b.isNegative {
      var (sum, carry): ([UInt32], Int64) = ([], 0)
      for i in 0..<count {
        carry += limb(a, i) + limb(b, i)
        sum.append(UInt32(truncatingIfNeeded: carry))
        carry >>= 32
      }
      return LongInteger(isNegative: a.isNegative, limbs: sum + [UInt32(carry)])
    }
    let isSmaller = isLess(a.limbs, b.limbs)
    let (large, small) = isSmaller ? (b, a) : (a, b)
    var (difference, borrow): ([UInt32], Int64) = ([], 0)
    for i in 0..<count {
      borrow += limb(large, i) - limb(small, i)
      difference.append(UInt32(truncatingIfNeeded: borrow))
      borrow >>= 32
    }
    return LongInteger(isNegative: large.isNegative, limbs: difference)
  }

  /// In units of 2^-1074, of which every double is a multiple.
  init(unitsOf double: Double) {
    let exponent = Int(double.exponentBitPattern)
    let mantissa = double.significandBitPattern | (exponent == 0 ? 0 : 1 << 52)
    self.init("\(mantissa)")
    shift(left: max(exponent, 1) - 1)
    isNegative = double.sign == .minus && !limbs.isEmpty
  }

  /// The double nearest to this number of units of 2^-1074, ties to even, found by trying its neighbours.
  var doubleOfUnits: Double {
    if limbs.isEmpty { return 0 }
    let magnitude = LongInteger(limbs: limbs)
    // The double below has 53 correct bits: the units below it are cut off.
    let cut = max(magnitude.bitWidth - 53, 0)
    var below: UInt64 = 0
    for place in (cut..<max(magnitude.bitWidth, cut + 1)).reversed() {
      below = below << 1 | (magnitude.bit(place) ? 1 : 0)
    }
    let isHalf = magnitude.bit(cut - 1)
    let hasMore = (0..<max(cut - 1, 0)).contains { magnitude.bit($0) }
    if isHalf && (hasMore || below & 1 == 1) { below += 1 }
    var value = Double(below)
    // Each step is exact: the result is a double, or beyond all of them.
    var exponent = cut - 1074
    while exponent > 0 {
      let step = min(exponent, 900)
      value *= Double(sign: .plus, exponent: step, significand: 1)
      exponent -= step
    }
    if exponent < -1000 {
      value *= 0x1p-74
      exponent += 74
    }
    value *= Double(sign: .plus, exponent: max(exponent, -1074), significand: 1)
    return isNegative ? -value : value
  }
}
