import CSimdJSON

/// Whole fields at once: a key that was prepared, and a scalar.
///
/// Each function writes the field to memory, or writes nothing and returns false: in other layouts than the compact one,
/// where no key may come, and where the buffer has to be emptied on the way. Then `key` and `value` do it, with their
/// errors.
///
/// No function here releases an object, and each says so: callers may pass on a string without counting a reference.
extension JSONWriter {
  /// Makes room for a separator, a key, and `room` bytes, and writes the first two. Returns where the value goes; nil: the
  /// field is not written here.
  @inline(__always)
  private mutating func beginPlainField(
    _ key: WrittenKey, room: Int
  ) -> UnsafeMutablePointer<UInt8>? {
    guard isPlain, place == .key || place == .firstKey else { return nil }
    let room = 1 &+ key.count &+ WrittenKey.block &+ room
    guard out.count &+ room < flushCount else { return nil }
    let separator = place == .key ? 1 : 0
    let end = unsafe out.end(withRoom: room)
    unsafe end.pointee = Byte.comma
    unsafe key.write(to: end + separator)
    out.advance(by: separator &+ key.count)
    place = .key
    return unsafe end + (separator &+ key.count)
  }

  /// Writes a field that is a string.
  @usableFromInline @_effects(releasenone)
  package mutating func writePlainField(_ key: WrittenKey, _ string: String) -> Bool {
    unsafe string.utf8.withContiguousStorageIfAvailable { text in
      guard text.count <= JSONWriter.piece,
        let target = unsafe beginPlainField(key, room: text.count &+ 2)
      else { return false }
      unsafe target.pointee = Byte.quote
      guard let start = text.baseAddress else {
        unsafe target[1] = Byte.quote
        out.advance(by: 2)
        return true
      }
      let plain = unsafe csj_copy_plain(start, target + 1, text.count)
      if plain == text.count {
        unsafe target[plain &+ 1] = Byte.quote
        out.advance(by: plain &+ 2)
      } else {
        out.advance(by: plain &+ 1)
        unsafe out.appendWithEscapes(
          UnsafeBufferPointer(start: start + plain, count: text.count &- plain), slashes: false)
        out.append(Byte.quote)
      }
      return true
    } ?? false
  }

  /// Writes a field that is an integer.
  @usableFromInline @_effects(releasenone)
  package mutating func writePlainField(
    _ key: WrittenKey, _ magnitude: UInt64, isNegative: Bool
  ) -> Bool {
    guard let target = unsafe beginPlainField(key, room: Int(CSJ_NUMBER_ROOM)) else { return false }
    unsafe out.advance(by: csj_write_integer(magnitude, isNegative, target))
    return true
  }

  /// Writes a field that is a number; false also for NaN and the infinities.
  @usableFromInline @_effects(releasenone)
  package mutating func writePlainField(_ key: WrittenKey, _ value: Double) -> Bool {
    guard value.isFinite, let target = unsafe beginPlainField(key, room: Int(CSJ_NUMBER_ROOM))
    else { return false }
    unsafe out.advance(by: csj_write_number(value, target))
    return true
  }

  /// Writes a field that is `true` or `false`.
  @usableFromInline @_effects(releasenone)
  package mutating func writePlainField(_ key: WrittenKey, _ value: Bool) -> Bool {
    guard let target = unsafe beginPlainField(key, room: 8) else { return false }
    // `true` and `fals` as words, and the `e` of `false`.
    let word: UInt32 = value ? 0x6575_7274 : 0x736C_6166
    unsafe UnsafeMutableRawPointer(target).storeBytes(of: word.littleEndian, as: UInt32.self)
    unsafe target[4] = UInt8(ascii: "e")
    out.advance(by: value ? 4 : 5)
    return true
  }
}
