/// Numbers keys in the order of their first appearance: a hash table with open addressing over flat memory.
///
/// Allocates nothing for a key except to grow the arrays. The hash is seeded for each run of the program,
/// so that no feed can prepare keys that collide. Hashes are kept: neither growing nor adding another
/// table's keys hashes anything again.
package struct GroupKeys {
  /// Each slot's key, as its number plus 1; 0 in a free slot. The number of slots is a power of two, at
  /// least twice that of keys.
  private var slots = [UInt32](repeating: 0, count: 16)
  private var hashes: [UInt64] = []
  private var bytes: [UInt8] = []
  /// The end of each key in `bytes`.
  private var ends: [Int] = []
  /// How many slots were probed, for tests of growth.
  package private(set) var probes = 0

  package init() {}

  package var count: Int { ends.count }
  /// The bytes of all keys.
  package var byteCount: Int { bytes.count }

  /// The key with that number.
  package subscript(number: Int) -> ArraySlice<UInt8> {
    bytes[(number == 0 ? 0 : ends[number - 1])..<ends[number]]
  }

  package mutating func add(_ key: UnsafeBufferPointer<UInt8>) -> (number: Int, isNew: Bool) {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(key))
    return unsafe add(key, hash: UInt64(truncatingIfNeeded: hasher.finalize()))
  }

  /// The same for a key of another table.
  package mutating func add(_ number: Int, of other: GroupKeys) -> (number: Int, isNew: Bool) {
    unsafe other[number].withUnsafeBufferPointer { unsafe add($0, hash: other.hashes[number]) }
  }

  private mutating func add(
    _ key: UnsafeBufferPointer<UInt8>, hash: UInt64
  ) -> (number: Int, isNew: Bool) {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      probes &+= 1
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, unsafe self[number].elementsEqual(key) { return (number, false) }
      slot = (slot + 1) & (slots.count - 1)
    }
    probes &+= 1
    let number = ends.count
    unsafe bytes.append(contentsOf: key)
    ends.append(bytes.count)
    hashes.append(hash)
    slots[slot] = UInt32(number + 1)
    if ends.count * 2 > slots.count { grow() }
    return (number, true)
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for (number, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 {
        probes &+= 1
        slot = (slot + 1) & (slots.count - 1)
      }
      probes &+= 1
      slots[slot] = UInt32(number + 1)
    }
  }

  /// Forgets the keys, but keeps the memory. O(slots).
  package mutating func removeAll() {
    if ends.isEmpty { return }
    for slot in slots.indices { slots[slot] = 0 }
    hashes.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }
}
