import SluiceSystem

/// Idle readers that any thread can borrow, for programs that read documents on many threads, such as servers.
///
/// ```swift
/// let readers = JSONReaderPool(checking: .full)
/// let id = try readers.withDocument(unpadded: body) { root in try root["user"]["id"].int }
/// ```
///
/// A reader keeps its buffers for the next document, so borrowing one saves allocating them. Borrowing never waits: the
/// pool makes a reader if none is idle, so there are as many as threads read at a time. Afterwards it keeps those that
/// its limits allow, and frees the others.
///
/// Cost: some 50 ns a call, for two locks that are held for a few instructions each. (A new reader takes as long if a
/// released one left its buffers, and some 250 ns otherwise.) A call allocates nothing once there are enough readers.
/// Idle readers hold at most ``idleMemoryLimit`` bytes.
public final class JSONReaderPool: Sendable {
  /// How every borrowed reader opens documents.
  public let options: JSONOptions
  /// The most readers that are kept while no one uses them.
  public let idleReaderLimit: Int
  /// The most memory that idle readers hold in total, in bytes, approximately. A reader that grew beyond the rest of
  /// it, because it read a large document, is freed.
  public let idleMemoryLimit: Int

  private let idle = LockedValue(IdleReader())

  /// Makes an empty pool. Negative limits count as 0: nothing is kept.
  ///
  /// Set `idleReaderLimit` to the number of threads that read at a time, if there are more than 32.
  public init(
    options: JSONOptions = JSONOptions(), idleReaderLimit: Int = 32,
    idleMemoryLimit: Int = 64 << 20
  ) {
    self.options = options
    self.idleReaderLimit = max(idleReaderLimit, 0)
    self.idleMemoryLimit = max(idleMemoryLimit, 0)
  }

  /// Makes an empty pool whose readers have this checking mode.
  public convenience init(checking: JSONChecking) {
    self.init(options: JSONOptions(checking: checking))
  }

  /// Lends a reader to `body`, opened with ``options`` whatever its last user set. `body` may borrow another.
  ///
  /// For everything that readers do: files, `Data`, mappings. Throws the errors of `body`, after which the reader is as
  /// good as before.
  public func withReader<R>(_ body: (inout JSONReader) throws -> R) rethrows -> R {
    try withReader(options: options, body)
  }

  /// Frees the idle readers, such as at a warning that memory is short, and the memory that readers outside of pools
  /// left for the next ones. Readers in use are not affected.
  public func releaseMemory() {
    // The readers are freed after the lock.
    let freed = idle.withLock { $0.removeAll() }
    for (reader, _) in freed.readers { unsafe reader.value.releaseMemory() }
    IndexStoragePool.shared.releaseMemory()
  }
}

extension JSONReaderPool {
  /// Opens the document in a buffer that lends its bytes, such as SwiftNIO's. Copies them once into a reader's buffer.
  ///
  /// Throws the errors of opening a document and of `body`.
  public func withDocument<R>(
    unpadded bytes: UnsafeRawBufferPointer, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    let reader = borrow(options)
    defer { putBack(reader) }
    return try unsafe reader.value.withDocument(unpadded: bytes, body)
  }

  /// Opens the document in a span. Copies it once into a reader's buffer. Throws as
  /// ``withDocument(unpadded:_:)`` does.
  public func withDocument<R>(_ bytes: RawSpan, _ body: (JSONCursor) throws -> R) throws -> R {
    let reader = borrow(options)
    defer { putBack(reader) }
    return try unsafe reader.value.withDocument(bytes, body)
  }

  /// Opens the document in padded bytes. Copies nothing. Throws as ``withDocument(unpadded:_:)`` does.
  public func withDocument<R>(
    _ bytes: borrowing PaddedBytes, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    let reader = borrow(options)
    defer { putBack(reader) }
    return try unsafe reader.value.withDocument(bytes, body)
  }
}

extension JSONReaderPool {
  /// The pool of the mapping layers: code that opens single documents borrows from it.
  package static let shared = JSONReaderPool()

  /// Lends a reader with `options` of the caller's.
  package func withReader<R>(
    options: JSONOptions, _ body: (inout JSONReader) throws -> R
  ) rethrows -> R {
    let reader = borrow(options)
    defer { putBack(reader) }
    return try unsafe body(&reader.value)
  }

  /// How many readers are idle, and approximately how much memory they hold.
  package var held: (readers: Int, memory: Int) {
    idle.withLock { ($0.readers.count, $0.memory) }
  }

  private func borrow(_ options: JSONOptions) -> PooledReader {
    let reader = idle.withLock { $0.takeLast() } ?? PooledReader()
    unsafe reader.value.options = options
    return reader
  }

  private func putBack(_ reader: PooledReader) {
    let memory = unsafe reader.value.memory
    let isKept = idle.withLock { idle in
      guard idle.readers.count < idleReaderLimit, memory <= idleMemoryLimit - idle.memory else {
        return false
      }
      idle.add(reader, memory)
      return true
    }
    if !isKept { unsafe reader.value.releaseMemory() }
  }
}

/// Sound because a reader is either in a pool, which is locked, or in the hands of one caller.
private final class PooledReader: @unchecked Sendable {
  @exclusivity(unchecked) var value = JSONReader()
}

/// The readers that no one uses. The last one is lent first: its memory is most likely in a cache.
private struct IdleReader {
  private(set) var readers: [(reader: PooledReader, memory: Int)] = []
  private(set) var memory = 0

  mutating func takeLast() -> PooledReader? {
    guard let last = readers.popLast() else { return nil }
    memory -= last.memory
    return last.reader
  }

  mutating func add(_ reader: PooledReader, _ size: Int) {
    memory += size
    readers.append((reader, size))
  }

  mutating func removeAll() -> IdleReader {
    defer { self = IdleReader() }
    return self
  }
}
