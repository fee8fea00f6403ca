/// A sum of doubles and integers without any rounding: the order of additions, and how they are divided
/// among threads, do not change it.
///
/// A number in fixed point: limbs of 32 bits, each in a word of 64, which takes 2^30 additions before
/// carries have to be propagated. Bit 0 of limb 0 is worth 2^-1074, the smallest of all doubles. Only the
/// limbs that were needed are kept: two or three for numbers of similar size, 66 for the range of all
/// doubles.
struct ExactSum: Sendable, Hashable {
  /// The index of the first limb that is kept.
  private var base = 0
  private var limbs: [Int64] = []
  /// The number of additions since carries were propagated.
  private var pending = 0

  /// Bits below the binary point.
  private static let fraction = 1074

  /// Adds a finite double.
  mutating func add(_ value: Double) {
    let exponent = Int(value.exponentBitPattern)
    let mantissa = value.significandBitPattern | (exponent == 0 ? 0 : 1 << 52)
    if mantissa == 0 { return }
    add(UInt128(mantissa), isNegative: value.sign == .minus, shiftedBy: max(exponent, 1) - 1)
  }

  /// Adds an integer.
  mutating func add(_ value: Int128) {
    if value == 0 { return }
    let magnitude = value.magnitude
    let isNegative = value < 0
    // In halves, so that the shifted parts fit 128 bits.
    add(magnitude & UInt128(UInt64.max), isNegative: isNegative, shiftedBy: ExactSum.fraction)
    add(magnitude >> 64, isNegative: isNegative, shiftedBy: ExactSum.fraction + 64)
  }

  mutating func add(_ other: ExactSum) {
    guard !other.limbs.isEmpty else { return }
    var other = other
    other.carry()
    carry()
    reserve(other.base..<other.base + other.limbs.count)
    for (i, limb) in other.limbs.enumerated() { limbs[other.base - base + i] += limb }
    pending = 1
  }

  /// At most 64 bits, times 2 to the power of `shift`.
  private mutating func add(_ magnitude: UInt128, isNegative: Bool, shiftedBy shift: Int) {
    if magnitude == 0 { return }
    if pending >= 1 << 30 { carry() }
    pending += 1
    let (place, bits) = (shift / 32, shift % 32)
    reserve(place..<place + 3)
    var rest = magnitude << UInt128(bits)
    var i = place - base
    while rest != 0 {
      let part = Int64(truncatingIfNeeded: rest & 0xFFFF_FFFF)
      limbs[i] += isNegative ? -part : part
      rest >>= 32
      i += 1
    }
  }

  private mutating func reserve(_ places: Range<Int>) {
    if limbs.isEmpty { base = places.lowerBound }
    if places.lowerBound < base {
      limbs.insert(
        contentsOf: repeatElement(0, count: base - places.lowerBound), at: 0)
      base = places.lowerBound
    }
    let missing = places.upperBound - base - limbs.count
    if missing > 0 { limbs.append(contentsOf: repeatElement(0, count: missing)) }
  }

  /// Propagates carries: all limbs but the last are then below 2^32 and not negative.
  private mutating func carry() {
    pending = 0
    guard !limbs.isEmpty else { return }
    for i in 0..<limbs.count - 1 {
      limbs[i + 1] += limbs[i] >> 32
      limbs[i] &= 0xFFFF_FFFF
    }
    while let last = limbs.last, last > 0xFFFF_FFFF || last < -0x1_0000_0000 {
      limbs[limbs.count - 1] = last & 0xFFFF_FFFF
      limbs.append(last >> 32)
    }
  }

  /// The magnitude in limbs of 32 bits, and its sign.
  private var magnitude: (isNegative: Bool, limbs: [UInt32]) {
    var sum = self
    sum.carry()
    let isNegative = (sum.limbs.last ?? 0) < 0
    if isNegative {
      for i in sum.limbs.indices { sum.limbs[i] = -sum.limbs[i] }
      sum.carry()
    }
    return (isNegative, sum.limbs.map { UInt32(truncatingIfNeeded: $0) })
  }

  /// The nearest double, ties to even; infinite beyond the largest.
  var double: Double {
    let (isNegative, limbs) = magnitude
    guard let top = limbs.lastIndex(where: { $0 != 0 }) else { return 0 }
    let sign: Double = isNegative ? -1 : 1
    // The place of the highest bit, among the kept ones and among all.
    let high = top * 32 + 31 - limbs[top].leadingZeroBitCount
    let place = high + base * 32
    let bit = { (place: Int) -> UInt64 in
      place < 0 ? 0 : UInt64(limbs[place / 32] >> UInt32(place % 32) & 1)
    }
    // Down to the 53rd bit, or to the smallest double's.
    let lowest = max(place - 52, 0) - base * 32
    var mantissa: UInt64 = 0
    for place in stride(from: high, through: lowest, by: -1) {
      mantissa = mantissa << 1 | bit(place)
    }
    if lowest > 0, bit(lowest - 1) == 1 {
      let hasMore =
        limbs[..<((lowest - 1) / 32)].contains { $0 != 0 }
        || limbs[(lowest - 1) / 32] & (1 << UInt32((lowest - 1) % 32) - 1) != 0
      if hasMore || mantissa & 1 == 1 { mantissa += 1 }
    }
    if place < 52 {
      // Below the normal ones a double's bits are its multiple of the smallest; one more bit makes it
      // the first of those.
      return sign * Double(bitPattern: mantissa)
    }
    var exponent = UInt64(place - 51)
    if mantissa == 1 << 53 {
      mantissa >>= 1
      exponent += 1
    }
    guard exponent < 2047 else { return sign * .infinity }
    return sign * Double(bitPattern: exponent << 52 | mantissa & ((1 << 52) - 1))
  }

  /// The nearest double to the sum divided by 2^32 for each of `words`. For sums beyond the largest double: bits that
  /// would be below the smallest one don't count there.
  func double(dividedByWords words: Int) -> Double {
    var sum = self
    sum.base -= words
    return sum.double
  }

  /// The sum as an integer; nil when it is not an integer, or does not fit.
  var integer: Int128? {
    let (isNegative, limbs) = magnitude
    guard let top = limbs.lastIndex(where: { $0 != 0 }) else { return 0 }
    let high = (base + top) * 32 + 31 - limbs[top].leadingZeroBitCount - ExactSum.fraction
    guard high < 128 else { return nil }
    var value: UInt128 = 0
    for (i, limb) in limbs.enumerated() where limb != 0 {
      let shift = (base + i) * 32 - ExactSum.fraction
      if shift >= 0 {
        value |= UInt128(limb) << UInt128(shift)
      } else {
        let dropped = UInt128(-shift)
        guard dropped < 32, (UInt128(limb) >> dropped) << dropped == UInt128(limb) else {
          return nil
        }
        value |= UInt128(limb) >> dropped
      }
    }
    if isNegative {
      return value <= Int128.min.magnitude ? Int128(truncatingIfNeeded: 0 &- value) : nil
    }
    return Int128(exactly: value)
  }

  /// Sums are equal when their values are.
  static func == (left: ExactSum, right: ExactSum) -> Bool {
    var difference = right.negated
    difference.add(left)
    return difference.magnitude.limbs.allSatisfy { $0 == 0 }
  }

  private var negated: ExactSum {
    var sum = self
    sum.carry()
    for i in sum.limbs.indices { sum.limbs[i] = -sum.limbs[i] }
    return sum
  }

  func hash(into hasher: inout Hasher) { hasher.combine(double) }
}
