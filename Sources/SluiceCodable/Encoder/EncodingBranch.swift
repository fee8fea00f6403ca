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
/// a type's code, and one thread uses an encoder at a time. The memory of `levels` is the branch's own; a level's address is
/// kept for no longer than until the next begins.
@safe
final class EncodingBranch {
  let options: EncoderOptions
  let usesDefaultKeys: Bool
  /// Whether keys are written unchanged, without white space.
  let isPlain: Bool
  @safe @exclusivity(unchecked) var text: EncodingText
  /// The levels, as many as were ever open at once.
  @exclusivity(unchecked) private(set) var levels: UnsafeMutablePointer<Level>
  @safe @exclusivity(unchecked) private var levelCount = 16
  @safe @exclusivity(unchecked) private(set) var depth = -1
  @safe @exclusivity(unchecked) private var number: UInt32 = 0
  /// Where branches belong in the text, in order.
  @safe @exclusivity(unchecked) private var holes: [Hole] = []
  /// The coding path of the root.
  let path: [any CodingKey]

  /// Sound because makers of keys are never freed.
  @safe
  struct Level {
    enum Kind: UInt8 { case nothing, scalar, object, array }

    var number: UInt32 = 0
    var kind = Kind.nothing
    var count = 0
    /// Where its text begins, and its first field in the list.
    var start = 0
    var firstField = 0
    var names = NameFilter()
    /// Where the value is in what surrounds it: an index, or, if that is negative, a key.
    var index = -1
    /// What makes the key of `keyByte`; nil: the key is `key`.
    var keyMaker: Unmanaged<KeyMaker>?
    var keyByte: UInt8 = 0
    var key: (any CodingKey)?

    /// The key or index in the coding path.
    var step: any CodingKey {
      if index >= 0 { return DocumentKey(index: index) }
      if let keyMaker = unsafe keyMaker {
        return unsafe keyMaker._withUnsafeGuaranteedRef { $0.key(keyByte) }
      }
      return key ?? DocumentKey(index: index)
    }
    /// The place of the container that the value was lent; negative: none.
    var lentPlace = -1
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
    isPlain = usesDefaultKeys && !text.isPretty
    unsafe levels = .allocate(capacity: 16)
    unsafe levels.initialize(repeating: Level(), count: 16)
  }

  deinit {
    unsafe levels.deinitialize(count: levelCount)
    unsafe levels.deallocate()
  }

  /// The path of the level.
  func codingPath(_ depth: Int) -> [any CodingKey] {
    var result = path
    guard depth > 0, depth <= self.depth else { return result }
    for level in 1...depth {
      unsafe result.append(levels[level].step)
    }
    return result
  }

  /// Begins a value, and returns its encoder. The root has no key.
  func begin() -> ValueEncoder {
    beginValue()
    return innermost
  }

  /// The encoder of the value that was begun last.
  @inline(__always)
  var innermost: ValueEncoder {
    ValueEncoder(branch: self, depth: depth, number: number(at: depth))
  }

  /// Begins a value, for ``encodeInnermost(_:_:)``.
  @inline(__always)
  func beginValue() {
    depth &+= 1
    number &+= 1
    if depth == levelCount { growLevels() }
    let level = unsafe levels + depth
    unsafe level.pointee.number = number
    unsafe level.pointee.kind = .nothing
    unsafe level.pointee.count = 0
    unsafe level.pointee.start = text.out.count
  }

  /// Encodes the value that was begun last, by the fastest way for its type. An encoder is made only for a type's own
  /// code: each counts a reference to the branch.
  @inline(__always)
  func encodeInnermost<T: Encodable>(_ value: T, _ entry: TypeTable.Entry) throws {
    if entry.kind == .own { try value.encode(to: innermost) } else { try encodeKnown(value, entry) }
  }

  @inline(never)
  private func encodeKnown<T: Encodable>(_ value: T, _ entry: TypeTable.Entry) throws {
    if try !writesWithoutEncoder(value, entry, depth) { try innermost.known(value, entry) }
  }

  /// Writes an array of numbers or of strings, or a type that does without an encoder. False: it is another type, and
  /// nothing was written.
  @inline(__always)
  func writesWithoutEncoder<T: Encodable>(
    _ value: T, _ entry: TypeTable.Entry, _ depth: Int
  ) throws -> Bool {
    func cast<U>(_ type: U.Type = U.self) -> U { unsafe unsafeBitCast(value, to: U.self) }
    // Sound because the table gave the kind for this very type.
    switch entry.kind {
    case .doubles where writeDoubles(cast(), depth): return true
    case .doubleLists where writeDoubleLists(cast(), depth): return true
    case .ints where writeInts(cast(), depth): return true
    case .strings where writeStrings(cast(), depth): return true
    default: break
    }
    guard let type = entry.directEncoding else { return false }
    func write<D: DirectlyEncodable>(_ type: D.Type) throws {
      try cast(type).write(to: self, depth)
    }
    try write(type)
    return true
  }

