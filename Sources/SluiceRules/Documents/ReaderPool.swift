import Sluice

/// Readers that rules open documents with, kept for the next document so that their memory is used
/// again.
///
/// Documents are checked in full, and of duplicate keys the last counts. Sound because a reader is
/// out of the pool while it is in use: one thread has it at a time.
final class ReaderPool: Sendable {
  static let shared = ReaderPool()

  /// A reader and about how much memory it holds.
  private final class Pooled: @unchecked Sendable {
    var reader = JSONReader(
      options: JSONOptions(checking: .full, duplicateKeys: .lastWins))
    var bytes = 0
  }

  private let idle = Guarded<[Pooled]>([])

  /// What idle readers hold in all: the largest documents' memory is given back.
  private static let largestIdle = 64 << 20
  /// A copy of the document, and four bytes for each of its bytes for the index.
  private static let memoryForByte = 5

  /// Lends a reader for a document of `size` bytes.
  func withReader<R>(
    size: Int, depthLimit: Int = JSONOptions().depthLimit,
    _ body: (inout JSONReader) throws -> R
  ) throws -> R {
    let pooled = idle.withLock { $0.popLast() } ?? Pooled()
    pooled.reader.options.depthLimit = depthLimit
    defer {
      let (needed, overflow) = size.multipliedReportingOverflow(by: ReaderPool.memoryForByte)
      pooled.bytes = max(pooled.bytes, overflow ? .max : needed)
      idle.withLock { idle in
        let held = idle.reduce(0) { $0 + $1.bytes }
        if pooled.bytes <= ReaderPool.largestIdle - held { idle.append(pooled) }
      }
    }
    return try body(&pooled.reader)
  }
}
