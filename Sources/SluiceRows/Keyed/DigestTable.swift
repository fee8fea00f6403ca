/// Numbers digests in the order of their first appearance: a hash table with open addressing over flat
/// memory, of 24 to 32 bytes for each digest.
struct DigestTable: Sendable {
  private var slots = [UInt32](repeating: 0, count: 16)
  private(set) var digests: [ValueDigest] = []

  /// The most digests that a table can number.
  static let most = 1 << 30

  var count: Int { digests.count }

  mutating func add(_ digest: ValueDigest) -> (number: Int, isNew: Bool) {
    let slot = slot(of: digest)
    if slots[slot] != 0 { return (Int(slots[slot]) - 1, false) }
    digests.append(digest)
    slots[slot] = UInt32(digests.count)
    if digests.count * 2 > slots.count { grow() }
    return (digests.count - 1, true)
  }

  func number(of digest: ValueDigest) -> Int? {
    let slot = slot(of: digest)
    return slots[slot] == 0 ? nil : Int(slots[slot]) - 1
  }

  /// The slot of a digest, or the free one where it belongs.
  private func slot(of digest: ValueDigest) -> Int {
    var slot = Int(truncatingIfNeeded: digest.low) & (slots.count - 1)
    while slots[slot] != 0, digests[Int(slots[slot]) - 1] != digest {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (number, digest) in digests.enumerated() {
      var slot = Int(truncatingIfNeeded: digest.low) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number + 1)
    }
  }
}
