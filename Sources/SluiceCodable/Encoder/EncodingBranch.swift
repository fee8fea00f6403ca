import Foundation
import Sluice

/// A value that is being encoded into a text of its own: the root, a nested container, or what a `superEncoder` makes.
///
/// Values that are encoded whole go straight into the text, level by level. A nested container may be written to at any
/// time until its object ends, so it becomes a branch, whose text is put into its place then.
///
/// An encoder or container finds its level by depth and number. One that is used after its level ended, because it
/// escaped, changes nothing: its value is complete.
///
/// Overlapping accesses are not looked for at run time, which took a third of an encoding. Sound because no access calls
/// a type's code, and one thread uses an encoder at a time.
final class EncodingBranch {
  let options: EncoderOptions
  let usesDefaultKeys: Bool
  @safe @exclusivity(unchecked) var text: EncodingText
  @safe @exclusivity(unchecked) var levels: [Level] = []
  @safe @exclusivity(unchecked) private(set) var depth = -1
  @safe @exclusivity(unchecked) private var number: UInt32 = 0
  /// Where branches belong in the text, in order.
  @safe @exclusivity(unchecked) private var holes: [Hole] = []
  /// The coding path of the root.
  let path: [any CodingKey]

  struct Level {
    enum Kind: UInt8 { case nothing, scalar, object, array }

    var number: UInt32 = 0
    var kind = Kind.nothing
    var count = 0
    /// Where its text begins, and its first field in the list.
    var start = 0
    var firstField = 0
    var names = NameFilter()
    var key: (any CodingKey)?
    var index = -1
  }

  let types: EncodingTypes

  private struct Hole {
    var place: Int
    let depth: Int
    let key: String?
    let branch: EncodingBranch
  }

  init(
    _ options: EncoderOptions, _ types: EncodingTypes, path: [any CodingKey] = [], indent: Int = 0
  ) {
    self.types = types
    self.options = options
    usesDefaultKeys = options.usesDefaultKeys
    self.path = path
    text = EncodingText(options.formatting, indent: indent)
    levels.reserveCapacity(16)
  }

  /// The path of the level.
  func codingPath(_ depth: Int) -> [any CodingKey] {
    var result = path
    guard depth > 0, depth <= self.depth else { return result }
    for level in levels[1...depth] {
      result.append(level.key ?? DocumentKey(index: level.index))
    }
    return result
  }

  /// Begins a value. The root has no key.
  @inline(__always)
  func begin() -> ValueEncoder {
    depth += 1
    number &+= 1
    if depth == levels.count { levels.append(Level()) }
    levels[depth].number = number
    levels[depth].kind = .nothing
    levels[depth].count = 0
    levels[depth].start = text.out.count
    levels[depth].firstField = text.fields.count
    levels[depth].names = NameFilter()
    return ValueEncoder(branch: self, depth: depth, number: number)
  }

  /// Ends the value. One that wrote nothing becomes an empty object, or, if `mayBeEmpty`, returns false.
  @inline(__always)
  @discardableResult
  func end(mayBeEmpty: Bool = false) -> Bool {
    let kind = levels[depth].kind
    if !holes.isEmpty { fillHoles() }
    switch kind {
    case .scalar: break
    case .array: text.close(Byte.closeBracket, depth)
    case .object: endObject()
    case .nothing:
      if mayBeEmpty {
        levels[depth].number = 0
        depth -= 1
        return false
      }
      text.open(Byte.openBrace)
      text.close(Byte.closeBrace, depth)
    }
    levels[depth].number = 0
    depth -= 1
    return true
  }

  private func endObject() {
    let level = levels[depth]
    if text.sortsKeys {
      text.sortFields(from: level.firstField, separator: text.separatorCount(depth))
    }
    text.fields.removeLast(text.fields.count - level.firstField)
    text.close(Byte.closeBrace, depth)
  }

