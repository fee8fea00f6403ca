/// Finds the keys of a large object: open addressing with linear probing over places in the object's fields.
///
/// ```
/// fields   0 "id"   1 "type"   2 "actor" …
/// slots    [ 0, 3, 0, 1, 2, 0, 0, 0 ]          place + 1; 0 says the slot is free
/// ```
///
/// It has at least twice as many slots as fields, so a search ends after few steps. Hashes are of the keys' bytes, as
/// their equality is, and seeded per process: no one can prepare keys that collide. (A `String` has one hash for all
/// spellings that look the same, of which there are 2^n for n accents.)
///
/// Once a field was removed, the words after the slots say which places are gaps (`KeyTable+Gaps`). One array holds both:
/// an object stays as small as it is.
struct KeyTable: Sendable {
  /// Objects with more fields than this have a table.
  static let smallestCount = 16

  /// The slots, a power of two, and then the gaps, if there are any: fewer words than slots.
  var words: [UInt32] = []

  var isEmpty: Bool { words.isEmpty }

  var slotCount: Int {
    words.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - words.count.leadingZeroBitCount)
  }

  private var mask: Int { slotCount &- 1 }

  /// The longest row of slots that are taken: no search takes more steps.
  fileprivate var longestRow: Int {
    let slots = words.prefix(slotCount)
    var (longest, row) = (0, 0)
    for slot in slots + slots {
      row = slot == 0 ? 0 : row + 1
      longest = max(longest, row)
    }
    return longest
  }

  func index(of key: String, in fields: [JSONObject.Field]) -> Int? {
    slot(of: key, in: fields).map { Int(words[$0]) - 1 }
  }

  private func slot(of key: String, in fields: [JSONObject.Field]) -> Int? {
    let mask = mask
    var slot = ByteName(key).hashValue & mask
    while words[slot] != 0 {
      if haveSameUTF8(fields[Int(words[slot]) - 1].key, key) { return slot }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Enters the field at `place`, the last one so far. Returns false if the table has no room for it: then it is to be
  /// rebuilt, or, for more fields than 32 bits count, to be searched without (the object would take 160 GiB).
  mutating func insert(_ place: Int, of fields: [JSONObject.Field]) -> Bool {
    guard slotCount >= fields.count * 2, place < Int(UInt32.max) else { return false }
    enter(place, fields[place].key)
    return true
  }

  /// Makes the table of fields without gaps.
  mutating func rebuild(for fields: [JSONObject.Field]) {
    guard fields.count < Int(UInt32.max) else { return words = [] }
    var size = 64
    while size < fields.count * 3 { size *= 2 }
    words = Array(repeating: 0, count: size)
    for place in fields.indices { enter(place, fields[place].key) }
  }

  /// Enters a key that the table doesn't have.
  mutating func enter(_ place: Int, _ key: String) {
    let mask = mask
    var slot = ByteName(key).hashValue & mask
    while words[slot] != 0 { slot = (slot + 1) & mask }
    words[slot] = UInt32(truncatingIfNeeded: place + 1)
  }

  /// Forgets a key, and moves those after it, which may have been entered further on because its slot was taken.
  mutating func remove(_ key: String, of fields: [JSONObject.Field]) {
    guard var free = slot(of: key, in: fields) else { return }
    let mask = mask
    var slot = free
    while true {
      slot = (slot + 1) & mask
      guard words[slot] != 0 else { break }
      let first = ByteName(fields[Int(words[slot]) - 1].key).hashValue & mask
      // Stays if its first slot is after the free one.
      if (slot - first) & mask < (slot - free) & mask { continue }
      words[free] = words[slot]
      free = slot
    }
    words[free] = 0
  }
}

extension JSONObject {
  /// The most steps that a lookup by the table takes, for tests. 0 without a table.
  package var longestKeySearch: Int {
    if case .made(let made) = content { made.table.longestRow } else { 0 }
  }
}
