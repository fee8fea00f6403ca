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
  @exclusivity(unchecked) private(set) var levels: UnsafeMutablePointer<WrittenLevel>
  @safe @exclusivity(unchecked) private var levelCount = 16
  @safe @exclusivity(unchecked) private(set) var depth = -1
  @safe @exclusivity(unchecked) private var number: UInt32 = 0
  /// Where branches belong in the text, in order.
  @safe @exclusivity(unchecked) var holes: [Hole] = []
  /// The holes that were entered in the index, and the index: once there are many.
  @safe @exclusivity(unchecked) var indexedHoles = 0
  @safe @exclusivity(unchecked) var holeIndex: [Hole.KeyAtDepth: Int] = [:]
  /// What is to be changed in the text of levels that have ended.
  @safe @exclusivity(unchecked) var pending: [EncodingText.Change] = []
  /// How many fields were replaced, at least, whose texts are still there.
  @safe @exclusivity(unchecked) var replacedCount = 0
  /// How many values are being encoded in place of others.
  @safe @exclusivity(unchecked) var valuesInPlace = 0
  /// The coding path of the root; nil: it is empty.
  let path: EncodingPath?
  let types: EncodingTypes

  init(
    _ options: EncoderOptions, _ types: EncodingTypes, path: EncodingPath? = nil,
    indent: Int = 0
  ) {
    self.types = types
    self.options = options
    usesDefaultKeys = options.usesDefaultKeys
    self.path = path
    text = EncodingText(options.formatting, indent: indent)
    isPlain = usesDefaultKeys && !text.isPretty
    unsafe levels = .allocate(capacity: 16)
    unsafe levels.initialize(repeating: WrittenLevel(), count: 16)
  }

  deinit {
    if !holes.isEmpty || !pending.isEmpty { releaseHoles() }
    unsafe levels.deinitialize(count: levelCount)
    unsafe levels.deallocate()
  }

  /// The path of the level.
  func codingPath(_ depth: Int) -> [any CodingKey] {
    (path?.keys ?? []) + steps(to: depth)
  }

  /// The steps from the root to the level.
  func steps(to depth: Int) -> [any CodingKey] {
    guard depth > 0, depth <= self.depth else { return [] }
    return (1...depth).map { unsafe levels[$0].step }
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
    unsafe level.pointee.contents = number
    unsafe level.pointee.kind = .nothing
    unsafe level.pointee.count = 0
    unsafe level.pointee.start = text.out.count
  }

  @inline(never)
  private func growLevels() {
    let more = UnsafeMutablePointer<WrittenLevel>.allocate(capacity: 2 * levelCount)
    unsafe more.moveInitialize(from: levels, count: levelCount)
    unsafe (more + levelCount).initialize(repeating: WrittenLevel(), count: levelCount)
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
    if !holes.isEmpty || replacedCount > 0 { settle() }
    switch kind {
    case .scalar: break
    case .array: text.close(Byte.closeBracket, depth)
    case .object: endObject()
    case .nothing:
      if mayBeEmpty {
        leaveLevel()
        return false
      }
      text.open(Byte.openBrace)
      text.close(Byte.closeBrace, depth)
    }
    leaveLevel()
    return true
  }

  /// From here on, neither its encoder nor its containers are current.
  @inline(__always)
  private func leaveLevel() {
    unsafe levels[depth].number = 0
    unsafe levels[depth].contents = 0
    depth &-= 1
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
    forgetContents()
    leaveLevel()
  }

  /// Takes back what was encoded into a value, so that something else can be. An encoder of the value stays current, and
  /// containers that wrote it are no longer.
  func takeBackContents(_ depth: Int, _ encoder: UInt32) {
    guard depth == self.depth, number(at: depth) == encoder else { return }
    forgetContents()
    number &+= 1
    unsafe levels[depth].contents = number
    unsafe levels[depth].kind = .nothing
    unsafe levels[depth].count = 0
  }

  private func forgetContents() {
    takeBackContainer()
    let level = unsafe levels[depth]
    text.truncate(to: level.start)
    if level.kind == .object { text.fields.truncate(to: level.firstField) }
    abandonHoles(from: level.start)
  }

  @inline(__always)
  private func number(at depth: Int) -> UInt32 { unsafe levels[depth].number }

  /// Makes the value an object or array, if it is nothing yet. Throws nothing, as no request of a container does: a value that
  /// is another kind already is noted.
  func open(_ kind: WrittenLevel.Kind, _ depth: Int) -> Bool {
    switch unsafe levels[depth].kind {
    case kind: return true
    case .nothing:
      unsafe levels[depth].kind = kind
      if kind == .object {
        unsafe levels[depth].firstField = text.fields.count
        unsafe levels[depth].names = NameFilter()
        if unsafe levels[depth].keys != nil { unsafe levels[depth].keys = nil }
      }
      text.open(kind == .object ? Byte.openBrace : Byte.openBracket)
      return true
    default:
      note(mistakeAt: depth)
      return false
    }
  }

  @inline(__always)
  func separateElement(_ depth: Int) {
    unsafe text.separate(levels[depth].count == 0, depth)
    unsafe levels[depth].count &+= 1
  }

  var root: ValueEncoder {
    guard depth >= 0 else { return begin() }
    return ValueEncoder(branch: self, depth: 0, number: number(at: 0))
  }

  /// Ends all levels.
  func finish() {
    if depth < 0, text.out.count == 0 { _ = begin() }
    while depth >= 0 { end() }
    text.makeSorts()
  }
}
