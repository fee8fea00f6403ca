import Sluice
import Synchronization

/// The engine of a feed. Its data goes through the folders of this module in this order:
///
/// ```
/// Source      bytes of the current part, decoded        ByteSource
/// Windows     whole records among them                  WindowBuffer
/// Indexing    their tokens                              RecordIndexer
/// Framing     where each record is                      RecordExtent
/// Delivery    lent, or rejected; counts and position    RecordDelivery
/// ```
///
/// Windows know bytes, and framings know where the records in them are. Only this has both, and the delivery: it asks the
/// framing for one step after another (`FeedReader+Delivery`). It opens the parts, lets several threads read, and keeps
/// readings apart.
@usableFromInline
final class FeedReader {
  typealias Body = RecordDelivery.Body
  typealias Rejected = RecordDelivery.Rejected

  /// How the feed is read.
  var options: FeedOptions {
    didSet {
      let rules = FramingRules(options)
      chosen.apply(rules)
      messages?.rules = rules
    }
  }
  /// The bytes of the current part.
  var source: ByteSource
  var buffer: WindowBuffer
  /// Makes an index of the records.
  let indexer: RecordIndexer
  /// The last stage, whose memory belongs to this.
  let delivery: RecordDelivery

  /// The framing; `.auto` until the first bytes were inspected.
  var framing: FeedFraming
  /// The same with its state; made by the first window of a part.
  var chosen = ChosenFraming.none
  /// Where the feed resumes in the part; 0: at its start.
  var resumedAt: Int64
  /// Makes records of lines that are not JSON; nil: they are.
  let former: LineFormer?
  /// The framing of messages; made by the first.
  var messages: MessageFraming?
  /// A line longer than any record may be, as far as it was skipped.
  var longLine: LongLine?
  /// The text left at the end.
  var unfinishedEnd: UnfinishedEnd?

  /// Keeps windows of lines that were read; nil: their memory is reused.
  var keeper: WindowKeeper?
  /// Reads lines many at once where that is possible; nil: they are read one by one.
  var runs: (any LineRunTaker)?

  let handler: BadRecordHandler
  /// The parts of `state` that others may read.
  let progress: FeedProgress
  /// The parts of the source after the current one.
  let parts: SourceParts
  /// Whether records are being delivered: see `exclusively`.
  let isDelivering = Atomic<Bool>(false)
  /// What several threads need; nil: one thread reads.
  var pieces: CutPieces?
  /// The stop that belongs to the feed itself.
  let cancellation: FeedStop
  /// What ends the reading before the source does.
  private let stops: [FeedStop]

  convenience init(
    _ source: FeedSource, options: FeedOptions, from position: FeedPosition, stops: [FeedStop]
  ) throws(JSONError) {
    let cancellation = FeedStop()
    let stops = [cancellation] + stops
    var options = options
    if !options.lineForm.isPlain {
      if options.framing == .auto { options.framing = .lines }
      guard options.framing == .lines else {
        throw JSONError(
          .invalidValue, at: 0, name: "the framing lines",
          reason:
            "only lines have a prefix, are logfmt or have the record inside; found the framing"
            + " \(options.framing)")
      }
    }
    if options.range != nil {
      try FeedRange.check(source)
      if options.framing == .auto {
        options.framing = try SourceParts.framing(of: source, options)
      }
      guard options.framing == .lines else {
        throw FeedRange.notDivisible(by: options.framing)
      }
    }
    try self.init(
      SourceParts(
        source, options, from: position, stops: stops, ahead: max(4, options.parallel)),
      named: source.name,
      options: options, from: position, stops: stops, cancellation: cancellation)
  }

