import Sluice

/// The names that a key strategy makes of keys. Each is made once and has a number, because objects of one type have the
/// same keys. Keys and names are told apart by their bytes.
///
/// Overlapping accesses are not looked for at run time, which took a fifth of the time. Sound because no access calls
/// others' code, and one decode or encoding uses it at a time.
final class SpelledNames {
  private struct Key {
    var text: String
    let number: Int
    /// The key that came after it in an object.
    var follower = -1
  }

  @safe @exclusivity(unchecked) private var keys: [Key] = []
  @safe @exclusivity(unchecked) private var placesOfKeys: [ByteName: Int] = [:]
  @safe @exclusivity(unchecked) private var numbers: [ByteName: Int] = [:]
  @safe @exclusivity(unchecked) private(set) var names: [String] = []

  /// More than types have: where keys are data, those of other documents are of no use.
  private static let most = 4096

  /// Whether others should take its place, once nothing uses its numbers.
  var isFull: Bool { keys.count + names.count > SpelledNames.most }

  /// The number of a name; nil: no key has it.
  func number(ofKnown name: String) -> Int? { numbers[ByteName(name)] }

  func number(ofName name: String) -> Int {
    if let known = numbers[ByteName(name)] { return known }
    numbers[ByteName(name)] = names.count
    names.append(name)
    return names.count - 1
  }

  /// Whether a number is that of a name.
  @inline(__always)
  func isName(_ number: Int, _ name: String) -> Bool { ByteName(names[number]) == ByteName(name) }

  /// The name that `spell` makes of a key, always the same.
  func name(ofKey key: String, _ spell: (String) -> String) -> String {
    let place = place(ofKey: key, spell)
    return names[keys[place].number]
  }

  /// The number of the name of a key in a document. `last`: the place of the key before it in its object, which becomes the
  /// place of this one; -1: it is the first. Nil: the key has an escape that means nothing.
  func number(ofKey key: RawString, after last: inout Int, _ spell: (String) -> String) -> Int? {
    if last >= 0, keys[last].follower >= 0 {
      let likely = keys[last].follower
      if keys[likely].text.withUTF8({ unsafe key.equals($0) }) {
        last = likely
        return keys[likely].number
      }
    }
    guard let text = key.string else { return nil }
    let place = place(ofKey: text, spell)
    if last >= 0 { keys[last].follower = place }
    last = place
    return keys[place].number
  }

  private func place(ofKey key: String, _ spell: (String) -> String) -> Int {
    if let known = placesOfKeys[ByteName(key)] { return known }
    let number = number(ofName: spell(key))
    placesOfKeys[ByteName(key)] = keys.count
    keys.append(Key(text: key, number: number))
    return keys.count - 1
  }
}
