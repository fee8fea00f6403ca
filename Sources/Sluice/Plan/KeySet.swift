import CSimdJSON

/// Keys that an object must have, compiled for `KeySearch`.
///
/// Each key has one or more names, of which the object must have one (a field with dots in its name, or the first step
/// of a path). Immutable; made once and used by any number of threads.
///
/// Sound because the memory is filled in the initialiser and freed in `deinit`, and each search holds the set.
package final class KeySet: @unchecked Sendable {
  /// The names of each key.
  package let keys: [[String]]
  /// The names as given, in the order of their locations: for keys that are not plain.
  let names: [String]
  let fields: UnsafeMutablePointer<csj_fields>
  /// The bits of each name, by its location.
  let masks: UnsafeMutablePointer<UInt64>
  /// A bit for each key.
  let all: UInt64
  private let entries: UnsafeMutablePointer<csj_name>
  private let text: UnsafeMutablePointer<UInt8>

  package init(_ keys: [[String]]) {
    self.keys = keys
    var bits: [(name: String, mask: UInt64)] = []
    for (number, names) in keys.enumerated() {
      // Beyond 64 keys, one bit represents several: see `isExact`.
      let bit: UInt64 = 1 << UInt64(number % 64)
      for name in names {
        if let known = bits.firstIndex(where: { haveSameUTF8($0.name, name) }) {
          bits[known].mask |= bit
        } else {
          bits.append((name, bit))
        }
      }
    }
    precondition(bits.count < Int(CSJ_NO_NAME), "a search takes fewer than 65,535 names")
    names = bits.map(\.name)
    all = bits.reduce(0) { $0 | $1.mask }
    masks = .allocate(capacity: max(bits.count, 1))
    entries = .allocate(capacity: max(bits.count, 1))
    // Names are compared 8 bytes at a time.
    let size = { (name: String) in (name.utf8.count + 7) & ~7 }
    let textSize = bits.reduce(8) { $0 + size($1.name) }
    text = .allocate(capacity: textSize)
    text.initialize(repeating: 0, count: textSize)
    var place = 0
    for (location, bit) in bits.enumerated() {
      (masks + location).initialize(to: bit.mask)
      for (i, byte) in bit.name.utf8.enumerated() { text[place + i] = byte }
      (entries + location).initialize(
        to: csj_name(
          text: text + place, length: UInt32(bit.name.utf8.count), location: UInt32(location),
          below: -1, expected: 0, next: 0, takes_null: true))
      place += size(bit.name)
    }
    fields = .allocate(capacity: 1)
    fields.initialize(to: csj_fields_make(entries, UInt32(bits.count)))
  }

  /// Whether each key has its own bit, so that a search knows exactly which are there.
  var isExact: Bool { keys.count <= 64 }

  /// The bits of a key by the exact comparison.
  func mask(of key: RawString) -> UInt64 {
    guard let location = names.firstIndex(where: { key.equals($0) }) else { return 0 }
    return masks[location]
  }

  deinit {
    fields.deallocate()
    entries.deallocate()
    masks.deallocate()
    text.deallocate()
  }
}
