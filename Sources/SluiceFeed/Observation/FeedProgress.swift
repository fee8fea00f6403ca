import Synchronization

/// How far a feed has come, for whoever wants to look while it is read: a progress bar, a metric.
///
/// ```swift
/// let progress = feed.progress
/// timer { print(progress.snapshot.bytesPerSecond) }
/// ```
///
/// May be read from any thread at any time. The feed writes it once for each window (some hundred
/// records), so that looking costs the reader nothing and the figures are at most a window old.
public final class FeedProgress: Sendable {
  private let bytes = Atomic<Int64>(0)
  private let lines = Atomic<Int64>(0)
  private let records = Atomic<Int64>(0)
  private let rejected = Atomic<Int64>(0)
  private let offset: Atomic<Int64>
  /// -1: not known.
  private let total = Atomic<Int64>(-1)
  private let begin = ContinuousClock.now
  /// Where the range begins that is read of the source.
  private let first: Int64

  init(from start: FeedPosition, in range: FeedRange?) {
    offset = Atomic(start.offset)
    first = range?.bytes.lowerBound ?? 0
  }

  func update(_ state: FeedState, size: Int64?) {
    total.store(size ?? -1, ordering: .relaxed)
    let counts = state.counts
    bytes.store(counts.bytes, ordering: .relaxed)
    lines.store(counts.lines, ordering: .relaxed)
    records.store(counts.records, ordering: .relaxed)
    rejected.store(counts.rejected, ordering: .relaxed)
    offset.store(state.position.offset, ordering: .relaxed)
  }

  /// What was read so far. The figures are those of one window each; read while the feed goes on,
  /// they may be those of two.
  public var snapshot: Snapshot {
    let total = total.load(ordering: .relaxed)
    return Snapshot(
      counts: FeedCounts(
        records: records.load(ordering: .relaxed), rejected: rejected.load(ordering: .relaxed),
        bytes: bytes.load(ordering: .relaxed), lines: lines.load(ordering: .relaxed)),
      offset: offset.load(ordering: .relaxed), totalBytes: total < 0 ? nil : total,
      elapsed: ContinuousClock.now - begin, first: first)
  }

  /// The figures at one moment.
  public struct Snapshot: Sendable, Hashable {
    /// What was read since the feed was opened.
    public let counts: FeedCounts
    /// How far into the source, or the file of several, it is.
    public let offset: Int64
    /// How many bytes the source, or the file of several, has in all; of a feed in a range
    /// (``FeedRange``), where the range ends. Nil: that is not known, as of pipes and of what is
    /// compressed, or nothing was read yet.
    public let totalBytes: Int64?
    /// Since the feed was opened.
    public let elapsed: Duration
    /// Where what is to be read of the source begins.
    fileprivate let first: Int64

    /// How much of the source, or of the range of it, is read, from 0 to 1; nil: its size is not known.
    public var fraction: Double? {
      guard let totalBytes, totalBytes > first else { return nil }
      return min(max(Double(offset - first) / Double(totalBytes - first), 0), 1)
    }

    /// Bytes in a second, on average; 0 at the very beginning.
    public var bytesPerSecond: Double { rate(counts.bytes) }
    /// Records in a second, on average; the rejected ones count.
    public var recordsPerSecond: Double { rate(counts.records + counts.rejected) }

    private func rate(_ count: Int64) -> Double {
      let seconds = elapsed / .seconds(1)
      return seconds > 0 ? Double(count) / seconds : 0
    }
  }
}
