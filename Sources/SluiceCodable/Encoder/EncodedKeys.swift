import Sluice

/// The texts of keys that types have encoded, found by the bits of their strings.
///
/// The keys of a type are literals, which have the same two words each time. So a key that was written before costs a
/// comparison of two words and a copy of a fixed size, whatever its type's `stringValue` does.
///
/// Sound because an entry keeps its string alive: until it is replaced, only the same string has the same bits.
@safe
struct EncodedKeys: ~Copyable {
  /// The places: a cache line each, a key has two.
  private static var capacity: Int { 512 }
  private static var stride: Int { 64 }
  /// The longest text, with its quotes and colon; as many bytes are copied, whatever its length.
  static var room: Int { 40 }

  /// An entry: the string, the length of its text, its hash, and the text. All zeros: an empty place.
  private let memory: UnsafeMutableRawPointer

  /// An entry that was found, valid until the next key is kept.
  @safe
  struct Text {
    fileprivate let entry: UnsafeRawPointer

    /// The text's first byte: a quote. `EncodedKeys.room` bytes are readable.
    @inline(__always) var start: UnsafeRawPointer { unsafe entry + 20 }
    @inline(__always) var count: Int { unsafe Int(entry.load(fromByteOffset: 16, as: UInt16.self)) }
    @inline(__always)
    var hash: UInt64 { unsafe UInt64(entry.load(fromByteOffset: 18, as: UInt16.self)) }
  }

  init() {
    let size = EncodedKeys.capacity * EncodedKeys.stride
    unsafe memory = .allocate(byteCount: size, alignment: EncodedKeys.stride)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  deinit {
    for place in 0..<EncodedKeys.capacity where !isEmpty(place) {
      unsafe (memory + place * EncodedKeys.stride).assumingMemoryBound(to: String.self)
        .deinitialize(count: 1)
    }
    unsafe memory.deallocate()
  }

  @inline(__always)
  func find(_ name: String) -> Text? {
    guard MemoryLayout<String>.size == 16 else { return nil }
    let bits = unsafe unsafeBitCast(name, to: (UInt64, UInt64).self)
    let place = EncodedKeys.place(of: bits)
    if let found = entry(place, bits) { return found }
    return entry(place ^ 1, bits)
  }

  @inline(__always)
  private func entry(_ place: Int, _ bits: (UInt64, UInt64)) -> Text? {
    let entry = unsafe UnsafeRawPointer(memory + place &* EncodedKeys.stride)
    let isHere =
      unsafe entry.load(as: UInt64.self) == bits.0
      && entry.load(fromByteOffset: 8, as: UInt64.self) == bits.1
    return unsafe isHere ? Text(entry: entry) : nil
  }

  @inline(__always)
  private static func place(of bits: (UInt64, UInt64)) -> Int {
    let mixed = (bits.0 &* 0x9E37_79B9_7F4A_7C15) ^ (bits.1 &* 0xD6E8_FEB8_6659_FD93)
    return Int(truncatingIfNeeded: ((mixed ^ mixed &>> 29) &* 0x9E37_79B9_7F4A_7C15) &>> 55)
  }

  private func isEmpty(_ place: Int) -> Bool {
    unsafe memory.load(fromByteOffset: place * EncodedKeys.stride + 16, as: UInt16.self) == 0
  }

  /// Keeps a key's text, unless it is too long.
  @inline(never)
  mutating func insert(_ name: String, _ hash: UInt64, _ text: UnsafeRawBufferPointer) {
    guard MemoryLayout<String>.size == 16, text.count <= EncodedKeys.room else { return }
    var place = unsafe EncodedKeys.place(of: unsafeBitCast(name, to: (UInt64, UInt64).self))
    if !isEmpty(place), isEmpty(place ^ 1) { place ^= 1 }
    let entry = unsafe memory + place * EncodedKeys.stride
    let string = unsafe entry.assumingMemoryBound(to: String.self)
    if isEmpty(place) { unsafe string.initialize(to: name) } else { unsafe string.pointee = name }
    unsafe entry.storeBytes(
      of: UInt16(truncatingIfNeeded: text.count), toByteOffset: 16, as: UInt16.self)
    unsafe entry.storeBytes(of: UInt16(truncatingIfNeeded: hash), toByteOffset: 18, as: UInt16.self)
    unsafe UnsafeMutableRawBufferPointer(start: entry + 20, count: text.count).copyMemory(
      from: text)
  }
}
