import Sluice

/// Whether two key paths are the same. Strings that look the same but have different bytes are different keys.
///
/// A literal has the same two words each time: then no byte is compared. Sound because the words are only compared.
@inlinable @inline(__always)
func isSameKey(_ left: String, _ right: String) -> Bool {
  if MemoryLayout<String>.size == 16 {
    let words = unsafe unsafeBitCast(left, to: (UInt64, UInt64).self)
    if unsafe words == unsafeBitCast(right, to: (UInt64, UInt64).self) { return true }
  }
  return haveSameBytes(left, right)
}

@usableFromInline @inline(never)
func haveSameBytes(_ left: String, _ right: String) -> Bool { haveSameUTF8(left, right) }
