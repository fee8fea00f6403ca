import Sluice

/// The keys of an object's fields.
extension EncodingBranch {
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
    removeHoles(in: removed)
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
