import Sluice

/// The name of a key that lookups compare with those of a document.
///
/// Sound because its bytes are alive while it is used: those of a kept name are freed by its ``ContainerKind``, which
/// outlives lookups; the others are lent by ``with(_:_:)`` for its call.
@safe
struct KeyName {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let hash: UInt64
  /// The bit that stands for a kept name, equal for cases of equal names; 0 for others.
  var bit: UInt64 = 0
  /// The length of a kept name in a document; -1 for one that needs escapes there.
  private var plainCount = -1
  /// The first bytes of a kept name, up to eight, and which bytes of a word they are.
  private var head: UInt64 = 0
  private var mask: UInt64 = 0
  /// The last eight bytes of a longer kept name.
  private var tail: UInt64 = 0

  @inline(__always)
  private init(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    unsafe self.bytes = unsafe bytes
    self.count = count
    hash = unsafe KeyName.hash(bytes, count)
  }

  /// Lends the UTF-8 of `text`.
  @inline(__always)
  static func with<R>(
    _ text: String, _ body: (UnsafePointer<KeyName>) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    try unsafe withUTF8(of: text) { (utf8) throws(JSONError) in
      let name = unsafe KeyName(utf8.baseAddress.unsafelyUnwrapped, utf8.count)
      return try unsafe withUnsafePointer(to: name) { (name) throws(JSONError) in
        try unsafe body(name)
      }
    }
  }

  /// Copies the name of the key of this number. ``free()`` is its last use.
  init(keeping text: String, _ number: Int) {
    let utf8 = Array(text.utf8)
    // Whole words are read from it.
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: utf8.count + 16)
    unsafe bytes.initialize(repeating: 0, count: utf8.count + 16)
    for (place, byte) in utf8.enumerated() { unsafe bytes[place] = byte }
    unsafe self.init(bytes, utf8.count)
    bit = 1 &<< UInt64(number)
    if !utf8.contains(Byte.backslash) { plainCount = count }
    let raw = UnsafeRawPointer(bytes)
    mask = count >= 8 ? .max : (1 &<< (8 &* UInt64(count))) &- 1
    head = unsafe raw.loadUnaligned(as: UInt64.self)
    if count > 8 { tail = unsafe (raw + (count - 8)).loadUnaligned(as: UInt64.self) }
  }

  func free() { unsafe bytes.deallocate() }

  /// Whether the name has the bytes of `text`.
  func equals(_ text: String) -> Bool { unsafe hasUTF8(text, bytes, count) }

  /// The hash of a name: of its length, and of its first, middle and last bytes.
  @inline(__always)
  static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    guard count > 0 else { return 0 }
    let first = unsafe UInt64(bytes[0])
    let middle = unsafe UInt64(bytes[count / 2])
    let last = unsafe UInt64(bytes[count - 1])
    let mixed = first | middle << 8 | last << 16 | UInt64(truncatingIfNeeded: count) << 24
    return (mixed &* 0x9E37_79B9_7F4A_7C15) >> 55
  }
}

/// Comparisons of a kept name with keys that have no white space around them.
extension KeyName {
  /// Whether a key is written as the name is.
  @inline(__always)
  func isText(ofKey key: UInt32, in index: UnsafePointer<StructuralIndex>) -> Bool {
    let (start, colon) = unsafe (
      index.pointee.tokens[Int(key)], index.pointee.tokens[Int(key) &+ 1]
    )
    guard Int(colon &- start) &- 2 == plainCount else { return false }
    let text = unsafe UnsafeRawPointer(index.pointee.bytes + (Int(start) &+ 1))
    guard unsafe (text.loadUnaligned(as: UInt64.self) ^ head) & mask == 0 else { return false }
    if count <= 8 { return true }
    guard unsafe (text + (count &- 8)).loadUnaligned(as: UInt64.self) == tail else { return false }
    var place = 8
    while place &+ 8 < count {
      let (theirs, ours) = unsafe (text + place, UnsafeRawPointer(bytes + place))
      guard unsafe theirs.loadUnaligned(as: UInt64.self) == ours.loadUnaligned(as: UInt64.self)
      else { return false }
      place &+= 8
    }
    return true
  }

  /// Whether a raw key may have an escape and stand for the name. An escape is longer than what it stands for, and the first
  /// byte is either one or the name's.
  @inline(__always)
  func mayBeEscaped(in key: RawString) -> Bool {
    guard key.count > count else { return false }
    let first = unsafe key.base[0]
    return first == Byte.backslash || UInt64(first) == head & 0xFF
  }
}
