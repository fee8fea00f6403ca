import Sluice

/// Finds fields by name. Types ask for their keys in the order in which documents mostly have them, so a lookup compares
/// the next field first. Of several fields of one name the first counts, unless the options say otherwise.
///
/// Keys that come before the last one found, or not at all, are looked for field by field, up to some thousand steps for
/// an object. After that, an index of the object's fields answers.
extension ContainerCell {
  /// The value of the first field with that key, or ``Level/none``. `number` is the key's, or -1.
  @inline(__always)
  func find(_ key: some CodingKey, _ number: Int) throws(JSONError) -> UInt32 {
    if number >= 0 {
      let value = next(number)
      if value < Level.absent { return value == 0 ? Level.none : value }
    }
    return try findSlowly(key)
  }

  /// The same for any name.
  @inline(never)
  func find(named name: String) throws(JSONError) -> UInt32 {
    try FieldName.with(name) { (name) throws(JSONError) in try find(name) } ?? Level.none
  }

  @inline(never)
  private func findSlowly(_ key: some CodingKey) throws(JSONError) -> UInt32 {
    var number = kind.number(of: key)
    if number < 0 { number = kind.add(key) }
    guard number >= 0 else { return try find(named: key.stringValue) }
    return try unsafe find(FieldName(kind.names[number])) ?? Level.none
  }

  /// The value of the first field with the key of this number, from the last one found on. 0 if there is none;
  /// ``Level/none`` if ``find(_:)`` has to tell, for any of many reasons.
  ///
  /// The key of the next field is compared first, without a call.
  @inline(never)
  private func next(_ number: Int) -> UInt32 {
    let name = unsafe kind.names + number
    let walk = unsafe walk
    let here = session.position(token)
    if unsafe walk.pointee.object != token {
      unsafe walk.pointee.begin(token, session.duplicates)
    }
    guard unsafe !walk.pointee.isOver,
      unsafe !FieldWalkState.mayHavePassed(walk, name.pointee.hash, name.pointee.bit)
    else { return Level.none }
    let last = unsafe walk.pointee.last
    let key = nextKey(after: last, here)
    guard key < Level.absent else { return key == Level.absent ? 0 : Level.none }
    guard unsafe here.plainKey(key, is: name) else { return unsafe search(name, from: key, here) }
    unsafe walk.pointee.found |= name.pointee.bit
    unsafe walk.pointee.last = key &+ 2
    unsafe walk.pointee.count &+= 1
    return key &+ 2
  }

  /// The key after a value, ``Level/absent`` at the object's end, or ``Level/none`` if it is not as it should be.
  @inline(__always)
  private func nextKey(after last: UInt32, _ here: JSONPosition) -> UInt32 {
    var key = token &+ 1
    if last != token {
      if let next = here.plainKey(afterScalar: last) { return next }
      let separator = here.after(last)
      guard separator &+ 3 < here.end, here.byte(at: separator) == Byte.comma else {
        guard separator < here.end, here.byte(at: separator) == Byte.closeBrace else {
          return Level.none
        }
        unsafe walk.pointee.close = separator
        return Level.absent
      }
      key = separator &+ 1
    }
    return key &+ 2 < here.end && here.isPlainKey(key) ? key : Level.none
  }

  /// Searches the fields after the one whose key is at `first`.
  @inline(never)
  private func search(
    _ name: UnsafePointer<KeyNames.Name>, from first: UInt32, _ here: JSONPosition
  ) -> UInt32 {
    let walk = unsafe walk
    if unsafe walk.pointee.knowsRest, unsafe !walk.pointee.rest.mayContain(name.pointee.hash) {
      return 0
    }
    if unsafe walk.pointee.isComplete { kind.asksAfterLast = true }
    if unsafe kind.isLast(name) { return unsafe searchLast(name, from: first, here) }
    unsafe walk.pointee.skipped = NameFilter()
    let names = unsafe UnsafeMutableRawPointer(walk.pointer(to: \.skipped)!)
    var (key, skipped) = (first, 0)
    while true {
      skipped &+= 1
      let text = here.plainText(ofKey: key)
      guard !here.hasEscapes(text) else { return Level.none }
      unsafe NameFilter.insert(FieldName.hash(text.base, text.count), into: names)
      key = nextKey(after: key &+ 2, here)
      if key >= Level.absent { break }
      if unsafe here.plainKey(key, is: name) {
        unsafe walk.pointee.passed.formUnion(walk.pointee.skipped)
        return unsafe noteFound(name, at: key, after: skipped)
      }
    }
    guard key == Level.absent else { return Level.none }
    unsafe walk.pointee.rest = unsafe walk.pointee.skipped
    unsafe walk.pointee.knowsRest = true
    unsafe noteSteps(skipped, walk)
    return 0
  }

