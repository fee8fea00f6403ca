import Sluice

/// A walk over the fields of an object by lookups, and what it expects after the last one.
///
/// Types ask for their keys in the order in which documents mostly have them, so a lookup compares the next field first. Of
/// several fields of one name the first counts, unless the options say otherwise.
///
/// Keys that come before the last one found, or not at all, are looked for field by field, up to some thousand steps for
/// an object. After that, an index of the object's fields answers, as it does from the start with a key strategy.
struct FieldWalk {
  let session: DecodingSession
  let kind: ContainerKind
  /// The object's token.
  private(set) var object = Level.none
  /// The value of the last field that was found, or the object's own token.
  var last: UInt32 = 0
  /// The token of the object's closing brace, once a lookup came there, or 0.
  var close: UInt32 = 0
  /// All fields: from the start with a key strategy, or once they were walked too often.
  private(set) var index: FieldIndex?
  /// Whether lookups don't walk on from `last`.
  private var isOver = false
  /// The bits of the names that were found.
  var found: UInt64 = 0
  /// The names of the other fields up to `last`.
  var passed = NameFilter()
  var hasPassed = false
  /// The names of the fields after `last`, once a lookup walked over all of them.
  var rest = NameFilter()
  var knowsRest = false
  /// Whether the last of the type's keys was looked for, without noting the names of other fields.
  var isComplete = false
  /// The number of fields up to `last`, and of the steps that lookups took over fields that were walked before.
  var count = 0
  private var repeatedSteps = 0

  /// The steps after which an index takes less.
  private static var patience: Int { 1024 }

  init(_ session: DecodingSession, _ kind: ContainerKind) {
    self.session = session
    self.kind = kind
  }

  /// Begins at an object, whose fields are in `index` if a key strategy made their names.
  @inline(__always)
  mutating func begin(at object: UInt32, _ index: FieldIndex?) {
    self.object = object
    last = object
    found = 0
    if hasPassed { passed = NameFilter() }
    hasPassed = false
    knowsRest = false
    close = 0
    isComplete = false
    count = 0
    repeatedSteps = 0
    isOver = session.duplicates != .firstWins
    if let index { begin(with: index) }
  }

  @inline(never)
  private mutating func begin(with index: FieldIndex) {
    self.index = index
    isOver = true
  }

  /// Releases what belongs to the object.
  @inline(__always)
  mutating func end() {
    if index != nil { index = nil }
  }

  /// The value of the field with a kept name, searched from the last one found on. 0: the object has no such field. Nil:
  /// only ``find(_:)`` can tell, for any of many reasons.
  ///
  /// Compares the key of the next field first, without a call.
  @inline(never)
  mutating func next(_ name: UnsafePointer<KeyName>) -> UInt32? {
    guard !isOver, unsafe found & name.pointee.bit == 0,
      unsafe !hasPassed || !passed.mayContain(name.pointee.hash)
    else { return nil }
    let index = unsafe session.index
    let key = unsafe index.plainKey(afterScalar: last)
    guard let key, unsafe name.pointee.isText(ofKey: key, in: index) else {
      return unsafe search(name, from: key)
    }
    unsafe found |= name.pointee.bit
    last = key &+ 2
    count &+= 1
    return last
  }

  /// The value of the field of any name, or nil.
  @inline(never)
  mutating func find(_ name: UnsafePointer<KeyName>) throws(JSONError) -> UInt32? {
    if isComplete { kind.noteLater() }
    let here = session.position(object)
    if isOver { return try unsafe findByIndex(name, of: here) }
    let (hash, bit) = unsafe (name.pointee.hash, name.pointee.bit)
    if found & (bit == 0 ? .max : bit) != 0 || hasPassed && passed.mayContain(hash) {
      noteSteps(count)
      if let found = try unsafe here.seek(name.pointee.bytes, name.pointee.count, upTo: last) {
        return found
      }
    }
    guard let next = try here.nextField(after: last) else { return nil }
    guard unsafe here.key(next &- 2, equals: name.pointee.bytes, count: name.pointee.count) else {
      if knowsRest, !rest.mayContain(hash) { return nil }
      return try unsafe search(name, after: next, of: here)
    }
    notePassed(hash, bit)
    (last, count) = (next, count &+ 1)
    return next
  }

  /// Adds the name of a field that was found.
  @inline(__always)
  mutating func notePassed(_ hash: UInt64, _ bit: UInt64) {
    found |= bit
    guard bit == 0 else { return }
    passed.insert(hash)
    hasPassed = true
  }

  /// Finds a field in an index of all, or while it is not worth one, by a walk over all.
  @inline(never)
  private mutating func findByIndex(
    _ name: UnsafePointer<KeyName>, of here: JSONPosition
  ) throws(JSONError) -> UInt32? {
    if let index { return try unsafe index.value(of: name, in: here) }
    guard repeatedSteps > FieldWalk.patience else {
      // The number of fields is not known: sixteen for each lookup.
      noteSteps(16)
      return try unsafe here.onlyOrLastField(name.pointee.bytes, count: name.pointee.count)
    }
    let made = try FieldIndex(of: here, session.duplicates)
    index = made
    session.repeatedSteps &+= made.count
    return try unsafe made.value(of: name, in: here)
  }

  /// Counts steps over fields that were walked before. Too many end the walk.
  mutating func noteSteps(_ steps: Int) {
    repeatedSteps &+= steps
    if repeatedSteps > FieldWalk.patience { isOver = true }
    session.repeatedSteps &+= steps
  }
}

extension UnsafePointer<StructuralIndex> {
  /// The key after a value, if that is a string, number or literal and the kinds of the tokens show a key without white
  /// space around it. Nil leaves the answer to the checks of each token.
  @inline(__always)
  func plainKey(afterScalar value: UInt32) -> UInt32? {
    guard let kinds = unsafe pointee.kinds, unsafe value &+ 4 < pointee.end else { return nil }
    // Four at once: a quote or nothing, a comma, a quote and a colon.
    let four = unsafe UnsafeRawPointer(kinds + Int(value)).loadUnaligned(as: UInt32.self)
    guard UInt32(littleEndian: four) & 0xFFFF_FFDD == 0x3A22_2C00 else { return nil }
    let colon = unsafe Int(pointee.tokens[Int(value &+ 3)])
    return unsafe pointee.bytes[colon &- 1] == Byte.quote ? value &+ 2 : nil
  }
}
