/// For each open level of a writer, whether it is an object: a bit each. Those of the innermost levels are in a word, so
/// that beginning and ending a level changes no array.
struct OpenLevels {
  private(set) var count = 0
  /// The innermost levels, the last in the lowest bit: `count % 64` of them, or 64.
  private var bits: UInt64 = 0
  /// The levels before them, 64 in each.
  private var outer: [UInt64] = []

  /// Whether the innermost level is an object; nil: none is open.
  @inline(__always)
  var last: Bool? { count == 0 ? nil : bits & 1 != 0 }

  /// How many of them are objects.
  var objectCount: Int {
    let inner = count - 64 * outer.count
    let mask: UInt64 = inner < 64 ? 1 << UInt64(inner) - 1 : .max
    return outer.reduce((bits & mask).nonzeroBitCount) { $0 + $1.nonzeroBitCount }
  }

  @inline(__always)
  mutating func append(_ isObject: Bool) {
    if count & 63 == 0, count > 0 { outer.append(bits) }
    bits = bits << 1 | (isObject ? 1 : 0)
    count &+= 1
  }

  /// Forgets the innermost level. One must be open.
  @inline(__always)
  mutating func removeLast() {
    bits >>= 1
    count &-= 1
    if count & 63 == 0, count > 0 { bits = outer.removeLast() }
  }

  /// Forgets the levels after the first `count`.
  mutating func truncate(to count: Int) {
    while self.count > count { removeLast() }
  }

  mutating func removeAll() {
    count = 0
    bits = 0
    outer.removeAll(keepingCapacity: true)
  }
}