  /// The same for the last of the type's keys: few types ask for others after it, so the names of skipped fields are not
  /// noted.
  @inline(never)
  private func searchLast(
    _ name: UnsafePointer<KeyNames.Name>, from first: UInt32, _ here: JSONPosition
  ) -> UInt32 {
    let walk = unsafe walk
    var (key, skipped) = (first, 0)
    while true {
      skipped &+= 1
      guard unsafe !here.mayEscape(key, to: name) else { return Level.none }
      key = nextKey(after: key &+ 2, here)
      if key >= Level.absent { break }
      if unsafe here.plainKey(key, is: name) {
        unsafe walk.pointee.isComplete = true
        unsafe walk.pointee.passed.insertAll()
        return unsafe noteFound(name, at: key, after: skipped)
      }
    }
    guard key == Level.absent else { return Level.none }
    unsafe walk.pointee.isComplete = true
    unsafe noteSteps(skipped, walk)
    return 0
  }

  /// Notes that a search skipped some fields and found the key, and returns its value.
  @inline(__always)
  private func noteFound(
    _ name: UnsafePointer<KeyNames.Name>, at key: UInt32, after skipped: Int
  ) -> UInt32 {
    let walk = unsafe walk
    unsafe walk.pointee.hasPassed = true
    unsafe walk.pointee.found |= name.pointee.bit
    unsafe walk.pointee.last = key &+ 2
    unsafe walk.pointee.count &+= skipped &+ 1
    return key &+ 2
  }

  private func find(_ name: FieldName) throws(JSONError) -> UInt32? {
    let walk = unsafe walk
    if unsafe walk.pointee.isComplete, unsafe walk.pointee.object == token {
      kind.asksAfterLast = true
    }
    let here = session.position(token)
    if unsafe walk.pointee.object != token {
      unsafe walk.pointee.begin(token, session.duplicates)
    }
    if unsafe walk.pointee.isOver { return try unsafe findByIndex(name, of: here, walk) }
    if unsafe FieldWalkState.mayHavePassed(walk, name.hash, name.bit) {
      unsafe noteSteps(walk.pointee.count, walk)
      if let found = try unsafe here.seek(name.bytes, name.count, upTo: walk.pointee.last) {
        return found
      }
    }
    guard let next = try unsafe here.nextField(after: walk.pointee.last) else { return nil }
    guard unsafe here.key(next &- 2, equals: name.bytes, count: name.count) else {
      if unsafe walk.pointee.knowsRest, unsafe !walk.pointee.rest.mayContain(name.hash) {
        return nil
      }
      return try unsafe find(name, after: next, of: here, walk)
    }
    unsafe walk.pointee.pass(name.hash, name.bit)
    unsafe walk.pointee.last = next
    unsafe walk.pointee.count &+= 1
    return next
  }

  /// Counts steps over fields that were walked before. Too many end the walk.
  private func noteSteps(_ steps: Int, _ walk: UnsafeMutablePointer<FieldWalkState>) {
    unsafe walk.pointee.repeatedSteps &+= steps
    if unsafe walk.pointee.repeatedSteps > FieldWalkState.patience {
      unsafe walk.pointee.isOver = true
    }
    session.repeatedSteps &+= steps
  }

  /// Finds a field in an index of all, or while it is not worth one, by a walk over all.
  @inline(never)
  private func findByIndex(
    _ name: FieldName, of here: JSONPosition, _ walk: UnsafeMutablePointer<FieldWalkState>
  ) throws(JSONError) -> UInt32? {
    if let index = unsafe walk.pointee.index { return try index.value(of: name, in: here) }
    guard unsafe walk.pointee.repeatedSteps > FieldWalkState.patience else {
      // The number of fields is not known: sixteen for each lookup.
      unsafe noteSteps(16, walk)
      return try unsafe here.onlyOrLastField(name.bytes, count: name.count)
    }
    let index = try FieldIndex(of: here, session.duplicates)
    unsafe walk.pointee.index = index
    session.repeatedSteps &+= index.count
    return try index.value(of: name, in: here)
  }

