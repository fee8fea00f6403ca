/// The bytes of a document that is kept, followed by padding.
@safe
struct DocumentText: ~Copyable {
  private let memory: DocumentMemory
  private let count: Int

  /// Takes over the bytes. Copies nothing.
  init(adopting bytes: consuming PaddedBytes) throws(JSONError) {
    count = bytes.count
    try bytes.reserve(0)
    guard let memory = bytes.takeMemory() else { throw .outOfMemory(bytes: count) }
    self.memory = memory
  }

  /// Copies the bytes, into memory of their size.
  init(copying bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    memory = try DocumentMemory(bytes: bytes.count + PaddedBytes.padding)
    count = bytes.count
    if let source = bytes.baseAddress {
      unsafe memory.start.copyMemory(from: source, byteCount: count)
    }
    // No space can continue a number or a literal.
    unsafe (memory.start + count).initializeMemory(
      as: UInt8.self, repeating: 0x20, count: PaddedBytes.padding)
  }

  /// Valid as long as this value lives.
  var bytes: UnsafeBufferPointer<UInt8> {
    let start = unsafe memory.start.assumingMemoryBound(to: UInt8.self)
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }

  /// How many bytes it holds.
  var size: Int { memory.size }
}
