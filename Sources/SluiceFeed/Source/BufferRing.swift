import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A few buffers that go round between a thread that fills them and one that reads them.
///
/// ```
/// fills ──▶ [ full ][ full ][ being filled ][ free ] ──▶ reads
///             └ being read
/// ```
///
/// Memory is bounded by their number: the filler waits while all are full, the reader while none is.
/// Sound because of each buffer exactly one side has the use at a time: the filler those between
/// `filled` and `read + count`, the reader those between `read` and `filled`, and the two numbers
/// change under the lock only.
final class BufferRing: @unchecked Sendable {
  private let buffers: UnsafeMutableBufferPointer<PaddedBytes>
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  /// How many buffers were filled, and how many of them read, since the beginning.
  private var filled = 0
  private var read = 0
  /// How the filler ended: with the text's end, or by an error.
  private var ending: Result<Void, JSONError>?
  private var isClosed = false

  init(count: Int) {
    buffers = .allocate(capacity: count)
    for i in 0..<count { buffers.initializeElement(at: i, to: PaddedBytes()) }
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
    for i in 0..<buffers.count { buffers.deinitializeElement(at: i) }
    buffers.deallocate()
  }

  private func withLock<R>(_ body: () -> R) -> R {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }

  private func buffer(_ number: Int) -> UnsafeMutablePointer<PaddedBytes> {
    // There is at least one.
    buffers.baseAddress! + number % buffers.count
  }

  // The filler's side.

  /// A buffer to fill; waits for one. Nil: nobody reads any more.
  func nextFree() -> UnsafeMutablePointer<PaddedBytes>? {
    withLock {
      while filled - read == buffers.count, !isClosed { pthread_cond_wait(changed, lock) }
      return isClosed ? nil : buffer(filled)
    }
  }

  /// The buffer of `nextFree` is filled.
  func publish() {
    withLock {
      filled += 1
      pthread_cond_signal(changed)
    }
  }

  /// There will be no more.
  func finish(_ ending: Result<Void, JSONError>) {
    withLock {
      self.ending = ending
      pthread_cond_signal(changed)
    }
  }

  // The reader's side.

  /// The next full buffer; waits for one. Nil at the end. Throws what ended the filler. The same one
  /// until `release`; what the reader leaves in it is used again.
  func nextFull() throws(JSONError) -> UnsafeMutablePointer<PaddedBytes>? {
    let next: Result<UnsafeMutablePointer<PaddedBytes>?, JSONError> = withLock {
      while filled == read, ending == nil { pthread_cond_wait(changed, lock) }
      guard filled == read, let ending else { return .success(buffer(read)) }
      return ending.map { nil }
    }
    return try next.get()
  }

  /// Whether `nextFull` does not wait.
  var hasFull: Bool { withLock { filled != read || ending != nil } }

  /// The buffer of `nextFull` is read.
  func release() {
    withLock {
      read += 1
      pthread_cond_signal(changed)
    }
  }

  /// Nobody will read any more.
  func close() {
    withLock {
      isClosed = true
      pthread_cond_signal(changed)
    }
  }
}
