import Sluice

/// The indices of named things, found by parts of their names' hashes: a few bytes for each. The things are elsewhere, and
/// are compared there.
struct IndicesByHash {
  /// The next number belongs to another name with an equal one.
  private var places: [UInt32: UInt32] = [:]

  static func hash(_ name: ByteName) -> UInt32 { UInt32(truncatingIfNeeded: name.hashValue) }

  /// Whether a name with this hash may be there.
  func contains(_ hash: UInt32) -> Bool { places[hash] != nil }

  /// The first index with a hash that is the right one, or the key under which one would be kept.
  func find<E>(_ hash: UInt32, _ isIt: (Int) throws(E) -> Bool) throws(E) -> (
    key: UInt32, index: Int?
  ) {
    var key = hash
    while let index = places[key] {
      if try isIt(Int(index)) { return (key, Int(index)) }
      key &+= 1
    }
    return (key, nil)
  }

  mutating func keep(_ index: Int, at key: UInt32) { places[key] = UInt32(index) }
}
