import Sluice

/// Messages, each of which is a record: as many as fit a window are indexed at once. Those that are not objects on one
/// line, or that the window is refused for, are indexed alone.
///
/// Sound because the partition keeps its messages until it is filled again, and because pointers into the window are
/// dropped before it is filled again.
@safe
struct MessageFraming: Framing, ~Copyable {
  var rules: FramingRules
  private let former: LineFormer
  private let indexer: RecordIndexer
  private let ends = LineEnds()
  private var window = MessageWindow()
  /// The lines of the window that were not indexed yet, the next ones last.
  private var waiting: [Range<Int>] = []
  /// The lines that are indexed, and the next of them.
  private var lines: WindowLines?
  private var indexed = 0..<0
  private var lineStart = 0
  private var first: UInt32 = 0
  private var base: UnsafePointer<UInt8>
  /// What is wrong with the message that was looked at last.
  private var odd: FramingStep?
  /// How many of the next messages are read alone.
  private var alone = 0
  /// The size of the messages that were read.
  private var bytes: Int64 = 0

  init(_ former: LineFormer, _ indexer: RecordIndexer, _ rules: FramingRules) {
    (self.former, self.indexer, self.rules) = (former, indexer, rules)
    unsafe base = unsafe indexer.index.pointee.bytes
  }

  /// Begins to find the messages that have come, and to count their bytes.
  mutating func begin() {
    waiting.removeAll(keepingCapacity: true)
    (lines, odd, alone, bytes) = (nil, nil, 0, 0)
  }

  /// Messages are not consumed here, but taken from the partition.
  mutating func moveOn(past consumed: UnsafeBufferPointer<UInt8>) {}

  /// The size of the messages that were read since `begin`.
  var byteCount: Int64 { bytes }

  /// Finds the next of the messages that have come.
  mutating func next(in partition: borrowing any MessagePartition) -> FramingStep {
    while true {
      if let step = odd.take() { return step }
      if alone > 0 {
        alone -= 1
        return nextAlone(of: partition)
      }
      if lines != nil { return .found }
      if let range = waiting.popLast() {
        do throws(JSONError) {
          try index(range)
        } catch {
          return .failed(error)
        }
        continue
      }
      guard partition.aheadCount > 0 else { return .passed }
      gather(from: partition)
      if window.isEmpty { alone = 1 } else { waiting.append(0..<window.count) }
    }
  }

  /// Fills the window with the next messages. It is empty if the first of them has to be read alone.
  private mutating func gather(from partition: borrowing any MessagePartition) {
    window.removeAll()
    guard former.form.isPlain else { return }
    let head = former.describesMessages ? former.head : nil
    var next = partition.offset
    for i in 0..<partition.aheadCount {
      let message = unsafe partition.ahead(i)
      // One that the partition does not lend, because brokers sent it twice, would be out of place.
      guard unsafe message.offset >= next else { return }
      next = unsafe message.offset &+ 1
      guard unsafe window.append(message, head, longest: rules.longest) else { return }
    }
  }

  /// Indexes lines of the window, or, if they are refused, has them indexed in halves.
  private mutating func index(_ range: Range<Int>) throws(JSONError) {
    let text = unsafe window.text(of: range)
    if case .indexed(let tokens, let count, let noted) = try unsafe indexer.index(text) {
      if let start = text.baseAddress { unsafe base = unsafe start }
      lines = unsafe WindowLines(text, tokens, count, noted: noted, ends: ends)
      (indexed, lineStart, first) = (range, 0, 0)
    } else if range.count <= MessageFraming.mostAlone {
      alone = range.count
    } else {
      let middle = range.lowerBound + range.count / 2
      waiting.append(middle..<range.upperBound)
      waiting.append(range.lowerBound..<middle)
    }
  }

  /// The number of messages in a refused window that are no longer divided.
  private static let mostAlone = 4

  /// The message of the next indexed line; nil after the last.
  @inline(__always)
  mutating func openFound(
    in partition: borrowing any MessagePartition, as record: inout RecordExtent
  ) -> Bool {
    guard !indexed.isEmpty, let line = lines?.next(from: lineStart, first: first) else {
      lines = nil
      return false
    }
    let place = IndexedExtent(first, line.tokens, lineStart, Int(line.newline))
    (lineStart, first) = (Int(line.newline) &+ 1, line.tokens)
    let headCount = window.headCounts[indexed.lowerBound]
    indexed = indexed.lowerBound &+ 1..<indexed.upperBound
    guard let message = unsafe partition.popMessage() else {
      odd = .passed
      return false
    }
    let value = unsafe message.value
    unsafe former.enter(
      value, as: UnsafeBufferPointer(start: base + place.start, count: place.length),
      at: place.start, headCount: headCount)
    unsafe indexer.index.open(place)
    record = unsafe extent(message, value, of: partition)
    let tokens = unsafe indexer.index.pointee.tokens
    if !rules.checksInFull,
      unsafe indexer.isBracketed(
        base[Int(tokens[Int(place.first)])], base[Int(tokens[Int(place.next &- 1)])])
    {
      return true
    }
    guard let fault = indexer.faultInFull() else { return true }
    odd = .faulty(fault)
    return false
  }

  /// The next message by itself, if the partition lends one.
  private mutating func nextAlone(of partition: borrowing any MessagePartition) -> FramingStep {
    guard let message = unsafe partition.popMessage() else { return .passed }
    // A tombstone has no bytes, but a place.
    let value = unsafe UnsafeBufferPointer(
      start: message.value.baseAddress ?? indexer.index.pointee.bytes,
      count: message.value.count)
    do throws(JSONError) {
      let fault =
        unsafe value.count > rules.longest
        ? former.refuse(value, rules.tooLarge())
        : try former.open(message, value, with: indexer, inFull: rules.checksInFull)
      let extent = unsafe extent(message, value, of: partition)
      return fault.map { .rejected(extent, $0) } ?? .record(extent)
    } catch {
      return .failed(error)
    }
  }

  @inline(__always)
  private mutating func extent(
    _ message: LentMessage, _ value: UnsafeBufferPointer<UInt8>,
    of partition: borrowing any MessagePartition
  ) -> RecordExtent {
    bytes &+= Int64(value.count)
    return unsafe RecordExtent(
      value, in: indexer.index.pointee.bytes, at: message.offset, next: partition.offset,
      lines: 1)
  }
}
