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
/// A window of lines ends after a newline and is indexed as a whole. If stage 1 refuses it, its lines
/// are indexed one by one (`FeedReader+EachLine`). Otherwise no string crosses a line, and records are
/// found in the one index (`FeedReader+IndexedLines`). `FeedReader+Values` describes other framings.
@usableFromInline
final class FeedReader {
  typealias Body = RecordDelivery.Body
  typealias Rejected = RecordDelivery.Rejected

  var options: FeedOptions
  /// The stage before it: makes an index of the records.
  let indexer: RecordIndexer
  let lineEnds = LineEnds()
  let handler: BadRecordHandler
  /// The last stage. Its memory belongs to the reader.
  let delivery: RecordDelivery
  /// The parts of `state` that others may read.
  let progress: FeedProgress
  /// The source of the bytes: the current part, and those after it.
  var source: ByteSource
  let parts: SourceParts
  var buffer: WindowBuffer
  /// Whether records are being delivered: see `exclusively`.
  let isDelivering = Atomic<Bool>(false)
  /// What ends the reading before the source does.
  let stops: [FeedStop]
  /// Work items that were cut off but not read: they come before the contents of the buffer.
  var returned: [WorkItem] = []
  /// A plain file that is divided into ranges, and how far.
  var cutter: RangeCutter?
  /// Whether cut bytes stay in memory until their delivery, so that results may point there. Then no
  /// thread reads a file by itself.
  var keepsBytes = false
  /// Why no batch can follow: the next record's bytes did not fit into memory.
  var batchFailure: JSONError?
  /// The buffer for reading ranges.
  var rangeBuffer: WindowBuffer
  /// The buffer's position while pieces of the feed are elsewhere; nil: the feed's position.
  var cutEnd: FeedPosition?
  /// The framing; `.auto` until the first bytes were inspected.
  var framing: FeedFraming
  /// How much is indexed at a time.
  var indexSize: IndexSize
  /// The state of the reader of values, for framings other than lines.
  var values: ValueFraming
  /// The values of a window that wait for proof; kept to reuse its memory.
  var pendingValues: [IndexedExtent] = []
  /// The stop that belongs to the feed itself.
  let cancellation: FeedStop

  /// A line longer than any record may be, as far as it was skipped.
  var longLine: LongLine?
  /// The text left at the end.
  var unfinishedEnd: UnfinishedEnd?

  convenience init(
    _ source: FeedSource, options: FeedOptions, in range: FeedRange? = nil,
    from position: FeedPosition, stops: [FeedStop]
  ) throws(JSONError) {
    let cancellation = FeedStop()
    let stops = [cancellation] + stops
    if range != nil, options.framing != .lines {
      throw JSONError(
        .invalidValue, at: 0, name: "lines as the framing of a feed in a range of bytes",
        reason: "it is \(options.framing), whose records can't be told apart without earlier text"
          + " them")
    }
    try self.init(
      SourceParts(source, in: range, from: position, stops: stops), named: source.name,
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
    self.options = options
    self.parts = parts
    self.stops = stops
    self.cancellation = cancellation
    framing = options.framing
    indexSize = IndexSize(usual: options.windowSize)
    values = ValueFraming(options.framing, from: position.offset)
    if framing == .auto, position.offset > 0 {
      throw JSONError(
        .invalidValue, at: 0, name: "the framing of a feed that is opened from a position",
        reason: "auto chooses by the first bytes, which are not read; name its choice")
    }
    buffer = FeedReader.makeBuffer(options)
    rangeBuffer = WindowBuffer(
      size: options.windowSize, longestLine: options.maximumRecordSize + 1)
    source = try InputEvent.asErrors(try parts.next()) ?? ByteSource([], name: name)
    var start = position
    start.offset = source.start ?? position.offset
    progress = FeedProgress(from: start, in: source.range)
    handler = try BadRecordHandler(
      options.badRecords, apartFrom: parts.files, writesAtOnce: parts.isFollowed)
    let storage = try IndexStorage()
    storage.context.pointee.setDuplicateKeys(options.duplicateKeys)
    storage.context.pointee.depthLimit = UInt32(truncatingIfNeeded: options.depthLimit)
    if parts.isSeveralFiles { start.file = source.name }
    indexer = RecordIndexer(storage, windowSize: options.windowSize)
    delivery = RecordDelivery(
      FeedState(
        source: source.name, from: start, bytes: storage.index.pointee.bytes,
        limits: BadRecordLimits(options)), storage)
  }

  /// How far the feed has come, and its current record.
  @inline(__always)
  var state: UnsafeMutablePointer<FeedState> { delivery.state }

  static func makeBuffer(_ options: FeedOptions) -> WindowBuffer {
    // One byte more than the longest record, for the CR of a CRLF.
    WindowBuffer(
      size: options.parallel > 1 ? options.chunkSize : options.windowSize,
      longestLine: options.maximumRecordSize + 1)
  }

  deinit { delivery.deallocate() }

  func forEach(_ body: Body, rejected: Rejected) throws {
    try exclusively { while try readWindow(body, rejected) {} }
  }
}