  @inline(never)
  private func growLevels() {
    let more = UnsafeMutablePointer<Level>.allocate(capacity: 2 * levelCount)
    unsafe more.moveInitialize(from: levels, count: levelCount)
    unsafe (more + levelCount).initialize(repeating: Level(), count: levelCount)
    unsafe levels.deallocate()
    unsafe levels = unsafe more
    levelCount *= 2
  }

  /// Ends the value. One that wrote nothing becomes an empty object, or, if `mayBeEmpty`, returns false.
  @inline(__always)
  @discardableResult
  func end(mayBeEmpty: Bool = false) -> Bool {
    let kind = unsafe levels[depth].kind
    takeBackContainer()
    if !holes.isEmpty { fillHoles() }
    switch kind {
    case .scalar: break
    case .array: text.close(Byte.closeBracket, depth)
    case .object: endObject()
    case .nothing:
      if mayBeEmpty {
        unsafe levels[depth].number = 0
        depth -= 1
        return false
      }
      text.open(Byte.openBrace)
      text.close(Byte.closeBrace, depth)
    }
    unsafe levels[depth].number = 0
    depth -= 1
    return true
  }

  @inline(__always)
  private func takeBackContainer() {
    let place = unsafe levels[depth].lentPlace
    guard place >= 0 else { return }
    unsafe levels[depth].lentPlace = -1
    types.containers.takeBack(place)
  }

  private func endObject() {
    let first = unsafe levels[depth].firstField
    if text.sortsKeys { text.sortFields(from: first, separator: text.separatorCount(depth)) }
    text.fields.truncate(to: first)
    text.close(Byte.closeBrace, depth)
  }

  /// Forgets a value whose encoding threw: everything up to where its level began.
  func abandon() {
    takeBackContainer()
    let level = unsafe levels[depth]
    text.out.truncate(to: level.start)
    if level.kind == .object { text.fields.truncate(to: level.firstField) }
    while let last = holes.last, last.place >= level.start, last.depth >= depth {
      holes.removeLast()
      last.branch.finish()
    }
    unsafe levels[depth].number = 0
    depth -= 1
  }

  @inline(__always)
  private func number(at depth: Int) -> UInt32 { unsafe levels[depth].number }

  /// Whether an encoder or container is still the one of its level.
  @inline(__always)
  func isCurrent(_ depth: Int, _ number: UInt32) -> Bool {
    unsafe depth <= self.depth && levels[depth].number == number
  }

  /// Whether a container may write: its value is the innermost one that is being encoded.
  @inline(__always)
  func isInnermost(_ depth: Int, _ number: UInt32) -> Bool {
    unsafe depth == self.depth && levels[depth].number == number
  }

