/// When the next commit is due: after a number of records, or some time.
struct CommitClock {
  private let batchSize: Int
  private let longestWait: Duration
  /// Records since the last commit.
  private(set) var pending = 0
  /// When these must be committed at the latest; nil: when the batch is full. In an object of its own,
  /// because the size of the system library's types is not known: each use of this value's other fields
  /// would look it up in metadata.
  private var deadline: Deadline?

  private final class Deadline {
    let time: ContinuousClock.Instant
    init(_ time: ContinuousClock.Instant) { self.time = time }
  }

  init(batchSize: Int, longestWait: Duration) {
    self.batchSize = max(batchSize, 1)
    self.longestWait = longestWait
  }

  @inline(__always)
  mutating func count(_ records: Int = 1) { pending &+= records }

  /// Whether this number of records is a batch.
  @inline(__always)
  func isBatch(_ records: Int) -> Bool { records >= batchSize }

  @inline(__always)
  var isDue: Bool { isBatch(pending) || deadline != nil && isLate }

  /// Whether records have waited long enough.
  var isLate: Bool { deadline.map { $0.time <= .now } ?? false }

  /// From now on rows wait no longer than the options say, even if their batch is small.
  mutating func commitByTime() { deadline = Deadline(.now + longestWait) }

  /// A commit was made.
  mutating func restart() {
    pending = 0
    if deadline != nil { commitByTime() }
  }
}
