import Sluice

/// The fields of an object by name, for objects whose keys are asked for in an order that makes lookups walk over the
/// same fields again and again.
///
/// O(fields) to make, and one probe for a lookup, for any keys: their hashes depend on the process's seed.
final class FieldIndex {
  private struct Slot {
    var hash: UInt32 = 0
    /// The value of the field that counts, or 0: an empty slot.
    var value: UInt32 = 0
    var isRepeated = false
  }

  private var slots: [Slot]
  private var mask: Int { slots.count - 1 }
  private let duplicates: DuplicateKeys
  /// The number of fields.
  private(set) var count = 0

  init(of object: JSONPosition, _ duplicates: DuplicateKeys) throws(JSONError) {
    self.duplicates = duplicates
    slots = []
    var value = object.token
    while let next = try object.nextField(after: value) {
      value = next
      count += 1
    }
    slots = Array(repeating: Slot(), count: FieldIndex.size(count))
    value = object.token
    while let next = try object.nextField(after: value) {
      value = next
      // A key with a broken escape has no name.
      _ = unsafe RawString(object.at(next &- 2)).withUTF8 { unsafe add($0, next, of: object) }
    }
  }

  /// At most half of the slots are taken.
  private static func size(_ count: Int) -> Int {
    1 << (Int.bitWidth - max(2 * count, 1).leadingZeroBitCount)
  }

  private func add(_ name: UnsafeBufferPointer<UInt8>, _ value: UInt32, of object: JSONPosition) {
    var nothing: UInt8 = 0
    guard let start = name.baseAddress else {
      unsafe withUnsafePointer(to: &nothing) { unsafe add($0, 0, value, of: object) }
      return
    }
    unsafe add(start, name.count, value, of: object)
  }

  private func add(
    _ name: UnsafePointer<UInt8>, _ count: Int, _ value: UInt32, of object: JSONPosition
  ) {
    let (slot, hash) = unsafe find(name, count, of: object)
    if slots[slot].value == 0 {
      slots[slot] = Slot(hash: hash, value: value)
    } else {
      slots[slot].isRepeated = true
      if duplicates != .firstWins { slots[slot].value = value }
    }
  }

  /// The slot of a name, or the empty one where it belongs.
  private func find(
    _ name: UnsafePointer<UInt8>, _ count: Int, of object: JSONPosition
  ) -> (slot: Int, hash: UInt32) {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(start: name, count: count))
    let hash = UInt32(truncatingIfNeeded: hasher.finalize())
    var slot = Int(hash) & mask
    while slots[slot].value != 0 {
      if slots[slot].hash == hash,
        unsafe object.key(slots[slot].value &- 2, equals: name, count: count)
      {
        break
      }
      slot = (slot + 1) & mask
    }
    return (slot, hash)
  }

  /// The value of the field that counts, or nil. Throws `duplicate-key` where that is the policy.
  func value(of name: FieldName, in object: JSONPosition) throws(JSONError) -> UInt32? {
    let slot = unsafe slots[find(name.bytes, name.count, of: object).slot]
    guard slot.value != 0 else { return nil }
    if slot.isRepeated, duplicates == .reject {
      return try unsafe object.onlyOrLastField(name.bytes, count: name.count)
    }
    return slot.value
  }
}
