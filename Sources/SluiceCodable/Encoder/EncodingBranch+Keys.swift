import Sluice

/// The keys of an object's fields.
///
/// A key that an object has already is written again. The earlier field stays until the later one has its value, so that it is
/// not lost if there is none: see ``replace(_:_:)``.
extension EncodingBranch {
  /// Writes the separator and the key of a field, and returns the place of an earlier field with this key, or -1.
  /// `isLiteral`: the key's type makes it of literals.
  @inline(__always)
  func writeKey(_ name: String, isLiteral: Bool, _ depth: Int) -> Int {
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
    if unsafe level.pointee.names.mayContain(known.hash) {
      // The colon comes again.
      text.out.truncate(to: keyEnd)
      return finishKey(start..<keyEnd, known.hash, depth)
    }
    unsafe level.pointee.names.insert(known.hash)
    unsafe level.pointee.count &+= 1
    text.fields.append(FieldList.Place(start: start, keyEnd: keyEnd))
    return -1
  }

  /// Writes a key as any other, and keeps its text.
  @inline(never)
  private func keepKey(_ name: String, _ depth: Int) -> Int {
    let earlier = writeKey(name, depth)
    guard !name.utf8.contains(UInt8(ascii: "/")), text.fields.count > 0 else { return earlier }
    let last = text.fields[text.fields.count - 1]
    let written = unsafe UnsafeRawBufferPointer(rebasing: text.out.bytes[last.start...])
    unsafe types.keys.insert(name, text.hash(of: last.start..<last.keyEnd), written)
    return earlier
  }

  /// Writes the separator and the key of a field, and returns the place of an earlier field with this key, or -1.
  func writeKey(_ name: String, _ depth: Int) -> Int {
    unsafe text.separate(levels[depth].count == 0, depth)
    let start = text.out.count
    text.write(name)
    let key = start..<text.out.count
    return finishKey(key, text.hash(of: key), depth)
  }

  /// Writes the separator and the key of a field, which the object doesn't have: returns -1.
  @inline(__always)
  func writeDistinctKey(_ name: String, _ depth: Int) -> Int {
    unsafe text.separate(levels[depth].count == 0, depth)
    let start = text.out.count
    text.write(name)
    let key = start..<text.out.count
    unsafe levels[depth].names.insert(text.hash(of: key))
    unsafe levels[depth].count += 1
    text.fields.append(FieldList.Place(start: key.lowerBound, keyEnd: key.upperBound))
    text.endKey()
    return -1
  }

  /// Ends the key that was written last. Returns the place of an earlier field with this key, or -1.
  private func finishKey(_ key: Range<Int>, _ hash: UInt64, _ depth: Int) -> Int {
    var earlier = -1
    if unsafe levels[depth].names.mayContain(hash) {
      earlier = earlierField(key, depth)
    }
    unsafe levels[depth].names.insert(hash)
    unsafe levels[depth].count += 1
    text.fields.append(FieldList.Place(start: key.lowerBound, keyEnd: key.upperBound))
    text.endKey()
    return earlier
  }

  /// The place of the field with a key that the object at a depth has already, or -1.
  @inline(never)
  private func earlierField(_ key: Range<Int>, _ depth: Int) -> Int {
    let first = unsafe levels[depth].firstField
    guard text.fields.count - first > KeyPlaces.few else {
      return text.field(equalTo: key, from: first)
    }
    let keys = unsafe levels[depth].keys ?? KeyPlaces()
    unsafe levels[depth].keys = keys
    return keys.place(of: key, in: text, from: first)
  }

  /// Gives up the earlier field at a place, after another one of its key was written. Its text is removed when the object
  /// ends, with all others: each removal moves what comes after it.
  @inline(never)
  func replace(_ earlier: Int, _ depth: Int) {
    text.fields[earlier].setReplaced()
    unsafe levels[depth].count -= 1
    replacedCount += 1
    giveUpHoles(in: text.fields[earlier].start..<text.fields[earlier + 1].start)
  }

  /// Ends the value of a field. `earlier`: the place of the field that is replaced, or -1.
  @inline(__always)
  func endField(replacing earlier: Int, _ depth: Int) {
    end()
    if earlier >= 0 { replace(earlier, depth) }
  }

  /// Forgets a field of the object at a depth whose value's encoding threw, with its key. (No function takes both as a
  /// closure: where types are not known, it would cost as much as a number.)
  @inline(never)
  func abandonField(_ depth: Int) {
    abandon()
    takeBackKey(depth)
  }

  /// Takes back the key that was written last, with the separator before it.
  private func takeBackKey(_ depth: Int) {
    let field = text.fields.count - 1
    let start = text.fields[field].start
    text.fields.truncate(to: field)
    unsafe levels[depth].count -= 1
    let separator = unsafe text.separatorCount(isFirst: levels[depth].count == 0, depth)
    text.truncate(to: start - separator)
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
}
