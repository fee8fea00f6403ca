import Sluice
import Synchronization

/// The engine of a feed: takes windows from the source and delivers their records.
///
/// A window ends after a newline and is indexed as a whole. If stage 1 refuses it, its lines are
/// indexed one by one (`FeedReader+Lines`). Otherwise no string crosses a line, and records are
/// found in the one index (`FeedReader+Window`).
@usableFromInline
final class FeedReader {
  typealias Body = (borrowing FeedRecord) throws -> Void
  typealias Rejected = (RejectedRecord) throws -> Void

  var options: FeedOptions
  let storage: IndexStorage
  let lineEnds = LineEnds()
  let handler: BadRecordHandler
  /// Owned by the reader, at a fixed address because records point at it.
  let state: UnsafeMutablePointer<FeedState>
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
  var pendingValues: [PendingValue] = []
  /// The stop that belongs to the feed itself.
  let cancellation: FeedStop

  /// A line longer than any record may be, as far as it was skipped.
  struct LongLine {
    var start: [UInt8] = []
    var length = 0
    var lastByte: UInt8 = 0
  }
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
    storage = try IndexStorage()
    storage.index.pointee.setDuplicateKeys(options.duplicateKeys)
    storage.index.pointee.depthLimit = UInt32(truncatingIfNeeded: options.depthLimit)
    if parts.isSeveralFiles { start.file = source.name }
    state = .allocate(capacity: 1)
    state.initialize(
      to: FeedState(
        source: source.name, from: start, bytes: storage.index.pointee.bytes,
        limits: BadRecordLimits(options)))
  }

  static func makeBuffer(_ options: FeedOptions) -> WindowBuffer {
    // One byte more than the longest record, for the CR of a CRLF.
    WindowBuffer(
      size: options.parallel > 1 ? options.chunkSize : options.windowSize,
      longestLine: options.maximumRecordSize + 1)
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  func forEach(_ body: Body, rejected: Rejected) throws {
    try exclusively { while try deliverWindow(body, rejected) {} }
  }

  /// Delivers the records in the next window of the current part. Returns false if there is no
  /// window.
  func deliverPartWindow(_ body: Body, _ rejected: Rejected) throws -> Bool {
    defer { storage.index.close() }
    if longLine != nil { return try rejectLongLine(rejected) }
    try skipByteOrderMark()
    if framing == .auto { try chooseFraming() }
    if framing != .lines { return try deliverValueWindow(body, rejected) != .end }
    if buffer.isEmpty, let (bytes, taken) = source.inMemory {
      let isDelivered = try bytes.withUnsafeBufferPointer {
        try deliverInPlace($0, from: taken, body, rejected)
      }
      if isDelivered { return true }
    }
    switch try buffer.fill(from: source, leaving: leaves) {
    case .window: try deliverBuffered(body, rejected)
    case .longLine: return try rejectLongLine(rejected)
    case .unfinished:
      unfinishedEnd = UnfinishedEnd(bytes: Int64(buffer.rest.count))
      return false
    case .end, .notYet: return false
    }
    return true
  }

  /// Delivers a window of bytes in memory without copying it. Returns false for the last window,
  /// which has no padding after it and goes through the buffer.
  private func deliverInPlace(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ body: Body, _ rejected: Rejected
  ) throws -> Bool {
    let padded = bytes.count - PaddedBytes.padding
    guard let cut = windowEnd(in: bytes, start, size: options.windowSize, limit: padded) else {
      return false
    }
    let before = state.pointee.position.offset
    defer { source.take(Int(state.pointee.position.offset - before)) }
    let window = UnsafeBufferPointer(rebasing: bytes[start..<cut])
    // A window of several lines never exceeds the window size, so this one is a single line.
    if window.count > max(options.windowSize, options.maximumRecordSize + 2) {
      try rejected(rejectLongLine(window))
    } else {
      try deliver(window, end: .max, body, rejected)
    }
    if window.count > max(4 * options.windowSize, 8 << 20) { storage.releaseIndexMemory() }
    return true
  }

  private func deliverBuffered(_ body: Body, _ rejected: Rejected) throws {
    if buffer.shrink() { storage.releaseIndexMemory() }
    let window = buffer.window
    let before = state.pointee.position.offset
    // A newline that was added at the source's end does not count.
    let end =
      buffer.endsWithAddedNewline ? before + Int64(window.count) - 1 : Int64.max
    defer {
      let done = Int(state.pointee.position.offset - before)
      let isAll = state.pointee.position.offset == end
      buffer.consume(isAll ? window.count : done)
    }
    try deliver(window, end: end, body, rejected)
  }

  /// Delivers a window's records. `end`: the end of the source, if the window's last newline was
  /// added.
  func deliver(
    _ window: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    guard window.count > indexSize.bytes, indexSize.bytes < options.windowSize else {
      return try deliverWhole(window, end: end, body, rejected)
    }
    var next = 0
    while let cut = windowEnd(in: window, next, size: indexSize.bytes, limit: window.count) {
      let part = UnsafeBufferPointer(rebasing: window[next..<cut])
      next = cut
      try deliverWhole(part, end: end, body, rejected)
    }
  }

  private func deliverWhole(
    _ window: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    switch try storage.index(window: window, usualSize: options.windowSize) {
    case .indexed(let tokens, let count, let lines):
      indexSize.isSound(window.count)
      let lines = WindowLines(window, tokens, count, noted: lines, ends: lineEnds)
      try deliver(window, lines, end: end, body, rejected)
    case .blank:
      passBlankLines(window, end: end)
    case .refused:
      indexSize.isDamaged()
      try deliverParts(window, end: end, body, rejected)
    }
  }

  /// Delivers a refused window in smaller windows. Only those that are refused too are read line by
  /// line.
  private func deliverParts(
    _ window: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    guard let size = IndexSize.pieces(ofRefused: window.count) else {
      return try deliverLines(window, end: end, body, rejected)
    }
    var next = 0
    while let cut = windowEnd(in: window, next, size: size, limit: window.count) {
      let part = UnsafeBufferPointer(rebasing: window[next..<cut])
      next = cut
      // A larger part is a single line. All others are too small to return here.
      if part.count > size {
        try deliverLines(part, end: end, body, rejected)
      } else {
        try deliverWhole(part, end: end, body, rejected)
      }
    }
  }

  private func passBlankLines(_ window: UnsafeBufferPointer<UInt8>, end: Int64) {
    for byte in window where byte == 0x0A { state.pointee.position.line += 1 }
    state.pointee.position.offset = min(state.pointee.position.offset + Int64(window.count), end)
  }

  /// Skips a byte order mark, which counts only as the source's first bytes.
  func skipByteOrderMark() throws(InputEvent) {
    guard state.pointee.position.offset == 0 else { return }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if let (bytes, taken) = source.inMemory, taken == 0 {
      guard bytes.starts(with: mark) else { return }
      source.take(3)
    } else {
      // Waits for more only while the bytes may still become a mark.
      while buffer.rest.count < 3, mark.starts(with: buffer.rest) {
        guard try buffer.readOn(from: source) else { break }
      }
      guard buffer.rest.starts(with: mark) else { return }
      buffer.consume(3)
    }
    state.pointee.position.offset = 3
  }

  /// Returns false if the line is left, and nothing comes after it.
  private func rejectLongLine(_ rejected: Rejected) throws -> Bool {
    guard let reject = try skipLongLine() else { return false }
    try rejected(reject)
    return true
  }

  /// Skips a line that exceeds the record limit, in bounded memory. Nil: it has no end yet, and is left.
  func skipLongLine() throws(InputEvent) -> RejectedRecord? {
    let offset = state.pointee.position.offset
    while true {
      let rest = buffer.rest
      let newline = firstNewline(in: rest)
      let piece = newline ?? rest.count
      // Kept outside the function: reading may throw because more is to come, and then resumes
      // here.
      var line = longLine ?? LongLine()
      longLine = nil
      line.length += piece
      line.start += rest.prefix(min(piece, RejectedRecord.mostBytes - line.start.count))
      if piece > 0 { line.lastByte = rest[piece - 1] }
      longLine = line
      buffer.consume(newline.map { $0 + 1 } ?? piece)
      let isOver = newline != nil ? true : !(try buffer.readOn(from: source))
      if isOver {
        longLine = nil
        if newline == nil, options.leavesUnfinishedEnd {
          unfinishedEnd = UnfinishedEnd(bytes: Int64(line.length))
          return nil
        }
        state.pointee.position.offset += Int64(line.length + (newline == nil ? 0 : 1))
        if line.lastByte == 0x0D { line.length -= 1 }
        return rejectLongLine(
          at: offset, length: line.length, start: Array(line.start.prefix(line.length)))
      }
    }
  }

  private func rejectLongLine(_ line: UnsafeBufferPointer<UInt8>) -> RejectedRecord {
    let offset = state.pointee.position.offset
    state.pointee.position.offset += Int64(line.count)
    let length = line.count - (line[line.count - 2] == 0x0D ? 2 : 1)
    return rejectLongLine(
      at: offset, length: length, start: Array(line.prefix(min(length, RejectedRecord.mostBytes))))
  }

  private func rejectLongLine(at offset: Int64, length: Int, start: [UInt8]) -> RejectedRecord {
    state.pointee.position.line += 1
    state.pointee.position.recordNumber += 1
    state.pointee.rejected += 1
    return RejectedRecord(
      source: source.name, positionAfter: state.pointee.position,
      line: state.pointee.position.line, offset: offset, length: Int64(length), error: tooLarge(),
      cause: nil, bytes: start)
  }

  func tooLarge(reason: String? = nil) -> JSONError {
    JSONError(.tooLarge, at: 0, name: "\(options.maximumRecordSize)", reason: reason)
  }
}