  /// Forgets a value whose encoding threw: everything up to where its level began.
  func abandon() {
    let level = levels[depth]
    text.out.truncate(to: level.start)
    text.fields.removeLast(max(0, text.fields.count - level.firstField))
    while let last = holes.last, last.place >= level.start, last.depth >= depth {
      holes.removeLast()
      last.branch.finish()
    }
    levels[depth].number = 0
    depth -= 1
  }

  /// Whether an encoder or container is still the one of its level.
  @inline(__always)
  func isCurrent(_ depth: Int, _ number: UInt32) -> Bool {
    depth <= self.depth && levels[depth].number == number
  }

  /// Makes the value an object or array, if it is nothing yet. Throws nothing: a value that is another kind already is a
  /// mistake of the type, which the branch remembers.
  func open(_ kind: Level.Kind, _ depth: Int) -> Bool {
    switch levels[depth].kind {
    case kind: return true
    case .nothing:
      levels[depth].kind = kind
      text.open(kind == .object ? Byte.openBrace : Byte.openBracket)
      return true
    default: return false
    }
  }

  /// Writes the separator and the key of a field.
  @inline(__always)
  func writeKey(_ name: String, _ depth: Int) {
    text.separate(levels[depth].count == 0, depth)
    let start = text.out.count
    text.write(name)
    let end = text.out.count
    let hash = unsafe FieldName.hash(
      text.out.bytes.baseAddress!.assumingMemoryBound(to: UInt8.self) + start, end - start)
    if levels[depth].names.mayContain(hash) { replace(start..<end, depth) }
    levels[depth].names.insert(hash)
    levels[depth].count += 1
    let moved = text.out.count - end
    text.fields.append(
      EncodingText.Field(
        start: start + moved, keyEnd: end + moved, name: text.sortsKeys ? name : ""))
    text.endKey()
  }

  /// Removes the field of a key that was written before.
  @inline(never)
  private func replace(_ key: Range<Int>, _ depth: Int) {
    guard let removed = text.removeField(equalTo: key, from: levels[depth].firstField) else {
      return
    }
    levels[depth].count -= 1
    for hole in holes where removed.lowerBound < hole.place && hole.place <= removed.upperBound {
      hole.branch.finish()
    }
    holes.removeAll { removed.lowerBound < $0.place && $0.place <= removed.upperBound }
    for index in holes.indices where holes[index].place > removed.upperBound {
      holes[index].place -= removed.count
    }
  }

  /// The branch for a nested container or superclass whose value belongs here. One for each key.
  func branch(_ key: String?, _ codingKey: any CodingKey, _ depth: Int) -> EncodingBranch {
    if let key, let hole = holes.first(where: { $0.key == key && $0.depth == depth }) {
      return hole.branch
    }
    if let key { writeKey(key, depth) } else { separateElement(depth) }
    let branch = EncodingBranch(
      options, types, path: codingPath(depth) + [codingKey], indent: text.indent + depth + 1)
    holes.append(Hole(place: text.out.count, depth: depth, key: key, branch: branch))
    return branch
  }

  @inline(__always)
  func separateElement(_ depth: Int) {
    text.separate(levels[depth].count == 0, depth)
    levels[depth].count += 1
  }

  /// Puts the branches of the level that ends into the text.
  @inline(never)
  private func fillHoles() {
    while let hole = holes.last, hole.depth == depth {
      holes.removeLast()
      hole.branch.finish()
      let added = hole.branch.text.out.count
      unsafe text.insert(hole.branch.text.out.bytes, at: hole.place)
      for index in text.fields.indices.reversed() {
        guard text.fields[index].start >= hole.place else { break }
        text.fields[index].start += added
        text.fields[index].keyEnd += added
      }
    }
  }

  /// The encoder of the root.
  var root: ValueEncoder {
    guard depth >= 0 else { return begin() }
    return ValueEncoder(branch: self, depth: 0, number: levels[0].number)
  }

  /// Ends all levels.
  func finish() {
    if depth < 0, text.out.count == 0 { _ = begin() }
    while depth >= 0 { end() }
  }
}
