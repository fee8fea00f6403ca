import CSimdJSON

/// Bytes with the padding that simdjson's kernels may read after their end. A document held in one is opened without a
/// copy.
///
/// Reuse one for many documents: `removeAll` keeps its memory.
///
/// Sound because it owns its memory, of `capacity` bytes and the padding, and can't be copied.
@safe
public struct PaddedBytes: ~Copyable {
  /// How many readable bytes must follow the input (simdjson's `SIMDJSON_PADDING`).
  public static let padding = Int(CSJ_PADDING)

  @usableFromInline var memory: UnsafeMutablePointer<UInt8>?
  /// How many bytes there are.
  public private(set) var count: Int
  /// How many fit without growing.
  public private(set) var capacity: Int

  /// Empty; allocates nothing.
  public init() {
    unsafe memory = nil
    count = 0
    capacity = 0
  }

  /// A copy of `bytes`.
  public init(_ bytes: some Sequence<UInt8>) {
    self.init()
    append(contentsOf: bytes)
  }

  /// A copy of bytes whose number a source controls. Throws `out-of-memory`.
  package init(copying bytes: some Collection<UInt8>) throws(JSONError) {
    self.init()
    try reserve(bytes.count)
    append(contentsOf: bytes)
  }

  deinit { unsafe csj_free(memory) }

  /// The memory, without the bytes. Nil if nothing was allocated.
  consuming func takeMemory() -> DocumentMemory? {
    let (memory, capacity) = unsafe (self.memory, self.capacity)
    discard self
    guard let memory = unsafe memory else { return nil }
    return unsafe DocumentMemory(
      start: UnsafeMutableRawPointer(memory), size: capacity + PaddedBytes.padding)
  }

  /// Forgets the bytes and keeps the memory.
  public mutating func removeAll() { count = 0 }

  /// Forgets the bytes; the next ones are appended after a gap of `gap` unused bytes, for ``put(_:before:)``.
  package mutating func removeAll(leaving gap: Int) {
    reserveCapacity(gap)
    count = max(gap, 0)
  }

  /// Writes `bytes` over the bytes before `end`.
  package mutating func put(_ bytes: UnsafeRawBufferPointer, before end: Int) {
    precondition(end <= count && bytes.count <= end, "there is no room for them")
    guard let memory = unsafe memory, let source = bytes.baseAddress else { return }
    unsafe UnsafeMutableRawPointer(memory + (end - bytes.count)).copyMemory(
      from: source, byteCount: bytes.count)
  }

  /// Makes room for `bytes` bytes in total. Grows by doubling. Like Swift's arrays, stops the process when memory runs
  /// out.
  public mutating func reserveCapacity(_ bytes: Int) {
    guard grow(to: bytes) else { fatalError("there is no memory for \(bytes) bytes") }
  }

  /// The same for sizes that a source controls. Throws `out-of-memory`; the bytes stay unchanged.
  package mutating func reserve(_ bytes: Int) throws(JSONError) {
    guard grow(to: bytes) else { throw .outOfMemory(bytes: bytes) }
  }

  /// Returns false when memory runs out.
  private mutating func grow(to bytes: Int) -> Bool {
    guard unsafe bytes > capacity || memory == nil else { return true }
    // The requested size may be available where twice as much is not.
    let usual = max(bytes, min(capacity * 2, capacity + (64 << 20)), 192)
    guard move(to: usual) || (usual > bytes && move(to: max(bytes, 192))) else { return false }
    pad()
    return true
  }

  private mutating func move(to wanted: Int) -> Bool {
    let (size, overflow) = wanted.addingReportingOverflow(PaddedBytes.padding)
    // Aligned to cache lines: stage 1 reads 64 bytes at a time, and a read across two lines costs
    // twice.
    guard !overflow, let allocated = unsafe PaddedBytes.allocate(size) else { return false }
    let grown = unsafe allocated.bindMemory(to: UInt8.self, capacity: size)
    if let memory = unsafe memory {
      unsafe grown.update(from: memory, count: count)
      unsafe csj_free(memory)
    }
    unsafe memory = unsafe grown
    capacity = wanted
    return true
  }

  /// Memory that a document held, which took over the bytes of another one of these, or new memory.
  private static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    unsafe DocumentMemoryPool.shared.reuse(size)?.start ?? csj_allocate_aligned(size)
  }

  /// Appends a copy of `bytes`.
  public mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, unsafe !bytes.isEmpty else { return }
    let (end, overflow) = count.addingReportingOverflow(bytes.count)
    precondition(!overflow, "no buffer is that large")
    reserveCapacity(end)
    unsafe csj_copy(memory! + count, source, bytes.count)
    count = end
    pad()
  }

  /// Appends a copy of `bytes`.
  public mutating func append(contentsOf bytes: some Sequence<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable {
      unsafe append(UnsafeRawBufferPointer($0))
    }
    guard done == nil else { return }
    for byte in bytes {
      reserveCapacity(count + 1)
      unsafe memory![count] = byte
      count += 1
    }
    pad()
  }

  /// Appends up to `capacity` bytes that `fill` writes; `fill` returns how many it wrote.
  public mutating func append<E: Error>(
    upTo room: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) -> Int {
    reserveCapacity(count + max(room, 0))
    let free = unsafe UnsafeMutableRawBufferPointer(start: memory! + count, count: max(room, 0))
    let written = try unsafe fill(free)
    precondition(written >= 0 && written <= free.count, "more was written than fits")
    count += written
    pad()
    return written
  }

  /// Drops the first `bytes` bytes and moves the rest to the front.
  public mutating func removeFirst(_ bytes: Int) {
    precondition(bytes >= 0 && bytes <= count, "can't remove more than there is")
    guard let memory = unsafe memory, bytes > 0 else { return }
    unsafe memory.update(from: memory + bytes, count: count - bytes)
    count -= bytes
    pad()
  }

  /// Drops the last `bytes` bytes.
  public mutating func removeLast(_ bytes: Int) {
    precondition(bytes >= 0 && bytes <= count, "can't remove more than there is")
    count -= bytes
    pad()
  }

  /// The bytes, valid until they are changed.
  public func withUnsafeBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try unsafe body(UnsafeBufferPointer(start: memory, count: count))
  }

  /// The bytes, with a lifetime that the compiler doesn't check: the caller keeps this value alive and unchanged.
  @usableFromInline
  package var unsafeBytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: memory, count: count)
  }

  /// Puts spaces after the end: no padding byte can continue a number or a literal.
  private mutating func pad() {
    guard let memory = unsafe memory else { return }
    unsafe (memory + count).update(repeating: 0x20, count: PaddedBytes.padding)
  }
}
