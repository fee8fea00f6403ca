import Synchronization

/// Readers that nobody uses: whoever opens single documents takes one and puts it back, so that
/// buffers and index are not made anew for each.
package enum ReaderPool {
  /// A reader for the time of the call, opened as `options` say. What is called may take another.
  ///
  /// Costs two locks, uncontended as a rule.
  package static func withReader<R>(
    _ options: JSONOptions, _ body: (inout JSONReader) throws -> R
  ) rethrows -> R {
    let holder = idle.withLock { $0.popLast() } ?? Holder()
    defer {
      if holder.isWorthKeeping { idle.withLock { if $0.count < mostIdle { $0.append(holder) } } }
    }
    holder.reader.options = options
    return try body(&holder.reader)
  }

  /// Sound because a holder is either in the pool, which is locked, or in the hands of one caller.
  private final class Holder: @unchecked Sendable {
    @exclusivity(unchecked) var reader = JSONReader()

    var isWorthKeeping: Bool { reader.bufferCapacity <= largestBuffer }
  }

  private static let idle = Mutex<[Holder]>([])
  /// As many as threads may decode at a time without one of them waiting for memory.
  private static let mostIdle = 8
  /// What a single large document took is given back.
  private static let largestBuffer = 16 << 20
}