  init(
    _ parts: SourceParts, named name: String, options: FeedOptions, from position: FeedPosition,
    stops: [FeedStop] = [], cancellation: FeedStop = FeedStop()
  ) throws(JSONError) {
    guard position.isValid else {
      throw JSONError(
        .invalidValue, at: 0, name: "a position to resume from in \(name)",
        reason: "a feed can't have these numbers: offset \(position.offset), line"
          + " \(position.line), record \(position.recordNumber)")
    }
    self.parts = parts
    self.cancellation = cancellation
    var options = options
    if parts.areMessages { try FeedReader.check(ofMessages: &options.framing, name) }
    if parts.areMessages || !options.lineForm.isPlain {
      // Rows that wait for their turn point into the text of their record, and that of a formed line only
      // stays until the next line.
      options.parallel = 1
    }
    if options.framing == .auto, position.offset > 0 {
      throw JSONError(
        .invalidValue, at: 0, name: "the framing of a feed that is opened from a position",
        reason: "auto chooses by the first bytes, which are not read; name its choice")
    }
    let source =
      try InputEvent.asErrors(try parts.next()) ?? ByteSource([], name: name, limits: .off)
    var start = position
    start.offset = source.start ?? position.offset
    if position.offset == 0 {
      start.line += source.before.lines
      start.recordNumber += source.before.records
    }
    progress = FeedProgress(from: start, in: source.range)
    handler = try BadRecordHandler(
      options, apartFrom: parts.files, writesAtOnce: parts.isFollowed)
    if parts.isSeveralFiles { start.file = ByteName(source.name) }
    if parts.isInArchive { options.leavesUnfinishedEnd = false }
    self.source = source
    self.options = options
    self.stops = stops
    framing = options.framing
    former = LineFormer(options.lineForm, ofMessages: source.partition != nil)
    // A reader that refuses keys that occur twice refuses a second `kafka`, too.
    former?.describesMessages = options.hasMessageFields || options.duplicateKeys == .reject
    resumedAt = position.offset
    buffer = FeedReader.makeBuffer(options)
    indexer = try RecordIndexer(options)
    delivery = unsafe RecordDelivery(
      FeedState(
        source: source.name, range: options.range, from: start,
        bytes: indexer.index.pointee.bytes, limits: BadRecordLimits(options), former: former),
      indexer)
    fillGaps()
  }

  deinit { delivery.deallocate() }

  /// Each message is a record.
  private static func check(
    ofMessages framing: inout FeedFraming, _ name: String
  ) throws(JSONError) {
    if framing == .auto { framing = .lines }
    guard framing == .lines else {
      throw JSONError(
        .invalidValue, at: 0, name: "the framing lines",
        reason: "each message of \(name) is a record; found the framing \(framing)")
    }
  }

  /// How far the feed has come, and its current record.
  @inline(__always)
  var state: UnsafeMutablePointer<FeedState> { unsafe delivery.state }

  /// The position after the last record, with the version of its source.
  var position: FeedPosition {
    var position = restingPosition
    position.version = unsafe parts.version(of: state.pointee.source)
    return position
  }

  /// Where a later feed resumes: the position, or, where text before it belongs to what was not delivered yet, the
  /// start of that text.
  var restingPosition: FeedPosition {
    let position = unsafe state.pointee.position
    guard let held = chosen.held, held.offset < position.offset,
      held.recordNumber == position.recordNumber, held.file == position.file
    else { return position }
    return held
  }

  var isStopped: Bool { stops.contains { $0.isStopped } }

  /// Says to callers that don't come back that more bytes have not come.
  var hasWaited: InputEvent { .quiet(source.name) }

  // MARK: One reading at a time

  func forEach(_ body: Body, rejected: Rejected) throws {
    try exclusively { while try readWindow(body, rejected) {} }
  }

  /// Runs a reading. Throws `feed-in-use` if another has not ended. Costs one atomic exchange per window or
  /// whole reading, and nothing per record.
  ///
  /// The compiler keeps `JSONFeed` from being read inside its own `forEach`. But the values that
  /// `values(_:rejected:)` returns share the feed's reader, and may be kept and pulled anywhere. Pulled
  /// inside a `forEach` or a `rejected` closure, they would replace the window while its records are borrowed.
  func exclusively<R>(_ reading: () throws -> R) throws -> R {
    try beginReading()
    defer { endReading() }
    return try reading()
  }

  /// The same for readings that suspend between their begin and end.
  func beginReading() throws(JSONError) {
    guard !isDelivering.exchange(true, ordering: .acquiring) else {
      throw unsafe JSONError(.feedInUse, at: 0, name: state.pointee.source)
    }
  }

  func endReading() { isDelivering.store(false, ordering: .releasing) }
}
