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
/// A ``RecordFramer`` takes windows of one part through the middle stages. This opens the parts, lets
/// several threads read, and keeps readings apart.
@usableFromInline
final class FeedReader {
  typealias Body = RecordDelivery.Body
  typealias Rejected = RecordDelivery.Rejected

  /// The stages that the current part goes through.
  let framer: RecordFramer
  let handler: BadRecordHandler
  /// The parts of `state` that others may read.
  let progress: FeedProgress
  /// The parts of the source after the current one.
  let parts: SourceParts
  /// Whether records are being delivered: see `exclusively`.
  let isDelivering = Atomic<Bool>(false)
  /// Work items that were cut off but not read: they come before the contents of the buffer.
  var returned: [WorkItem] = []
  /// A plain file that is divided into ranges, and how far.
  var cutter: RangeCutter?
  /// Whether cut bytes stay in memory until their delivery, so that results may point there. Then no
  /// thread reads a file by itself.
  var keepsBytes = false
  /// How many bytes of chunks the caller keeps after their delivery, to free them together.
  var keptBytes = 0
  /// Why no batch can follow: the next record's bytes did not fit into memory.
  var batchFailure: JSONError?
  /// The buffer's position while pieces of the feed are elsewhere; nil: the feed's position.
  var cutEnd: FeedPosition?
  /// The stop that belongs to the feed itself.
  let cancellation: FeedStop

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
    framer = try RecordFramer(
      source, options: options, from: start, resumedAt: position.offset, stops: stops)
  }

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
  var state: UnsafeMutablePointer<FeedState> { unsafe framer.state }

  /// The position after the last record, with the version of its source.
  var position: FeedPosition {
    var position = framer.restingPosition
    position.version = unsafe parts.version(of: state.pointee.source)
    return position
  }

  var delivery: RecordDelivery { framer.delivery }

  var options: FeedOptions {
    get { framer.options }
    set { framer.options = newValue }
  }

  func forEach(_ body: Body, rejected: Rejected) throws {
    try exclusively { while try readWindow(body, rejected) {} }
  }
}
