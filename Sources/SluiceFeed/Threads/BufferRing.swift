package import Sluice
import SluiceSystem

/// A few buffers that circulate between a thread that fills them and one that reads them.
///
/// ```
/// fills ──▶ [ full ][ full ][ being filled ][ free ] ──▶ reads
///             └ being read
/// ```
///
/// Their number bounds the memory: the filler waits while all are full, the reader while all are empty. A
/// sleeper is woken once half of the buffers are ready for it, or when the other side is about to wait for
/// something else. Waking a thread may take as long as filling a buffer, and this makes it about ten times
/// rarer.
///
/// Sound because exactly one side uses each buffer at a time: the filler those between
/// `filled` and `read + count`, the reader those between `read` and `filled`, and the two numbers
/// change under the lock only.
@safe
package final class BufferRing<Failure: Error>: @unchecked Sendable {
  private let buffers: UnsafeMutableBufferPointer<PaddedBytes>
  private let state = Monitor(Progress())

  private struct Progress {
    /// The number of buffers filled since the beginning, and the number of those that were read.
    var filled = 0
    var read = 0
    /// How the filler ended: with the end of the text, or with an error.
    var ending: Result<Void, Failure>?
    var isClosed = false
  }

  package init(count: Int) {
    unsafe buffers = .allocate(capacity: count)
    for i in 0..<count { unsafe buffers.initializeElement(at: i, to: PaddedBytes()) }
  }

  deinit {
    for i in unsafe 0..<buffers.count { unsafe buffers.deinitializeElement(at: i) }
    unsafe buffers.deallocate()
  }

  private func buffer(_ number: Int) -> UnsafeMutablePointer<PaddedBytes> {
    // There is at least one buffer.
    unsafe buffers.baseAddress! + number % buffers.count
  }

  // The filler's side.

  /// Waits for a buffer to fill. Nil: the reader has closed the ring.
  package func nextFree() -> UnsafeMutablePointer<PaddedBytes>? {
    unsafe state.wait { state in
      if state.isClosed { return unsafe .some(nil) }
      return unsafe state.filled - state.read < buffers.count ? .some(buffer(state.filled)) : nil
    }
  }

  /// Publishes the buffer of `nextFree`. A waiting reader may sleep on until `flush`.
  package func publish() {
    let isHalfFull = state.changeQuietly { state in
      state.filled += 1
      return unsafe state.filled - state.read >= (buffers.count + 1) / 2
    }
    if isHalfFull { state.wake() }
  }

  /// Makes the reader read all published buffers now: the next may take long.
  package func flush() { state.wake() }

  /// Ends the ring: no more buffers will be filled.
  package func finish(_ ending: Result<Void, Failure>) { state.change { $0.ending = ending } }

  // The reader's side.

  /// Waits for the next full buffer. Nil at the end. Throws the error that ended the filler. Returns
  /// the same buffer until `release`; the ring reuses whatever the reader leaves in it.
  package func nextFull() throws(Failure) -> UnsafeMutablePointer<PaddedBytes>? {
    let next: Result<UnsafeMutablePointer<PaddedBytes>?, Failure> = unsafe state.wait { state in
      if state.filled != state.read { return unsafe .success(buffer(state.read)) }
      return unsafe state.ending.map { unsafe $0.map { nil } }
    }
    return try unsafe next.get()
  }

  /// Whether `nextFull` returns without waiting.
  package var hasFull: Bool { state.inspect { $0.filled != $0.read || $0.ending != nil } }

  /// Returns the buffer of `nextFull` to the filler.
  package func release() {
    let isHalfEmpty = state.changeQuietly { state in
      state.read += 1
      return unsafe state.filled - state.read <= buffers.count / 2
    }
    if isHalfEmpty { state.wake() }
  }

  /// Ends the reading.
  package func close() { state.change { $0.isClosed = true } }
}
