import SluiceFeed

/// The sources that a run has read to their ends since its last commit: the next one makes their rows and checkpoints
/// permanent together.
///
/// Many small files cost a commit now and then this way, not two each. A kill repeats all of them, each from where it was
/// at the last commit.
struct HeldSources {
  /// What the summary says of a source once it is committed.
  struct End {
    /// The index of its entry in the summary.
    let entry: Int
    let bytes: Int64
  }

  /// How far the source after them was read.
  enum Reading {
    /// It was not begun.
    case nothing
    /// To the end of a record: a commit may come there.
    case records(end: FeedPosition)
    /// A part of a record is stored.
    case partOfRecord
  }

  private(set) var ends: [End] = []
  var reading = Reading.nothing
  /// Whether the target says that a source is unfinished, so that what comes after its last commit is known to be a
  /// killed run's.
  var isUnderWay = false
  private var since = Since()
  private let longestWait: Duration

  /// The time of the last commit. In an object of its own, because the size of the system library's types is not known.
  private final class Since {
    let time = ContinuousClock.now
  }

  init(longestWait: Duration) { self.longestWait = longestWait }

  var isEmpty: Bool { ends.isEmpty }

  /// Whether they have waited long enough.
  var isLate: Bool { since.time.duration(to: .now) >= longestWait }

  /// A part of a record of the source after them was stored.
  mutating func readPartOfRecord() { if !isEmpty { reading = .partOfRecord } }

  mutating func add(_ end: End) {
    ends.append(end)
    reading = .nothing
  }

  /// A commit has made all of them permanent. `isUnfinished`: whether it was one in the middle of a source.
  mutating func removeAll(isUnfinished: Bool) {
    ends.removeAll(keepingCapacity: true)
    reading = .nothing
    isUnderWay = isUnfinished
    since = Since()
  }
}
