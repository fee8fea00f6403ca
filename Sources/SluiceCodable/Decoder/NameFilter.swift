/// A set of names by their hashes (a Bloom filter): it may say yes for a name that is not in it, but never no for one that is.
struct NameFilter {
  private var bits: SIMD8<UInt64> = .zero

  /// In place, and so mutating: an index into a copy would take a copy in memory.
  @inline(__always)
  mutating func mayContain(_ hash: UInt64) -> Bool {
    let word = unsafe withUnsafeBytes(of: &bits) {
      unsafe $0.load(fromByteOffset: 8 &* Int(truncatingIfNeeded: hash >> 6), as: UInt64.self)
    }
    return word & 1 &<< (hash & 63) != 0
  }

  @inline(__always)
  mutating func insert(_ hash: UInt64) {
    unsafe withUnsafeMutableBytes(of: &bits) {
      let place = 8 &* Int(truncatingIfNeeded: hash >> 6)
      let word = unsafe $0.load(fromByteOffset: place, as: UInt64.self)
      unsafe $0.storeBytes(of: word | 1 &<< (hash & 63), toByteOffset: place, as: UInt64.self)
    }
  }

  @inline(__always)
  mutating func formUnion(_ other: NameFilter) { bits |= other.bits }

  /// Says yes to every name from now on.
  mutating func insertAll() { bits = SIMD8(repeating: .max) }
}