  /// Searches the fields after the next one.
  @inline(never)
  private func find(
    _ name: FieldName, after next: UInt32, of here: JSONPosition,
    _ walk: UnsafeMutablePointer<FieldWalkState>
  ) throws(JSONError) -> UInt32? {
    var passed = unsafe walk.pointee.passed
    var rest = NameFilter()
    var field = next
    var skipped = 0
    while true {
      skipped += 1
      if let other = hash(of: here.at(field &- 2)) {
        passed.insert(other)
        rest.insert(other)
      } else {
        passed.insertAll()
        rest.insertAll()
      }
      guard let following = try here.nextField(after: field) else { break }
      field = following
      if unsafe here.key(field &- 2, equals: name.bytes, count: name.count) {
        unsafe walk.pointee.passed = passed
        unsafe walk.pointee.hasPassed = true
        unsafe walk.pointee.pass(name.hash, name.bit)
        unsafe walk.pointee.last = field
        unsafe walk.pointee.count &+= skipped + 1
        return field
      }
    }
    unsafe walk.pointee.rest = rest
    unsafe walk.pointee.knowsRest = true
    unsafe noteSteps(skipped, walk)
    return nil
  }

  /// The hash of a key of the document, or nil if it has escapes.
  @inline(__always)
  private func hash(of key: JSONPosition) -> UInt64? {
    let raw = RawString(key)
    return unsafe raw.hasEscapes ? nil : FieldName.hash(raw.base, raw.count)
  }
}

extension JSONPosition {
  /// Whether there is a key without white space around it.
  @inline(__always)
  fileprivate func isPlainKey(_ key: UInt32) -> Bool {
    let bytes = unsafe index.pointee.bytes
    let colon = offset(of: key &+ 1)
    return unsafe byte(at: key) == Byte.quote && bytes[colon] == Byte.colon
      && bytes[colon &- 1] == Byte.quote
  }

  /// The key after a value, if that is a string, number or literal and the kinds of the tokens show a plain key. Nil leaves
  /// the answer to the checks of each token.
  @inline(__always)
  fileprivate func plainKey(afterScalar value: UInt32) -> UInt32? {
    guard let kinds = unsafe index.pointee.kinds, value &+ 4 < end else { return nil }
    // Four at once: a quote or nothing, a comma, a quote and a colon.
    let four = unsafe UnsafeRawPointer(kinds + Int(value)).loadUnaligned(as: UInt32.self)
    guard UInt32(littleEndian: four) & 0xFFFF_FFDD == 0x3A22_2C00 else { return nil }
    let colon = offset(of: value &+ 3)
    return unsafe index.pointee.bytes[colon &- 1] == Byte.quote ? value &+ 2 : nil
  }

  /// The text of a plain key.
  @inline(__always)
  fileprivate func plainText(ofKey key: UInt32) -> RawString {
    let start = offset(of: key) &+ 1
    let count = offset(of: key &+ 1) &- 1 &- start
    return unsafe RawString(base: index.pointee.bytes + start, count: count)
  }

  /// Whether a key has escapes: mostly no backslash is near it.
  @inline(__always)
  fileprivate func hasEscapes(_ key: RawString) -> Bool {
    if let escapes = unsafe index.pointee.escapes, key.count < 64 {
      let start = unsafe key.base - index.pointee.bytes
      if unsafe escapes[start &>> 6] | escapes[(start &+ key.count) &>> 6] == 0 { return false }
    }
    return key.hasEscapes
  }

  /// Whether a key, which is plain, is the name.
  @inline(__always)
  fileprivate func plainKey(_ key: UInt32, is name: UnsafePointer<KeyNames.Name>) -> Bool {
    let start = offset(of: key)
    guard unsafe offset(of: key &+ 1) &- start &- 2 == name.pointee.plainCount else { return false }
    return unsafe name.pointee.begins(index.pointee.bytes + (start &+ 1))
  }

  /// Whether a plain key may have an escape and stand for the name. An escape is longer than what it stands for, and the
  /// first byte is either one or the name's.
  @inline(__always)
  fileprivate func mayEscape(_ key: UInt32, to name: UnsafePointer<KeyNames.Name>) -> Bool {
    let start = offset(of: key) &+ 1
    let count = offset(of: key &+ 1) &- start &- 1
    guard unsafe count > name.pointee.count else { return false }
    let text = unsafe index.pointee.bytes + start
    guard unsafe text[0] == Byte.backslash || UInt64(text[0]) == name.pointee.head & 0xFF else {
      return false
    }
    return unsafe hasEscapes(RawString(base: text, count: count))
  }
}
