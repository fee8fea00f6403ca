import Sluice

/// The names that a key strategy makes of keys. Each is made once, because objects of one type have the same keys. Keys and
/// names are told apart by their bytes.
///
/// Overlapping accesses are not looked for at run time, which took a fifth of the time. Sound because no access calls
/// others' code, and one decode or encoding uses it at a time.
final class SpelledNames {
  struct Name {
    let text: String
    let hash: UInt32

    init(_ text: String) {
      var copy = text
      self.text = text
      hash = copy.withUTF8 { unsafe $0.seededHash }
    }
  }

  private struct Key {
    var text: String
    let name: Name
    /// The key that came after it in an object.
    var follower = -1
  }

  @safe @exclusivity(unchecked) private var keys: [Key] = []
  @safe @exclusivity(unchecked) private var places: [ByteName: Int] = [:]

  /// More than types have: where keys are data, those of other documents are of no use.
  private static let most = 2048

  /// Whether others should take its place.
  var isFull: Bool { keys.count > SpelledNames.most }

  /// The name that `spell` makes of a key, always the same.
  func name(ofKey key: String, _ spell: (String) -> String) -> String {
    keys[place(ofKey: key, spell)].name.text
  }

  /// The name of a key in a document. `last`: the place of the key before it in its object, which becomes the place of this
  /// one; -1: it is the first. Nil: the key has an escape that means nothing.
  func name(ofKey key: RawString, after last: inout Int, _ spell: (String) -> String) -> Name? {
    if last >= 0, keys[last].follower >= 0 {
      let likely = keys[last].follower
      if keys[likely].text.withUTF8({ unsafe key.equals($0) }) {
        last = likely
        return keys[likely].name
      }
    }
    guard let text = key.string else { return nil }
    let place = place(ofKey: text, spell)
    if last >= 0 { keys[last].follower = place }
    last = place
    return keys[place].name
  }

  private func place(ofKey key: String, _ spell: (String) -> String) -> Int {
    if let known = places[ByteName(key)] { return known }
    let name = Name(spell(key))
    places[ByteName(key)] = keys.count
    keys.append(Key(text: key, name: name))
    return keys.count - 1
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// A hash that depends on the process's seed.
  var seededHash: UInt32 {
    var hasher = Hasher()
    unsafe hasher.combine(bytes: UnsafeRawBufferPointer(self))
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }
}
