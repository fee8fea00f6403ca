import Foundation
import Sluice
import SluiceDecoding

/// All fields of an object by name: as a key strategy makes the names, or as the document has them, where lookups walk over
/// the same fields again and again.
///
/// O(fields) to make, and one probe for a lookup, for any keys: their hashes depend on the process's seed. A lookup of the
/// field after the last one found takes no hash. Names are equal if their bytes are.
///
/// Overlapping accesses are not looked for at run time: no access calls others' code, and one thread uses an object.
final class FieldIndex {
  private struct Field {
    /// The name that a strategy made; empty for the document's own.
    let name: String
    let hash: UInt32
    /// The value of the field that counts.
    var value: UInt32
    var isRepeated = false
  }

  @safe @exclusivity(unchecked) private var fields: [Field] = []
  /// For more than a few fields, their places plus 1, by their hashes; 0 for an empty slot. At most half are filled.
  @safe @exclusivity(unchecked) private var slots: [UInt32] = []
  /// The field after the one that was found last: types mostly ask in the document's order.
  @safe @exclusivity(unchecked) private var next = 0
  private let duplicates: DuplicateKeys
  private let isConverted: Bool

  /// The most fields that are compared one by one.
  private static let mostWithoutSlots = 16

  /// The number of names.
  var count: Int { fields.count }

  /// The names that a strategy made, in the document's order; nil for the document's own.
  var convertedNames: [String]? { isConverted ? fields.map(\.name) : nil }

  init(of object: JSONPosition, _ duplicates: DuplicateKeys) throws(JSONError) {
    self.duplicates = duplicates
    isConverted = false
    var (value, count) = (object.token, 0)
    while let next = try object.nextField(after: value) {
      value = next
      count += 1
    }
    reserve(count)
    value = object.token
    while let next = try object.nextField(after: value) {
      value = next
      // A key with a broken escape has no name.
      _ = unsafe RawString(object.at(next &- 2)).withUTF8 { name in
        guard let start = name.baseAddress else { return }
        let hash = unsafe name.seededHash
        let earlier = place(of: hash) {
          unsafe object.key($0.value &- 2, equals: start, count: name.count)
        }
        guard let earlier else { return append(Field(name: "", hash: hash, value: next)) }
        fields[earlier].isRepeated = true
        if duplicates != .firstWins { fields[earlier].value = next }
      }
    }
  }

  /// The fields by the names that the key strategy makes of their keys. Throws `duplicate-key` where that is the policy.
  init(converting decoder: PositionDecoder) throws {
    let session = decoder.session
    duplicates = session.duplicates
    isConverted = true
    let strategy = session.options.keys
    var path: [any CodingKey] = []
    if case .custom = strategy { path = decoder.codingPath }
    let spelled = session.spelledNames()
    reserve(8)
    var (value, last) = (decoder.token, -1)
    do throws(JSONError) {
      while let next = try decoder.position.nextField(after: value) {
        value = next
        let key = session.position(next &- 2)
        let raw = RawString(key)
        let made: SpelledNames.Name? =
          if case .custom(let convert) = strategy {
            raw.string.map {
              SpelledNames.Name(convert(path + [DocumentKey(stringValue: $0)]).stringValue)
            }
          } else {
            spelled.name(ofKey: raw, after: &last, SnakeCase.camelCase)
          }
        guard let made else { throw JSONError(.invalidEscape, at: key.offset) }
        guard let earlier = place(of: made.hash, where: { haveSameUTF8($0.name, made.text) }) else {
          append(Field(name: made.text, hash: made.hash, value: next))
          continue
        }
        switch duplicates {
        case .firstWins: break
        case .lastWins: fields[earlier].value = next
        case .reject: throw JSONError(.duplicateKey, at: key.offset, name: raw.string)
        }
      }
    } catch {
      throw session.corrupted(error, decoder.codingPath)
    }
  }

  /// The value of the field that counts, or nil. Throws `duplicate-key` where that is the policy.
  func value(
    of name: UnsafePointer<KeyName>, in object: JSONPosition
  ) throws(JSONError) -> UInt32? {
    guard let place = unsafe place(of: name, in: object) else { return nil }
    next = place + 1
    if fields[place].isRepeated, duplicates == .reject {
      return try unsafe object.onlyOrLastField(name.pointee.bytes, count: name.pointee.count)
    }
    return fields[place].value
  }

  private func place(of name: UnsafePointer<KeyName>, in object: JSONPosition) -> Int? {
    let (bytes, count) = unsafe (name.pointee.bytes, name.pointee.count)
    func isSame(_ field: Field) -> Bool {
      unsafe isConverted
        ? name.pointee.equals(field.name)
        : object.key(field.value &- 2, equals: bytes, count: count)
    }
    if next < fields.count, isSame(fields[next]) { return next }
    let hash = unsafe UnsafeBufferPointer(start: bytes, count: count).seededHash
    return place(of: hash, where: isSame)
  }

  /// The place of the field with this hash that satisfies the condition.
  @inline(__always)
  private func place(of hash: UInt32, where isSame: (Field) -> Bool) -> Int? {
    guard !slots.isEmpty else {
      return fields.firstIndex { $0.hash == hash && isSame($0) }
    }
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if fields[place].hash == hash, isSame(fields[place]) { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Makes room for this number of fields.
  private func reserve(_ count: Int) {
    fields.reserveCapacity(count)
    guard count > FieldIndex.mostWithoutSlots else { return }
    slots = Array(repeating: 0, count: 1 << (Int.bitWidth - (2 * count - 1).leadingZeroBitCount))
    for place in fields.indices { insert(place) }
  }

  private func append(_ field: Field) {
    if fields.count == max(slots.count / 2, FieldIndex.mostWithoutSlots) {
      reserve(2 * fields.count)
    }
    fields.append(field)
    if !slots.isEmpty { insert(fields.count - 1) }
  }

  private func insert(_ place: Int) {
    var slot = Int(fields[place].hash) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(place + 1)
  }
}
