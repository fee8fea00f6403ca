import Sluice

/// Where the keys of a large object are: open addressing with linear probing over places in the list of fields. Hashes are
/// seeded per process: no one can prepare keys that collide.
///
/// A small object's keys are compared one by one. The filter of names tells which keys have to be looked for at all, and keys
/// are entered only when one is: many objects have no table.
final class KeyPlaces {
  /// Objects with more fields than this have a table.
  static let few = 32

  /// The place of a field after the object's first, plus 1; 0: the slot is free.
  private var slots = [UInt32](repeating: 0, count: 128)
  /// How many of the object's fields were entered.
  private var count = 0

  /// The place of the field that has this key and was written last, or -1. `first`: the object's first field.
  func place(of key: Range<Int>, in text: borrowing EncodingText, from first: Int) -> Int {
    enterNew(text, first)
    let slot = slot(of: key, text, first)
    return slots[slot] == 0 ? -1 : first + Int(slots[slot]) - 1
  }

  /// Enters the fields that were written since the last look. A later one of a key takes the place of the earlier.
  private func enterNew(_ text: borrowing EncodingText, _ first: Int) {
    let end = text.fields.count - first
    if slots.count < 2 * end { grow(to: end, text, first) }
    while count < end {
      enter(count, text, first)
      count += 1
    }
  }

  private func grow(to end: Int, _ text: borrowing EncodingText, _ first: Int) {
    var size = slots.count
    while size < 4 * end { size *= 2 }
    slots = Array(repeating: 0, count: size)
    for place in 0..<count { enter(place, text, first) }
  }

  private func enter(_ place: Int, _ text: borrowing EncodingText, _ first: Int) {
    let field = text.fields[first + place]
    guard !field.isReplaced else { return }
    let slot = slot(of: field.start..<field.keyEnd, text, first)
    slots[slot] = UInt32(truncatingIfNeeded: place + 1)
  }

  /// The slot of a key, or a free one.
  private func slot(of key: Range<Int>, _ text: borrowing EncodingText, _ first: Int) -> Int {
    let mask = slots.count - 1
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: text.out.bytes[key])
    var hasher = Hasher()
    unsafe hasher.combine(bytes: bytes)
    var slot = hasher.finalize() & mask
    while slots[slot] != 0 {
      let field = text.fields[first + Int(slots[slot]) - 1]
      if unsafe text.isKey(bytes, of: field) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }
}
