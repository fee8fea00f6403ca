import Synchronization

/// How far a feed has come, for use while it is read: a progress bar, a metric.
///
/// ```swift
/// let progress = feed.progress
/// timer { print(progress.snapshot.bytesPerSecond) }
/// ```
///
/// May be read from any thread at any time. The feed updates it once per window (a few hundred
/// records), so reading it costs the feed nothing, and the figures are at most a window old.
public final class FeedProgress: Sendable {
  private let bytes = Atomic<Int64>(0)
  private let lines = Atomic<Int64>(0)
  private let records = Atomic<Int64>(0)
  private let rejected = Atomic<Int64>(0)
  private let offset: Atomic<Int64>
  /// -1 if unknown.
  private let total = Atomic<Int64>(-1)
  private let begin = ContinuousClock.now
  /// The start of the range, if only a range of the source is read.
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

  /// The figures so far. Each figure belongs to one window; while the feed is being read, two of
  /// them may belong to different windows.
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
    /// Everything read since the feed was opened.
    public let counts: FeedCounts
    /// The offset in the source, or in the current one of several files.
    public let offset: Int64
    /// The size of the source in bytes, or of the current one of several files. For a feed in a
    /// range (``FeedRange``), the end of the range. Nil: unknown, as for pipes and compressed
    /// sources, or nothing was read yet.
    public let totalBytes: Int64?
    /// Time since the feed was opened.
    public let elapsed: Duration
    /// The offset at which the part to be read begins.
    fileprivate let first: Int64

    /// The share already read, of the source or its range, from 0 to 1; nil: the size is unknown.
    public var fraction: Double? {
      guard let totalBytes, totalBytes > first else { return nil }
      return min(max(Double(offset - first) / Double(totalBytes - first), 0), 1)
    }

    /// Bytes per second on average; 0 at the very beginning.
    public var bytesPerSecond: Double { rate(counts.bytes) }
    /// Records per second on average, including rejected ones.
    public var recordsPerSecond: Double { rate(counts.records + counts.rejected) }

    private func rate(_ count: Int64) -> Double {
      let seconds = elapsed / .seconds(1)
      return seconds > 0 ? Double(count) / seconds : 0
    }
  }
}
