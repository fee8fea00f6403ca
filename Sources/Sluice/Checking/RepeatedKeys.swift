import CSimdJSON

/// Refuses documents in which an object has the same key twice: the part of the full check that
/// ``DuplicateKeys/reject`` asks for.
///
/// Takes a document whose grammar has already been checked. Makes one pass over its tokens. The keys of the open
/// objects wait on a stack and are compared when their object ends, unescaped and byte by byte.
struct RepeatedKeys {
  private struct Key: BitwiseCopyable {
    let token: UInt32
    /// Equal for equal keys; rarely equal for different keys.
    var mark: UInt64
  }

  /// The keys of the open objects, innermost last.
  private var keys: [Key] = []
  /// Where the keys of each open object begin.
  private var starts: [Int] = []

  /// Objects with at most this many keys compare them pairwise.
  private static let few = 16

  /// Throws `duplicate-key` for the object that ends first.
  mutating func check(_ root: JSONPosition) throws(JSONError) {
    keys.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    var token = root.token
    while token < root.end {
      switch root.byte(at: token) {
      case Byte.openBrace: starts.append(keys.count)
      case Byte.colon:
        let key = token &- 1
        keys.append(Key(token: key, mark: try RepeatedKeys.mark(of: root.at(key))))
      case Byte.closeBrace:
        guard let start = starts.popLast() else { break }
        if keys.count - start > 1 { try checkKeys(from: start, root) }
        keys.removeSubrange(start...)
      default: break
      }
      token &+= 1
    }
  }

  private mutating func checkKeys(from start: Int, _ root: JSONPosition) throws(JSONError) {
    guard keys.count - start > RepeatedKeys.few else {
      for second in start..<keys.count {
        for first in start..<second where keys[first].mark == keys[second].mark {
          try compare(keys[first], keys[second], root)
        }
      }
      return
    }
    // A document's author can make marks collide, but can't attack seeded hashes that way.
    for place in start..<keys.count {
      keys[place].mark = try RepeatedKeys.hash(of: root.at(keys[place].token))
    }
    keys[start...].sort { ($0.mark, $0.token) < ($1.mark, $1.token) }
    for second in start + 1..<keys.count where keys[second - 1].mark == keys[second].mark {
      try compare(keys[second - 1], keys[second], root)
    }
  }

  private func compare(_ first: Key, _ second: Key, _ root: JSONPosition) throws(JSONError) {
    let other = RawString(root.at(second.token))
    guard unsafe other.withUTF8({ unsafe RawString(root.at(first.token)).equals($0) }) == true
    else { return }
    throw root.at(second.token &+ 2).duplicateKey()
  }

  /// The key's first and last bytes and its length. Sound because 8 bytes are readable after the borrowed text.
  private static func mark(of key: JSONPosition) throws(JSONError) -> UInt64 {
    let mark = unsafe RawString(key).withUTF8 { text in
      var mark = UInt64(truncatingIfNeeded: text.count)
      guard let start = text.baseAddress, text.count > 0 else { return mark }
      unsafe mark &+= csj_load64(start) & RawString.mask(text.count)
      if text.count > 8 {
        unsafe mark ^= csj_load64(start + (text.count - 8)) &* 0x9E37_79B9_7F4A_7C15
      }
      return mark
    }
    guard let mark else { throw JSONError(.invalidEscape, at: key.offset) }
    return mark
  }

  private static func hash(of key: JSONPosition) throws(JSONError) -> UInt64 {
    let hash = unsafe RawString(key).withUTF8 { text in
      var hasher = Hasher()
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(text))
      return UInt64(truncatingIfNeeded: hasher.finalize())
    }
    guard let hash else { throw JSONError(.invalidEscape, at: key.offset) }
    return hash
  }
}
