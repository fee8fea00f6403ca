/// Idle readers. Code that opens single documents borrows one, instead of allocating buffers and an index for each.
package enum ReaderPool {
  /// Lends a reader for the call, opened with `options`. The callee may borrow another.
  ///
  /// Costs two locks, usually uncontended.
  package static func withReader<R>(
    _ options: JSONOptions, _ body: (inout JSONReader) throws -> R
  ) rethrows -> R {
    let holder = idle.withLock { $0.take() } ?? Holder()
    defer {
      let memory = holder.reader.memory
      idle.withLock { $0.keep(holder, memory) }
    }
    holder.reader.options = options
    return try body(&holder.reader)
  }

  /// Sound because a holder is either in the pool, which is locked, or in the hands of one caller.
  private final class Holder: @unchecked Sendable {
    @exclusivity(unchecked) var reader = JSONReader()
  }

  private struct Idle {
    private(set) var holders: [(holder: Holder, memory: Int)] = []
    private(set) var memory = 0

    mutating func take() -> Holder? {
      guard let last = holders.popLast() else { return nil }
      memory -= last.memory
      return last.holder
    }

    /// Frees the memory that a single large document took.
    mutating func keep(_ holder: Holder, _ size: Int) {
      guard holders.count < ReaderPool.mostIdle, size <= ReaderPool.mostMemory - memory else {
        return
      }
      memory += size
      holders.append((holder, size))
    }
  }

  /// How many readers are idle, and approximately how much memory they hold.
  package static var held: (readers: Int, memory: Int) {
    idle.withLock { ($0.holders.count, $0.memory) }
  }

  private static let idle = LockedValue(Idle())
  /// How many threads may decode at a time without waiting for memory.
  package static let mostIdle = 8
  /// The most memory that idle readers hold in total.
  package static let mostMemory = 64 << 20
}
