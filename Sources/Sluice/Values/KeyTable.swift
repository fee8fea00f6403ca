/// Finds the keys of a large object: open addressing with linear probing over positions in the object's fields.
///
/// ```
/// fields   0 "id"   1 "type"   2 "actor" …
/// slots    [ 0, 3, 0, 1, 2, 0, 0, 0 ]          place + 1; 0 says the slot is free
/// ```
///
/// It has at least twice as many slots as fields, so a search ends after few steps. Hashes are of the keys' bytes, as
/// their equality is, and seeded per process: no one can prepare keys that collide. (A `String` has one hash for all
/// spellings that look the same, of which there are 2^n for n accents.)
struct KeyTable: Sendable {
  /// Objects with more fields than this have a table.
  static let smallestCount = 16

  private var slots: [UInt32] = []

  var isEmpty: Bool { slots.isEmpty }

  /// The longest row of slots that are taken: no search takes more steps.
  fileprivate var longestRow: Int {
    var (longest, row) = (0, 0)
    for slot in slots + slots {
      row = slot == 0 ? 0 : row + 1
      longest = max(longest, row)
    }
    return longest
  }

  func index(of key: String, in fields: [JSONObject.Field]) -> Int? {
    let mask = slots.count - 1
    var slot = ByteName(key).hashValue & mask
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if haveSameUTF8(fields[place].key, key) { return place }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Enters the field at `place`, the last one so far.
  mutating func insert(_ place: Int, of fields: [JSONObject.Field]) {
    // More fields than 32 bits count: back to searching one by one (the object would take 160 GiB).
    guard fields.count < Int(UInt32.max) else { return slots = [] }
    if slots.count < fields.count * 2 { return rebuild(for: fields) }
    enter(place, fields[place].key)
  }

  mutating func rebuild(for fields: [JSONObject.Field]) {
    var size = 64
    while size < fields.count * 3 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for place in fields.indices { enter(place, fields[place].key) }
  }

  private mutating func enter(_ place: Int, _ key: String) {
    let mask = slots.count - 1
    var slot = ByteName(key).hashValue & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(truncatingIfNeeded: place + 1)
  }
}

extension JSONObject {
  /// The most steps that a lookup by the table takes, for tests. 0 without a table.
  package var longestKeySearch: Int {
    if case .made(let made) = content { made.table.longestRow } else { 0 }
  }
}
