/// A key whose values take at most a byte and need no copies, as those of enumerations, kept without a box.
struct SmallKey {
  private var type: (any CodingKey.Type)?
  private var byte: UInt8 = 0

  init() {}

  /// Nil for keys of other types.
  @inline(__always)
  init?<Key: CodingKey>(_ key: Key) {
    guard MemoryLayout<Key>.size <= 1, _isPOD(Key.self) else { return nil }
    type = Key.self
    byte = MemoryLayout<Key>.size == 0 ? 0 : unsafe unsafeBitCast(key, to: UInt8.self)
  }

  /// The key.
  var key: (any CodingKey)? {
    guard let type else { return nil }
    return SmallKey.key(type, byte)
  }

  /// Sound because the byte was read from a value of the type, which is trivial.
  private static func key<Key: CodingKey>(_ type: Key.Type, _ byte: UInt8) -> any CodingKey {
    unsafe withUnsafeBytes(of: byte) { unsafe $0.loadUnaligned(as: Key.self) }
  }
}
