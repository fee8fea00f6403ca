/// The places of removed fields, which stay empty until half of all are: to remove a field moves no other.
///
/// ```
/// words   slots … | a bit for each place, 32 to a word | a Fenwick tree of the gaps in these words
/// ```
///
/// The tree finds the place of a position, and the position of a place, in O(log n).
extension KeyTable {
  /// Whether there are any.
  var hasGaps: Bool { words.count & (words.count &- 1) != 0 }

  /// The words of bits: there are half as many places as slots.
  private var bitWordCount: Int { slotCount / 64 }

  /// Makes a place a gap. Its key was removed.
  mutating func addGap(_ place: Int) {
    if !hasGaps { words.append(contentsOf: repeatElement(0, count: 2 * bitWordCount + 1)) }
    words[slotCount + place / 32] |= 1 << UInt32(place % 32)
    count(1, at: place)
  }

  /// Forgets a gap, the last place of all.
  mutating func removeGap(_ place: Int) {
    words[slotCount + place / 32] &= ~(1 << UInt32(place % 32))
    count(UInt32.max, at: place)
  }

  /// Adds to the tree; `UInt32.max` takes one away.
  private mutating func count(_ number: UInt32, at place: Int) {
    let (tree, last) = (slotCount + bitWordCount, bitWordCount)
    var node = place / 32 + 1
    while node <= last {
      words[tree + node] &+= number
      node += node & -node
    }
  }

  func isGap(_ place: Int) -> Bool {
    hasGaps && words[slotCount + place / 32] & (1 << UInt32(place % 32)) != 0
  }

  /// How many gaps are before a place.
  func gapCount(before place: Int) -> Int {
    guard hasGaps else { return 0 }
    let tree = slotCount + bitWordCount
    var node = place / 32
    var sum = 0
    if node < bitWordCount {
      sum = (words[slotCount + node] & ((1 << UInt32(place % 32)) - 1)).nonzeroBitCount
    }
    while node > 0 {
      sum += Int(words[tree + node])
      node &= node - 1
    }
    return sum
  }

  /// The place of the field at a position, which counts no gaps.
  func place(ofPosition position: Int) -> Int {
    guard hasGaps, position >= 0 else { return position }
    let (tree, last) = (slotCount + bitWordCount, bitWordCount)
    var (node, left) = (0, position)
    // The number of words is a power of two.
    var step = last
    while step > 0 {
      if node + step <= last {
        let present = 32 * step - Int(words[tree + node + step])
        if present <= left {
          node += step
          left -= present
        }
      }
      step /= 2
    }
    guard node < last else { return 32 * last }
    var present = ~words[slotCount + node]
    for _ in 0..<left { present &= present - 1 }
    return 32 * node + present.trailingZeroBitCount
  }
}
