import Sluice

/// How far a feed has come, and where the current record is. Each feed has one at a fixed address, so
/// that a record is only two pointers and a token.
///
/// Sound because the reader that sets `uncounted` owns the window it points into, and clears it
/// before the window moves.
@safe
struct FeedState {
  /// The position after the record. Its line counts the lines before ``uncounted``, if that is set.
  var position: FeedPosition
  /// In framings other than lines, newlines from here on are counted only on request.
  var uncounted: UnsafePointer<UInt8>?
  /// Where reading began, in the current part of the source.
  private(set) var start: FeedPosition
  var rejected: Int64 = 0
  let limits: BadRecordLimits
  /// What makes records of lines that are not JSON; nil: they are.
  let former: LineFormer?
  /// The name of the current part.
  private(set) var source: String
  /// The range of it that is read, if lines and records count from there.
  let range: FeedRange?
  /// The totals of the parts before it.
  private var (earlierBytes, earlierLines): (Int64, Int64) = (0, 0)

  /// The size of the messages that were read; nil: the source is not of messages, and offsets count bytes.
  private var messageBytes: Int64?

  /// The start of the text that another reader cut off.
  private var entry: FeedPosition
  /// The offset for lines and records in a range whose place in the file was not requested yet.
  private var numbers: LineNumbers?

  /// The current record.
  var record: RecordExtent

  init(
    source: String, range: FeedRange?, from start: FeedPosition, bytes: UnsafePointer<UInt8>,
    limits: BadRecordLimits, former: LineFormer? = nil
  ) {
    self.former = former
    self.source = source
    self.range = range?.relative
    self.limits = limits
    self.start = start
    position = start
    entry = start
    record = unsafe RecordExtent(
      bytes: bytes, length: 0, indexOffset: 0, offset: 0, next: 0, lines: 0)
  }

  var counts: FeedCounts {
    let numbered = position.recordNumber - start.recordNumber
    return FeedCounts(
      records: numbered - rejected, rejected: rejected,
      bytes: messageBytes ?? earlierBytes + position.offset - start.offset,
      lines: earlierLines + position.line - start.line)
  }

  /// Begins the next part of the source, in which offsets and lines restart.
  mutating func begin(part: String, _ kind: PartKind) {
    earlierBytes += position.offset - start.offset
    earlierLines += position.line - start.line
    let records = start.recordNumber
    position = position.next(part, kind)
    start = position
    start.recordNumber = records
    source = part
  }

  /// Counts a record, makes it the current one, and moves the position after it. Where the record says nothing of lines,
  /// newlines from `uncounted` on are counted only on request.
  @inline(__always)
  mutating func begin(_ record: RecordExtent) {
    self.record = record
    begin()
  }

  /// The same for a record that was made the current one.
  @inline(__always)
  mutating func begin() {
    position.recordNumber &+= 1
    position.line &+= record.lines
    position.offset = record.next
  }

  /// Moves past text without a record.
  mutating func pass(lines: Int64, to offset: Int64) {
    position.line &+= lines
    position.offset = offset
  }

  /// Counts the bytes of messages that were read.
  mutating func add(messageBytes count: Int64) { messageBytes = (messageBytes ?? 0) &+ count }

  /// Moves to text that another reader cut off. Earlier counts lose their meaning.
  mutating func enter(at start: FeedPosition, of source: String) {
    position = start
    entry = start
    numbers = nil
    unsafe uncounted = nil
    self.source = source
  }

  /// Moves to the first line of a range of a file. Lines and records count from there.
  mutating func enter(_ range: LineRange, at offset: Int64) {
    enter(
      at: FeedPosition(offset: offset, line: 0, recordNumber: 0, file: range.fileName),
      of: range.source)
    numbers = range.numbers
  }

  /// The distance from the position given to `enter`.
  var sinceEntry: FeedPosition {
    mutating get {
      let after = positionAfter
      return FeedPosition(
        offset: after.offset - entry.offset, line: after.line - entry.line,
        recordNumber: after.recordNumber - entry.recordNumber)
    }
  }

