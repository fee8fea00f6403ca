import Sluice

/// Records other than lines, which the feed's thread finds and copies one after the other for
/// another thread to bind.
///
/// ```
/// feed     [{"id":1}, {"id":2,·  ·  ·
/// batch    {"id":1}⏎{"id":2, …}⏎      each with its place in the feed and its number of tokens
/// ```
///
/// The binding thread indexes them again, which takes less time than finding them. It need not
/// search for their ends, because the feed's thread counted the tokens of each.
struct ValueBatch: Sendable {
  /// A record: its bytes in the batch, and its location in the feed.
  struct Record {
    /// The offset of its first byte in the source.
    let offset: Int64
    /// The line on which it begins, from 1.
    let line: Int64
    /// Its offset in the batch.
    let start: UInt32
    let length: UInt32
    let tokens: UInt32
    /// Its number, counted from the batch's start.
    let number: UInt32
  }

  /// Sound to share because nothing in it changes after its creation.
  private final class Contents: @unchecked Sendable {
    let memory: ChunkMemory
    let records: [Record]
    /// Each reject with the number of records before it.
    let rejects: [(before: Int, record: RejectedRecord)]
    let first: FeedPosition
    let end: FeedPosition
    let source: String

    init(_ draft: consuming ValueBatchDraft, end: FeedPosition, of source: String) {
      memory = ChunkMemory(draft.bytes, draft.spare)
      records = draft.records
      rejects = draft.rejects
      first = draft.start
      self.end = end
      self.source = source
    }
  }

  private let contents: Contents
  /// Where reading it begins.
  let start: FeedPosition
  /// How much was already delivered.
  private let (recordsDone, rejectsDone): (Int, Int)

  init(_ draft: consuming ValueBatchDraft, end: FeedPosition, of source: String) {
    start = draft.start
    contents = Contents(draft, end: end, of: source)
    (recordsDone, rejectsDone) = (0, 0)
  }

  private init(_ contents: Contents, from start: FeedPosition) {
    self.contents = contents
    self.start = start
    let done = start.recordNumber - contents.first.recordNumber
    recordsDone = contents.records.prefix { Int64($0.number) <= done }.count
    rejectsDone =
      contents.rejects.prefix { $0.record.positionAfter.recordNumber <= start.recordNumber }.count
  }

  /// The position after the last record and the separators after it.
  var end: FeedPosition { contents.end }
  /// The name of the part of the source they come from.
  var source: String { contents.source }
  /// The number of the last record before the batch.
  var numberBefore: Int64 { contents.first.recordNumber }
  var records: ArraySlice<Record> { contents.records[recordsDone...] }
  var rejects: ArraySlice<(before: Int, record: RejectedRecord)> {
    contents.rejects[rejectsDone...]
  }

  /// The record that begins at an offset in the source. O(log n), because a target that refuses all rows
  /// requests each.
  func record(at offset: Int64) -> Record? {
    let records = records
    var (low, high) = (records.startIndex, records.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if records[middle].offset < offset { low = middle + 1 } else { high = middle }
    }
    return low < records.endIndex && records[low].offset == offset ? records[low] : nil
  }

  /// The bytes of all its records. The padding after them is readable.
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try unsafe contents.memory.bytes.withUnsafeBytes { try unsafe body($0) }
  }

  /// The rest after a position in it, or at its start; nil: nothing is left.
  func rest(from position: FeedPosition) -> ValueBatch? {
    if position == end { return nil }
    return position.recordNumber <= start.recordNumber ? self : ValueBatch(contents, from: position)
  }
}

/// A batch that is being filled.
struct ValueBatchDraft: ~Copyable {
  let start: FeedPosition
  let spare: SpareMemory
  private(set) var bytes: PaddedBytes
  private(set) var records: [ValueBatch.Record] = []
  private(set) var rejects: [(before: Int, record: RejectedRecord)] = []
  /// Its approximate memory use.
  private(set) var size = 0
  /// Why it ends before the current record.
  private(set) var failure: JSONError?

  init(from start: FeedPosition, _ spare: SpareMemory) {
    self.start = start
    self.spare = spare
    bytes = spare.reuse()
  }

  /// A static string. (Appending a collection of one byte would use unspecialised code, at 100 ns
  /// per record.)
  private static var newline: UnsafeRawBufferPointer {
    let text: StaticString = "\n"
    return unsafe UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  var isEmpty: Bool { records.isEmpty && rejects.isEmpty }

  /// Copies the current record. `tokens`: its number of tokens. Without memory for it, throws
  /// `out-of-memory` and ends the batch before it.
  mutating func add(_ record: borrowing FeedRecord, tokens: UInt32) throws(JSONError) {
    do {
      try bytes.reserve(bytes.count + record.length + 1)
    } catch {
      failure = error.aboutOneRecord
      throw error
    }
    if records.isEmpty { records.reserveCapacity(1024) }
    records.append(
      ValueBatch.Record(
        offset: record.offset, line: record.line,
        start: UInt32(truncatingIfNeeded: bytes.count),
        length: UInt32(truncatingIfNeeded: record.length), tokens: tokens,
        number: UInt32(truncatingIfNeeded: record.number - start.recordNumber)))
    unsafe record.withRawBytes { unsafe bytes.append(UnsafeRawBufferPointer($0)) }
    unsafe bytes.append(ValueBatchDraft.newline)
    size += record.length + 64
  }

  /// The position after the last record or reject in it.
  var end: FeedPosition {
    if let reject = rejects.last, reject.before == records.count {
      return reject.record.positionAfter
    }
    guard let last = records.last else { return start }
    let text = unsafe bytes.withUnsafeBytes { bytes in
      unsafe ValueEnds.newlines(
        in: UnsafeBufferPointer(rebasing: bytes.suffix(Int(last.length) + 1)))
    }
    // The batch ends with the last record and a newline of its own.
    var end = start
    end.offset = last.offset + Int64(last.length)
    end.line = last.line + Int64(text) - 2
    end.recordNumber += Int64(last.number)
    return end
  }

  mutating func add(_ reject: RejectedRecord) {
    rejects.append((records.count, reject))
    size += reject.rawBytes.count + 256
  }
}
