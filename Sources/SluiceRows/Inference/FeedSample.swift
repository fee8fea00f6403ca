import Sluice
import SluiceFeed
import SluiceSystem

/// Takes the records for an inference from a feed.
struct FeedSample {
  var tree: PathTree
  var framing = FeedFraming.auto
  var records: Int64 = 0
  var rejected: Int64 = 0
  var badRecords: [String] = []
  var isComplete = false

  var isLastCounted: Bool { feedOptions.duplicateKeys == .lastWins }

  private let options: InferenceOptions
  private let feedOptions: FeedOptions
  private let limits: BadRecordLimits
  private let stop: FeedStop?
  private let progress: ((FeedProgress.Snapshot) -> Void)?
  /// The number of places that the records come from.
  private(set) var places = 1

  init(
    _ options: InferenceOptions, stop: FeedStop?, progress: ((FeedProgress.Snapshot) -> Void)?
  ) {
    self.options = options
    self.stop = stop
    self.progress = progress
    tree = PathTree(options.limits)
    var feed = options.feed
    feed.checking = .full
    // One thread reads, in order.
    feed.parallel = 1
    // Bad records of all places count together; a line that is cut where a place begins does not count.
    limits = BadRecordLimits(feed)
    (feed.maximumBadRecords, feed.maximumBadShare) = (nil, nil)
    feedOptions = feed
  }

  private var most: Int64 { options.records.map { Int64($0) } ?? .max }

  /// Reads the start of a feed, or the whole feed.
  private mutating func read(_ source: FeedSource) throws {
    var feed = try JSONFeed(source, options: feedOptions, stop: stop)
    defer { framing = feed.framing }
    isComplete = try read(&feed, most: most, from: -1, to: .max)
    if stop?.isStopped == true { isComplete = false }
  }

  /// Reads an equal share from each of several places. What one place lacks, the later ones make up. False: the first
  /// one has another framing than lines.
  private mutating func read(_ places: [SamplePlace], isAll: Bool) throws -> Bool {
    self.places = places.count
    isComplete = isAll
    for (number, place) in places.enumerated() {
      guard stop?.isStopped != true else { break }
      var feedOptions = feedOptions
      if number > 0 { feedOptions.framing = .lines }
      let share = (most - records) / Int64(places.count - number)
      // A line that is under way where a range begins belongs to the place before. Reading starts one byte
      // earlier, and skips the line that begins there.
      let first = (place.range?.lowerBound ?? 0) - 1
      var feed = try JSONFeed(
        .file(place.path), options: feedOptions,
        from: FeedPosition(offset: max(first, 0), line: 0, recordNumber: 0), stop: stop)
      let isWhole = try read(&feed, most: share, from: first, to: place.range?.upperBound ?? .max)
      isComplete = isComplete && isWhole
      if number == 0 { framing = feed.framing }
      guard framing == .lines || framing == .auto else { return false }
    }
    if stop?.isStopped == true { isComplete = false }
    return true
  }

  /// Reads what the options say: places of the source, or its start.
  init(
    of source: FeedSource, _ options: InferenceOptions, stop: FeedStop?,
    progress: ((FeedProgress.Snapshot) -> Void)?
  ) throws {
    self.init(options, stop: stop, progress: progress)
    if let chosen = try SamplePlace.places(of: source, options) {
      if try read(chosen.places, isAll: chosen.isAll) { return }
      self.init(options, stop: stop, progress: progress)
    }
    try read(source)
  }

  /// Takes in the records that begin after `first` and before `end`. Returns whether there were no more
  /// than `most`.
  private mutating func read(
    _ feed: inout JSONFeed, most: Int64, from first: Int64, to end: Int64
  ) throws -> Bool {
    let shown = feed.progress
    var left = most
    var isWhole = true
    do {
      try feed.forEach { record in
        guard record.offset < end else { throw EnoughRecords() }
        guard record.offset > first else { return }
        guard left > 0 else {
          isWhole = false
          throw EnoughRecords()
        }
        left -= 1
        records += 1
        try tree.add(record.cursor.position)
        if records & 1023 == 0 { progress?(shown.snapshot) }
      } rejected: { bad in
        guard bad.offset < end else { throw EnoughRecords() }
        guard bad.offset > first else { return }
        rejected += 1
        try limits.check(rejected: rejected, of: records + rejected, last: bad)
        guard badRecords.count < InferenceReport.namedBadRecords else { return }
        // Lines are counted from the place where the reading began.
        badRecords.append(
          first < 0
            ? "\(bad)"
            : PrintableText.line(bad.source) + " at byte \(bad.offset): \(bad.error.summary)")
      }
    } catch is EnoughRecords {}
    return isWhole
  }
}

extension InferenceReport {
  /// Reads a feed, as far as the options say, and infers the structure of its records.
  ///
  /// Cost: visits every value of each record once, and creates none. The memory is that of the feed and at
  /// most some 3 KiB for each path, whatever the feed holds. `stop` ends the reading early; `progress` is
  /// called now and then. Throws what reading a feed throws (`io`, `decompression-failed`, …),
  /// `TooManyBadRecords`, and ``ImportError`` when records are to come from places that can't be reached.
  public init(
    reading source: FeedSource, options: InferenceOptions = InferenceOptions(),
    stop: FeedStop? = nil, progress: ((FeedProgress.Snapshot) -> Void)? = nil
  ) throws {
    let sample = try FeedSample(of: source, options, stop: stop, progress: progress)
    try self.init(
      sample, source: source.name, columns: options.columnKind, exploded: options.exploded)
  }
}
