package import Sluice

/// A few buffers that go round between a thread that fills them and one that reads them.
///
/// ```
/// fills ──▶ [ full ][ full ][ being filled ][ free ] ──▶ reads
///             └ being read
/// ```
///
/// Memory is bounded by their number: the filler waits while all are full, the reader while none is. Who
/// sleeps is woken when half of them are for it, or when the other side is about to wait for something else:
/// waking somebody may take as long as filling a buffer, and is done some ten times less often so.
///
/// Sound because of each buffer exactly one side has the use at a time: the filler those between
/// `filled` and `read + count`, the reader those between `read` and `filled`, and the two numbers
/// change under the lock only.
package final class BufferRing: @unchecked Sendable {
  private let buffers: UnsafeMutableBufferPointer<PaddedBytes>
  private let state = Monitor(State())

  private struct State {
    /// How many buffers were filled, and how many of them read, since the beginning.
    var filled = 0
    var read = 0
    /// How the filler ended: with the text's end, or by an error.
    var ending: Result<Void, JSONError>?
    var isClosed = false
  }

  package init(count: Int) {
    buffers = .allocate(capacity: count)
    for i in 0..<count { buffers.initializeElement(at: i, to: PaddedBytes()) }
  }

  deinit {
    for i in 0..<buffers.count { buffers.deinitializeElement(at: i) }
    buffers.deallocate()
  }

  private func buffer(_ number: Int) -> UnsafeMutablePointer<PaddedBytes> {
    // There is at least one.
    buffers.baseAddress! + number % buffers.count
  }

  // The filler's side.

  /// A buffer to fill; waits for one. Nil: nobody reads any more.
  package func nextFree() -> UnsafeMutablePointer<PaddedBytes>? {
    state.wait { state in
      if state.isClosed { return .some(nil) }
      return state.filled - state.read < buffers.count ? .some(buffer(state.filled)) : nil
    }
  }

  /// The buffer of `nextFree` is filled. Who waits for it may sleep on until `flush`.
  package func publish() {
    let isHalfFull = state.changeQuietly { state in
      state.filled += 1
      return state.filled - state.read >= (buffers.count + 1) / 2
    }
    if isHalfFull { state.wake() }
  }

  /// What is published is to be read now: it may take long until there is more.
  package func flush() { state.wake() }

  /// There will be no more.
  package func finish(_ ending: Result<Void, JSONError>) { state.change { $0.ending = ending } }

  // The reader's side.

  /// The next full buffer; waits for one. Nil at the end. Throws what ended the filler. The same one
  /// until `release`; what the reader leaves in it is used again.
  package func nextFull() throws(JSONError) -> UnsafeMutablePointer<PaddedBytes>? {
    let next: Result<UnsafeMutablePointer<PaddedBytes>?, JSONError> = state.wait { state in
      if state.filled != state.read { return .success(buffer(state.read)) }
      return state.ending.map { $0.map { nil } }
    }
    return try next.get()
  }

  /// Whether `nextFull` does not wait.
  package var hasFull: Bool { state.look { $0.filled != $0.read || $0.ending != nil } }

  /// The buffer of `nextFull` is read.
  package func release() {
    let isHalfEmpty = state.changeQuietly { state in
      state.read += 1
      return state.filled - state.read <= buffers.count / 2
    }
    if isHalfEmpty { state.wake() }
  }

  /// Nobody will read any more.
  package func close() { state.change { $0.isClosed = true } }
}
