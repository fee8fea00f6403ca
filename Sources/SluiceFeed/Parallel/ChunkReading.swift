import Sluice

/// Where a record is in its source: what a reject of it reports.
package struct RecordPlace {
  package let offset: Int64
  package let line: Int64
  package let length: Int

  package init(of record: borrowing FeedRecord) {
    offset = record.offset
    line = record.line
    length = record.length
  }
}

/// Records that are read on behalf of a feed, and the notes about them. Used by one thread at a
/// time.
@usableFromInline
package final class ChunkReading: LineRunTaker {
  private let reader: FeedReader
  /// Nil: the feed's next window.
  private let item: WorkItem?
  private var start: FeedPosition
  /// The rejects, each with the number of ends noted before it, and whether its line and number
  /// count from where reading began.
  private var rejects: [(before: Int, record: RejectedRecord, isRelative: Bool)] = []
  private var handedOver = 0
  /// The record whose end the feed's position is moved to once the delivery ends; nil: it is right as it is.
  var reached: Int?
  /// Unchecked: one thread uses this at a time, and appending to it calls no other code.
  @exclusivity(unchecked) private var ends = RecordEnds()
  /// The position after the last record.
  private(set) var end: FeedPosition
  /// The position after all text that was read: the feed's own, when it continues.
  private(set) var framed: FeedPosition
  /// The distance from the start to that position.
  private var length = FeedPosition.start
  /// The error that ended the reading after that position.
  private(set) var failure: (any Error)?
  private(set) var isAtEnd = false
  private var runReader: (any LineRunReader)?
  /// The memory of a chunk of lines, if it can be kept.
  private let window: KeptWindow?

  /// Reads a work item; its start is supplied when it is delivered.
  init(_ item: WorkItem, by reader: FeedReader) {
    self.item = item
    self.reader = reader
    window = if case .chunk(let chunk) = item { chunk.window } else { nil }
    (start, end, framed) = (.start, .start, .start)
  }

  /// Reads the feed's next window.
  init(windowOf feed: FeedReader) {
    (item, window) = (nil, nil)
    reader = feed
    start = unsafe feed.state.pointee.position
    (end, framed) = (start, start)
  }

  /// Reads all records, or those before the first error of `body`.
  @usableFromInline
  package func forEach(_ body: (borrowing FeedRecord) throws -> Void) { forEach(runs: nil, body) }

  /// The same where a reader takes the records of many lines at once; `body` gets the others.
  package func forEach(
    runs: (any LineRunReader)?, _ body: (borrowing FeedRecord) throws -> Void
  ) {
    runReader = runs
    reader.runs = runs == nil ? nil : self
    defer {
      runReader = nil
      reader.runs = nil
    }
    // Rejects count when they are delivered.
    let rejected = unsafe reader.state.pointee.rejected
    do {
      if let item {
        try PieceReader(reader).read(item, body, note)
      } else {
        isAtEnd = !(try reader.readWindow(body, note))
      }
    } catch {
      failure = error
    }
    if item == nil {
      framed = unsafe reader.state.pointee.position
      end = reader.restingPosition
    } else {
      length = unsafe reader.state.pointee.sinceEntry
    }
    unsafe reader.state.pointee.rejected = rejected
  }

  /// Says whether the windows that are read next are kept, in a feed that keeps any.
  package func keepWindows(_ isKept: Bool) { reader.keeper?.isKeeping = isKept }

  /// The bytes that were read; 0 or less where another part of the source began.
  package var byteCount: Int64 { item == nil ? end.offset - start.offset : length.offset }

  /// The windows that were kept: those read since this was last asked. A record's bytes are in the last of
  /// them, or in memory that is reused.
  package func takeWindows() -> [KeptWindow] { reader.keeper?.popAll() ?? [] }

  /// The window that was kept last.
  package var lastWindow: KeptWindow? { reader.keeper?.windows.last }

  @usableFromInline
  package func note(_ reject: RejectedRecord) {
    unsafe rejects.append((ends.count, reject, reader.state.pointee.isRelative))
  }

  @usableFromInline
  func noteReject(of record: borrowing FeedRecord, _ error: any Error) {
    unsafe note(reader.state.pointee.reject(error))
  }

  @usableFromInline
  package func noteEnd(of record: borrowing FeedRecord) {
    let (offset, line, number) = unsafe FeedState.distance(reader.state)
    unsafe ends.append(offset: offset, line: line, number: number)
  }

  /// Has the next records of a run read at once, notes their ends, and returns their number.
  func read(_ run: inout LineRun) -> Int {
    guard let runReader else { return 0 }
    let before = run.offset
    let (window, last) = (run.offset(0) &- before, run.offset(.max) &- before)
    let read = unsafe runReader.read(&run, of: self)
    let (offset, line, number) = unsafe FeedState.distance(reader.state)
    unsafe ends.append(
      read, base: offset &+ window, line: line &+ 1, number: number &+ 1, end: offset &+ last)
    return read.count
  }

  /// Sets where the item begins, after everything before it was delivered.
  func begin(at position: FeedPosition) {
    start = position
    end.offset = start.offset + length.offset
    end.line = start.line + length.line
    end.recordNumber = start.recordNumber + length.recordNumber
    end.file = start.file
    end.textBefore = start.textBefore
    framed = end
  }

  /// The position after a record whose end was noted.
  func position(behind record: Int) -> FeedPosition {
    let end = unsafe ends.end(of: record)
    var position = start
    position.offset += end.offset
    position.line += end.line
    position.recordNumber += end.number
    return position
  }

  /// The number of the record, counted in the whole source.
  func number(of record: Int) -> Int64 {
    let end = unsafe ends.end(of: record)
    return start.recordNumber + end.number
  }

  /// Makes a reject of the record. Its bytes come from the work item, which is kept until its
  /// delivery (`FeedReader.keepsBytes`).
  func reject(_ record: Int, at place: RecordPlace, _ error: JSONError) -> RejectedRecord {
    let kept = min(place.length, RejectedRecord.mostBytes)
    return RejectedRecord(
      source: item?.source ?? "", range: reader.options.range?.relative,
      positionAfter: position(behind: record), line: place.line, offset: place.offset,
      length: Int64(place.length), error: error, cause: nil,
      bytes: item?.bytes(at: place.offset, count: kept) ?? [])
  }

  /// The name of the source.
  var source: String { item?.source ?? "" }

  /// Appends the first bytes of a record, as in ``reject(_:at:_:)``.
  func appendBytes(at place: RecordPlace, to bytes: inout [UInt8]) {
    item?.appendBytes(
      at: place.offset, count: min(place.length, RejectedRecord.mostBytes), to: &bytes)
  }

  /// The memory of the chunk, and where a record's bytes begin there; nil: it can't be kept.
  func window(at place: RecordPlace) -> (KeptWindow, start: Int)? {
    guard let window, case .chunk(let chunk) = item else { return nil }
    return (window, chunk.place(of: place.offset))
  }

  var hasRejects: Bool { !rejects.isEmpty }

  /// The next reject that comes before a record whose end was noted.
  func nextReject(before record: Int) -> RejectedRecord? {
    guard handedOver < rejects.count, rejects[handedOver].before <= record else { return nil }
    defer { handedOver += 1 }
    let reject = rejects[handedOver]
    return reject.isRelative ? reject.record.counted(from: start) : reject.record
  }
}
