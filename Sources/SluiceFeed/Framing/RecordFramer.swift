import Sluice

/// The middle of a feed: takes windows of the current part's bytes, finds the records in them, has them
/// indexed, and delivers them.
///
/// A ``Framing`` finds the records, and `RecordFramer+Delivery` delivers them.
final class RecordFramer {
  typealias Body = RecordDelivery.Body
  typealias Rejected = RecordDelivery.Rejected

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
  /// The buffer for reading ranges of a file.
  var rangeBuffer: WindowBuffer
  /// The next stage: makes an index of the records.
  let indexer: RecordIndexer
  /// The last stage. Its memory belongs to the framer.
  let delivery: RecordDelivery
  /// The framing; `.auto` until the first bytes were inspected.
  var framing: FeedFraming
  /// The framing with its state; made by the first window of a part.
  var chosen = ChosenFraming.none
  /// Where the feed resumes in the part; 0: at its start.
  var resumedAt: Int64
  /// Makes records of lines that are not JSON; nil: they are.
  let former: LineFormer?
  /// The framing of messages; made by the first.
  var messages: MessageFraming?
  /// A line longer than any record may be, as far as it was skipped.
  var longLine: LongLine?
  /// Keeps windows of lines that were read; nil: their memory is reused.
  var keeper: WindowKeeper?
  /// The piece whose lines are read many at once where that is possible; nil: one by one.
  var runs: (any LineRunTaker)?
  /// The text left at the end.
  var unfinishedEnd: UnfinishedEnd?
  /// What ends the reading before the source does.
  private let stops: [FeedStop]

  /// `offset`: where the feed resumes in the first part; 0: at its start.
  init(
    _ source: ByteSource, options: FeedOptions, from start: FeedPosition, resumedAt offset: Int64,
    stops: [FeedStop]
  ) throws(JSONError) {
    self.source = source
    self.options = options
    self.stops = stops
    framing = options.framing
    former = LineFormer(options.lineForm, ofMessages: source.partition != nil)
    // A reader that refuses keys that occur twice refuses a second `kafka`, too.
    former?.describesMessages = options.hasMessageFields || options.duplicateKeys == .reject
    resumedAt = offset
    buffer = RecordFramer.makeBuffer(options)
    rangeBuffer = WindowBuffer(
      size: options.windowSize, longestLine: options.maximumRecordSize + 1)
    let storage = try IndexStorage()
    unsafe storage.context.pointee.setDuplicateKeys(options.duplicateKeys)
    unsafe storage.context.pointee.depthLimit = UInt32(truncatingIfNeeded: options.depthLimit)
    indexer = RecordIndexer(storage, windowSize: options.windowSize)
    delivery = unsafe RecordDelivery(
      FeedState(
        source: source.name, range: options.range, from: start,
        bytes: storage.index.pointee.bytes, limits: BadRecordLimits(options), former: former),
      storage)
    fillGaps()
  }

  /// The framing, which the caller changes and puts back. No one else needs it meanwhile.
  func takeFraming() -> ChosenFraming {
    var taken = ChosenFraming.none
    swap(&taken, &chosen)
    if case .none = taken { return makeFraming() }
    return taken
  }

  private func makeFraming() -> ChosenFraming {
    let rules = FramingRules(options)
    func values(_ pointer: JSONPointer?) -> ChosenFraming {
      unsafe .values(
        ValueFraming(pointer, indexer, rules, from: resumedAt, in: state.pointee.start))
    }
    return switch framing {
    case .auto: .none
    case .lines:
      former.map { .formedLines(FormedLineFraming($0, indexer, rules)) }
        ?? .lines(LineFraming(indexer, rules))
    case .concatenated: values(nil)
    case .elements(let pointer): values(pointer)
    case .sequence: .sequence(SequenceFraming(indexer, rules, from: resumedAt))
    case .document: .document(DocumentFraming(indexer, rules, from: resumedAt))
    }
  }

  deinit { delivery.deallocate() }

  /// How far the feed has come, and its current record.
  @inline(__always)
  var state: UnsafeMutablePointer<FeedState> { unsafe delivery.state }

  var isStopped: Bool { stops.contains { $0.isStopped } }

  /// Where a later feed resumes: the position, or, where text before it belongs to what was not delivered yet, the
  /// start of that text.
  var restingPosition: FeedPosition {
    let position = unsafe state.pointee.position
    guard let held = chosen.held, held.offset < position.offset,
      held.recordNumber == position.recordNumber, held.file == position.file
    else { return position }
    return held
  }

  /// Says to callers that don't come back that more bytes have not come.
  var hasWaited: InputEvent { .quiet(source.name) }

  /// Reads from the next part from now on, in the framing of the first part.
  func open(_ part: ByteSource) {
    source = part
    fillGaps()
    buffer = RecordFramer.makeBuffer(options)
    (chosen, resumedAt) = (.none, 0)
  }

  /// Spaces before a line would be a part of it where lines are not JSON.
  private func fillGaps() { source.fillGaps(with: former == nil ? 0x20 : 0x0A) }

  private static func makeBuffer(_ options: FeedOptions) -> WindowBuffer {
    // One byte more than the longest record, for the CR of a CRLF.
    WindowBuffer(
      size: options.parallel > 1 ? options.chunkSize : options.windowSize,
      longestLine: options.maximumRecordSize + 1)
  }
}
