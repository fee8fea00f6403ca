/// The generator's random numbers: xoshiro256** (Blackman and Vigna, 2018), seeded through
/// SplitMix64.
///
/// A separate generator, because a frozen benchmark input must be the same on every platform and in
/// every version of Swift.
struct SampleRandom: Sendable {
  private var s0: UInt64
  private var s1: UInt64
  private var s2: UInt64
  private var s3: UInt64

  init(seed: UInt64) {
    var state = seed
    func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    (s0, s1, s2, s3) = (next(), next(), next(), next())
  }

  mutating func next() -> UInt64 {
    let scrambled = rotate(s1 &* 5, 7) &* 9
    let t = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = rotate(s3, 45)
    return scrambled
  }

  /// A number in `0..<bound`. Its bias is below 2⁻³² for the small bounds used here.
  mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// True in `percent` of 100 draws.
  mutating func chance(percent: Int) -> Bool { below(100) < percent }

  private func rotate(_ x: UInt64, _ k: UInt64) -> UInt64 { x << k | x >> (64 - k) }
}
