import CSimdJSON

/// Where the lines of a window end: noted some hundred at a time, in reused memory.
package final class LineEnds {
  private static let room = 1024
  private let ends: UnsafeMutablePointer<UInt32>
  /// Whether lines are long, as far as the last call tells.
  private var isSparse = false

  package init() { ends = .allocate(capacity: LineEnds.room) }

  deinit { ends.deallocate() }

  /// The newlines of `window[start...]`, in order: all of them, or so many that asking again from
  /// behind the last makes sense. Empty only when there is none. Valid until the next call.
  ///
  /// `CSJ_PADDING` bytes behind the window are readable, and it is no larger than a document may
  /// be.
  package func next(
    in window: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> UnsafeBufferPointer<UInt32> {
    guard let base = window.baseAddress, start < window.count else {
      return UnsafeBufferPointer(start: ends, count: 0)
    }
    let count = csj_newlines(
      base, UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: window.count), ends,
      LineEnds.room, isSparse)
    isSparse = window.count - start > 512 * max(count, 1)
    return UnsafeBufferPointer(start: ends, count: count)
  }
}
