import CSimdJSON

/// Finds where the lines of a window end, some hundred at a time, in reused memory.
///
/// Sound because it owns the memory, which is freed with it.
@safe
package final class LineEnds {
  private static let room = 1024
  private let ends: UnsafeMutablePointer<UInt32>
  /// Whether lines are long, as far as the last call tells.
  private var isSparse = false

  package init() { unsafe ends = .allocate(capacity: LineEnds.room) }

  deinit { unsafe ends.deallocate() }

  /// The newlines of `window[start...]`, in order: all of them, or enough for the next call to continue after the last.
  /// Empty only if there are no more. Valid until the next call.
  ///
  /// The `CSJ_PADDING` bytes after the window are readable, and the window is within the size limit of a document.
  package func next(
    in window: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> UnsafeBufferPointer<UInt32> {
    guard let base = window.baseAddress, start < window.count else {
      return unsafe UnsafeBufferPointer(start: ends, count: 0)
    }
    let count = unsafe csj_newlines(
      base, UInt32(truncatingIfNeeded: start), UInt32(truncatingIfNeeded: window.count), ends,
      LineEnds.room, isSparse)
    isSparse = window.count - start > 512 * max(count, 1)
    return unsafe UnsafeBufferPointer(start: ends, count: count)
  }
}
