import CSimdJSON

/// Keys that an object must have, compiled for `KeySearch`.
///
/// Each key has one or more names, of which the object must have one (a field with dots in its name, or the first step
/// of a path). Immutable; made once and used by any number of threads.
///
/// Sound because the masks are filled in the initialiser and freed in `deinit`, and each search holds the set, which
/// holds the table of names.
@safe
package final class KeySet: @unchecked Sendable {
  /// The names of each key.
  package let keys: [[String]]
  let fields: UnsafeMutablePointer<csj_fields>
  /// The bits of each name, by its location in the table.
  let masks: UnsafeMutablePointer<UInt64>
  /// A bit for each key.
  let all: UInt64
  private let table: FieldTable
  /// The keys that each name is one of.
  let numbers: [ByteName: [Int]]

  package init(_ keys: [[String]]) {
    self.keys = keys
    // Beyond 64 keys, one bit represents several: see `isExact`.
    let bits = keys.enumerated().flatMap { number, names in
      names.map { (name: $0, mask: UInt64(1) << UInt64(number % 64)) }
    }
    var locations: [Int] = []
    table = FieldTable(
      bits.map { FieldPath([.key($0.name)]) }, takingNull: Set(bits.indices), locations: &locations)
    unsafe fields = unsafe table.start.fields
    unsafe masks = .allocate(capacity: table.locationCount)
    unsafe masks.initialize(repeating: 0, count: table.locationCount)
    for (location, bit) in zip(locations, bits) { unsafe masks[location] |= bit.mask }
    all = bits.reduce(0) { $0 | $1.mask }
    var numbers: [ByteName: [Int]] = [:]
    for (number, names) in keys.enumerated() {
      for name in names { numbers[ByteName(name), default: []].append(number) }
    }
    self.numbers = numbers
  }

  /// Whether each key has its own bit, so that a search knows exactly which are there.
  var isExact: Bool { keys.count <= 64 }

  deinit { unsafe masks.deallocate() }
}