  /// The same as numbers, for use per record: without the file's name, whose references would be
  /// counted.
  @inline(__always)
  static func distance(
    _ state: UnsafeMutablePointer<FeedState>
  ) -> (offset: Int64, line: Int64, number: Int64) {
    if unsafe state.pointee.uncounted != nil {
      let far = unsafe state.pointee.sinceEntry
      return (far.offset, far.line, far.recordNumber)
    }
    return unsafe (
      state.pointee.position.offset - state.pointee.entry.offset,
      state.pointee.position.line - state.pointee.entry.line,
      state.pointee.position.recordNumber - state.pointee.entry.recordNumber
    )
  }

  /// Whether lines and records count only from the position given to `enter`.
  var isRelative: Bool { numbers != nil }

  /// Counts lines and records from the source's start from now on, because they were requested.
  mutating func settle() {
    guard let numbers else { return }
    self.numbers = nil
    let before = numbers.start()
    position.line += before.lines
    position.recordNumber += before.records
    entry.line += before.lines
    entry.recordNumber += before.records
  }

  /// The line on which the record begins, from 1.
  mutating func line() -> Int64 {
    guard let uncounted = unsafe uncounted else { return position.line }
    // Counts up to the record's start, so that nothing is counted twice.
    let before = unsafe UnsafeBufferPointer(
      start: uncounted, count: max(record.bytes - uncounted, 0))
    unsafe position.line += Int64(ValueEnds.newlines(in: before))
    unsafe self.uncounted = unsafe uncounted + before.count
    return position.line + 1
  }

  /// The position after the record. Counts the newlines before the record only once.
  var positionAfter: FeedPosition {
    mutating get {
      guard unsafe uncounted != nil else { return position }
      _ = line()
      var after = position
      after.line += linesInRecord
      return after
    }
  }

  /// The newlines from `uncounted` to the record's end.
  private var linesInRecord: Int64 {
    guard let uncounted = unsafe uncounted else { return 0 }
    let rest = unsafe UnsafeBufferPointer(
      start: uncounted, count: max(record.bytes + record.length - uncounted, 0))
    return unsafe Int64(ValueEnds.newlines(in: rest))
  }

  /// Called after each bad record was handed over. Throws ``TooManyBadRecords``.
  func checkLimits(last record: RejectedRecord) throws(TooManyBadRecords) {
    try limits.check(
      rejected: rejected, of: position.recordNumber - start.recordNumber, last: record)
  }

  var rawBytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: record.bytes, count: record.length)
  }

  /// The record as JSON: its bytes, or what was made of a line that is not JSON.
  var text: UnsafeBufferPointer<UInt8> { unsafe former?.text ?? rawBytes }

  /// Makes a reject of the record. The error's offset counts from the record's first byte.
  mutating func reject(_ error: JSONError) -> RejectedRecord {
    if let former { return reject(former.leaving(error), cause: nil) }
    return unsafe reject(error.counted(from: record.indexOffset, in: rawBytes), cause: nil)
  }

  /// The same for any error that a mapping threw.
  mutating func reject(_ error: any Error) -> RejectedRecord {
    if let error = error as? JSONError { return reject(error) }
    let offset = (error as? any LocatedError)?.offset ?? 0
    let text = JSONError(
      .invalidValue, at: min(max(offset, 0), record.length),
      name: "what the mapping asks for", reason: "\(error)")
    return reject(text, cause: error)
  }

  private mutating func reject(_ error: JSONError, cause: (any Error)?) -> RejectedRecord {
    let isCut = record.length > RejectedRecord.mostBytes
    return unsafe RejectedRecord(
      source: source, range: range, positionAfter: positionAfter, line: line(),
      offset: record.offset,
      length: Int64(record.length), error: isCut ? error.located(in: rawBytes) : error,
      cause: cause,
      bytes: Array(rawBytes.prefix(RejectedRecord.mostBytes)))
  }
}

extension FeedPosition {
  /// The start of the next part.
  func next(_ part: String, _ kind: PartKind) -> FeedPosition {
    var next = FeedPosition(
      offset: 0, line: 0, recordNumber: recordNumber, file: kind == .again ? nil : ByteName(part))
    if kind == .nextMember { next.textBefore = total }
    return next
  }
}