  /// What a container does that is not the innermost one. Its value has ended: nothing. Otherwise another value inside of
  /// it is being encoded, whose text stands where the container would write: throws.
  @inline(never)
  func refuse(_ value: Any, _ depth: Int, _ number: UInt32) throws {
    guard isCurrent(depth, number) else { return }
    throw EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath(depth),
        debugDescription:
          "expected the value inside of this container to end first: another one was"
          + " encoded into the container meanwhile"))
  }

  /// An encoder, of a value at a depth, that refuses whatever is encoded.
  func refusing(_ depth: Int) -> ValueEncoder {
    let branch = EncodingBranch(options, types, path: codingPath(depth), indent: 0)
    let encoder = branch.begin()
    unsafe branch.levels[encoder.depth].kind = .scalar
    return encoder
  }

  /// Makes the value an object or array, if it is nothing yet. Throws nothing: a value that is another kind already is a
  /// mistake of the type, which the branch remembers.
  func open(_ kind: Level.Kind, _ depth: Int) -> Bool {
    switch unsafe levels[depth].kind {
    case kind: return true
    case .nothing:
      unsafe levels[depth].kind = kind
      if kind == .object {
        unsafe levels[depth].firstField = text.fields.count
        unsafe levels[depth].names = NameFilter()
      }
      text.open(kind == .object ? Byte.openBrace : Byte.openBracket)
      return true
    default: return false
    }
  }

  /// Writes the separator and the key of a field. `isLiteral`: the key's type makes it of literals.
  @inline(__always)
  func writeKey(_ name: String, isLiteral: Bool, _ depth: Int) {
    guard isLiteral, isPlain else { return writeKey(name, depth) }
    guard let known = types.keys.find(name) else { return keepKey(name, depth) }
    let level = unsafe levels + depth
    let isLater = unsafe level.pointee.count != 0
    let start = text.out.count &+ (isLater ? 1 : 0)
    let end = unsafe text.out.end(withRoom: EncodedKeys.room + 1)
    unsafe end.pointee = Byte.comma
    unsafe UnsafeMutableRawPointer(end + (isLater ? 1 : 0)).copyMemory(
      from: known.start, byteCount: EncodedKeys.room)
    text.out.advance(by: known.count &+ (isLater ? 1 : 0))
    let keyEnd = text.out.count &- 1
    if unsafe NameFilter.mayContain(&level.pointee.names, known.hash) {
      // The colon comes again.
      text.out.truncate(to: keyEnd)
      return finishKey(start..<keyEnd, known.hash, depth)
    }
    unsafe NameFilter.insert(known.hash, into: &level.pointee.names)
    unsafe level.pointee.count &+= 1
    text.fields.append(FieldList.Place(start: start, keyEnd: keyEnd))
  }

  /// Writes a key as any other, and keeps its text.
  @inline(never)
  private func keepKey(_ name: String, _ depth: Int) {
    writeKey(name, depth)
    guard !name.utf8.contains(UInt8(ascii: "/")), text.fields.count > 0 else { return }
    let last = text.fields[text.fields.count - 1]
    let written = unsafe UnsafeRawBufferPointer(rebasing: text.out.bytes[last.start...])
    unsafe types.keys.insert(name, text.hash(of: last.start..<last.keyEnd), written)
  }

  /// Writes the separator and the key of a field.
  func writeKey(_ name: String, _ depth: Int) {
    unsafe text.separate(levels[depth].count == 0, depth)
    let start = text.out.count
    text.write(name)
    let key = start..<text.out.count
    finishKey(key, text.hash(of: key), depth)
  }

  /// Writes the separator and the key of a field, which the object doesn't have.
  @inline(__always)
  func writeDistinctKey(_ name: String, _ depth: Int) {
    unsafe text.separate(levels[depth].count == 0, depth)
    let start = text.out.count
    text.write(name)
    let key = start..<text.out.count
    unsafe levels[depth].names.insert(text.hash(of: key))
    unsafe levels[depth].count += 1
    text.fields.append(FieldList.Place(start: key.lowerBound, keyEnd: key.upperBound))
    text.endKey()
  }

  /// Replaces an earlier field of the key that was written last, and ends the key.
  private func finishKey(_ key: Range<Int>, _ hash: UInt64, _ depth: Int) {
    let end = text.out.count
    if unsafe levels[depth].names.mayContain(hash) { replace(key, depth) }
    unsafe levels[depth].names.insert(hash)
    unsafe levels[depth].count += 1
    let moved = text.out.count - end
    text.fields.append(
      FieldList.Place(start: key.lowerBound + moved, keyEnd: key.upperBound + moved))
    text.endKey()
  }

  /// Removes the field of a key that was written before.
  @inline(never)
  private func replace(_ key: Range<Int>, _ depth: Int) {
    let first = unsafe levels[depth].firstField
    guard let removed = text.removeField(equalTo: key, from: first) else { return }
    unsafe levels[depth].count -= 1
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

  /// Notes the key of the value at a depth.
  @inline(__always)
  func setKey<Key: CodingKey>(_ key: Key, _ maker: Unmanaged<KeyMaker>?, _ depth: Int) {
    let level = unsafe levels + depth
    unsafe level.pointee.index = -1
    unsafe level.pointee.keyMaker = unsafe maker
    if unsafe maker == nil {
      unsafe level.pointee.key = key
    } else if MemoryLayout<Key>.size == 1 {
      // Sound because only a type of one byte or none has a maker.
      unsafe level.pointee.keyByte = unsafe unsafeBitCast(key, to: UInt8.self)
    }
  }

  @inline(__always)
  func separateElement(_ depth: Int) {
    unsafe text.separate(levels[depth].count == 0, depth)
    unsafe levels[depth].count &+= 1
  }

  /// Puts the branches of the level that ends into the text.
  @inline(never)
  private func fillHoles() {
    while let hole = holes.last, hole.depth == depth {
      holes.removeLast()
      hole.branch.finish()
      let added = hole.branch.text.out.count
      unsafe text.insert(hole.branch.text.out.bytes, at: hole.place)
      for index in (0..<text.fields.count).reversed() {
        guard text.fields[index].start >= hole.place else { break }
        text.fields[index].start += added
        text.fields[index].keyEnd += added
      }
    }
  }

  /// The encoder of the root.
  var root: ValueEncoder {
    guard depth >= 0 else { return begin() }
    return ValueEncoder(branch: self, depth: 0, number: number(at: 0))
  }

  /// Ends all levels.
  func finish() {
    if depth < 0, text.out.count == 0 { _ = begin() }
    while depth >= 0 { end() }
  }
}
