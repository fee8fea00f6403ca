import Sluice

/// The names of an enumeration's keys, so that a lookup makes no string: each case's is asked for once.
///
/// For keys of at most one byte: the byte then tells the case, and its `stringValue`, which for any other key is asked
/// for each time.
enum KeyNames {
  /// Sound because its ``ContainerKind`` outlives the lookups that use it.
  @safe
  struct Name {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    /// The length of the name in a document without escapes; -1 if there is no such name.
    var plainCount = -1
    var hash: UInt64 = 0
    /// The bit that stands for the name, equal for cases of equal names.
    var bit: UInt64 = 0
    /// The first bytes, up to eight, and which bytes of a word they are.
    var head: UInt64 = 0
    var mask: UInt64 = 0
    /// The last eight bytes of a longer name.
    var tail: UInt64 = 0

    /// Whether the bytes of a document, of which eight after the name are readable, begin with the name.
    @inline(__always)
    func begins(_ text: UnsafePointer<UInt8>) -> Bool {
      let raw = unsafe UnsafeRawPointer(text)
      guard unsafe (raw.loadUnaligned(as: UInt64.self) ^ head) & mask == 0 else { return false }
      if count <= 8 { return true }
      guard unsafe (raw + (count &- 8)).loadUnaligned(as: UInt64.self) == tail else { return false }
      var place = 8
      while place &+ 8 < count {
        let its = unsafe (raw + place).loadUnaligned(as: UInt64.self)
        let mine = unsafe UnsafeRawPointer(bytes.unsafelyUnwrapped + place)
        if unsafe its != mine.loadUnaligned(as: UInt64.self) { return false }
        place &+= 8
      }
      return true
    }

    /// Whether two names are equal.
    func hasText(of other: Name) -> Bool {
      guard let mine = unsafe bytes, let its = unsafe other.bytes, count == other.count else {
        return false
      }
      return (0..<count).allSatisfy { unsafe mine[$0] == its[$0] }
    }
  }

  /// The number of cases that are remembered.
  static var limit: Int { 64 }

  /// The name of a case.
  @inline(never)
  static func make(_ text: String, _ number: Int) -> Name {
    var text = text
    return text.withUTF8 { utf8 in
      // Whole words are read from it.
      let room = utf8.count + 16
      let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: room)
      unsafe bytes.initialize(repeating: 0, count: room)
      if let source = utf8.baseAddress { unsafe bytes.update(from: source, count: utf8.count) }
      var name = unsafe Name(bytes: bytes, count: utf8.count)
      unsafe name.hash = FieldName.hash(bytes, utf8.count)
      name.bit = 1 &<< UInt64(number)
      if unsafe !utf8.contains(Byte.backslash) { name.plainCount = utf8.count }
      let raw = UnsafeRawPointer(bytes)
      name.mask = utf8.count >= 8 ? .max : (1 &<< (8 &* UInt64(utf8.count))) &- 1
      name.head = unsafe raw.loadUnaligned(as: UInt64.self)
      if utf8.count > 8 {
        name.tail = unsafe (raw + (utf8.count - 8)).loadUnaligned(as: UInt64.self)
      }
      return name
    }
  }
}
