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
  private let stop: FeedStop?
  private let progress: ((FeedProgress.Snapshot) -> Void)?
  /// The number of places that a spread sample comes from.
  private static let places: Int64 = 10

  /// Ends the reading of a feed.
  private struct Enough: Error {}

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
    feedOptions = feed
  }

  /// Reads the start of a feed, or the whole feed.
  mutating func read(_ source: FeedSource) throws {
    var feed = try JSONFeed(source, options: feedOptions, stop: stop)
    defer { framing = feed.framing }
    let most = options.records.map { Int64($0) } ?? .max
    isComplete = try read(&feed, most: most, from: -1, to: .max)
    if stop?.isStopped == true { isComplete = false }
  }

  /// Reads an equal share from each of ten places of a file. What one place lacks, the later ones make up.
  mutating func readPlaces(of path: String) throws {
    guard let size = try FeedSample.size(of: path) else {
      throw FeedSample.notSpread("\(path) is compressed or no file")
    }
    let most = options.records.map { Int64($0) } ?? .max
    isComplete = true
    for place in 0..<FeedSample.places {
      guard stop?.isStopped != true else { break }
      let start = FeedSample.offset(place, of: size)
      let end = FeedSample.offset(place + 1, of: size)
      // A line that is under way at `start` belongs to the place before. Reading starts one byte earlier,
      // and skips the line that begins there.
      let first = start - 1
      var feedOptions = feedOptions
      if place > 0 { feedOptions.framing = .lines }
      var feed = try JSONFeed(
        .file(path), options: feedOptions,
        from: FeedPosition(offset: max(first, 0), line: 0, recordNumber: 0), stop: stop)
      let share = (most - records) / (FeedSample.places - place)
      let isWhole = try read(
        &feed, most: share, from: first, to: end)
      isComplete = isComplete && isWhole
      if place == 0 { framing = feed.framing }
      guard framing == .lines || framing == .auto else {
        throw FeedSample.notSpread("the framing of \(path) is \(framing)")
      }
    }
    if stop?.isStopped == true { isComplete = false }
  }

  /// The size of a file whose offsets are those of its feed; nil for any other source.
  private static func size(of path: String) throws(ImportError) -> Int64? {
    guard !path.utf8.contains(0) else {
      throw ImportError(.source, "can't read \"\(path)\": a path can't hold U+0000")
    }
    do throws(JSONError) {
      return try PlainFile.size(of: path)
    } catch {
      throw ImportError(.source, "can't read \(path): \(error.detail?.reason ?? error.summary)")
    }
  }

  private static func offset(_ place: Int64, of size: Int64) -> Int64 {
    size / places * place + size % places * place / places
  }

  private static func notSpread(_ reason: String) -> ImportError {
    ImportError(
      .source,
      "\(reason): records from several places of a feed take a file of lines that is not"
        + " compressed; read the start, or all of it")
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
        guard record.offset < end else { throw Enough() }
        guard record.offset > first else { return }
        guard left > 0 else {
          isWhole = false
          throw Enough()
        }
        left -= 1
        records += 1
        try tree.add(record.cursor.position)
        if records & 1023 == 0 { progress?(shown.snapshot) }
      } rejected: { bad in
        guard bad.offset < end else { throw Enough() }
        guard bad.offset > first else { return }
        rejected += 1
        guard badRecords.count < InferenceReport.namedBadRecords else { return }
        // Lines are counted from the place where the reading began.
        badRecords.append(
          first < 0
            ? "\(bad)"
            : PrintableText.line(bad.source) + " at byte \(bad.offset): \(bad.error.summary)")
      }
    } catch is Enough {}
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
    var sample = FeedSample(options, stop: stop, progress: progress)
    if options.isSpread {
      guard options.feed.range == nil else {
        throw ImportError(
          .source,
          "\(source.name): records come from several places of a file, or from a range of it")
      }
      guard case .file(let path) = source else {
        throw ImportError(
          .source,
          "\(source.name): records from several places take one file; read the start, or all")
      }
      try sample.readPlaces(of: path)
    } else {
      try sample.read(source)
    }
    try self.init(
      sample, source: source.name, isSpread: options.isSpread, columns: options.columnKind)
  }
}
