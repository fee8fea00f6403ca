import Sluice
import SluiceSystem

/// The number of lines and records before a range of a file. The reader of a range counts its own
/// from 0, and these numbers are rarely requested before the earlier ranges are read.
///
/// Requesting them counts all earlier ranges that have not been read to their end, at the speed of
/// finding newlines.
final class LineNumbers: Sendable {
  struct Count: Sendable {
    var lines: Int64 = 0
    var records: Int64 = 0

    init() {}
    /// The lines and records before a position.
    init(_ position: FeedPosition) {
      (lines, records) = (position.line, position.recordNumber)
    }
  }

  /// What comes before a range.
  enum Before: Sendable {
    case known(Count)
    /// After this range.
    case behind(LineNumbers)

    /// The number of lines and records.
    func count() -> Count {
      switch self {
      case .known(let count): count
      case .behind(let numbers): numbers.end()
      }
    }
  }

  private struct Known {
    var before: Before
    var own: Count?
  }

  private let state: LockedValue<Known>
  private let bytes: Range<Int64>
  private let first: Int64?
  private nonisolated(unsafe) let file: FileInput

  /// Sound because the file is read at offsets only, which does not change it.
  init(of bytes: Range<Int64>, from first: Int64?, in file: FileInput, after before: Before) {
    state = LockedValue(Known(before: before))
    self.bytes = bytes
    self.first = first
    unsafe self.file = file
  }

  /// The numbers at the start of the range.
  func start() -> Count {
    // Goes back to the nearest range whose start is known, and forward from there.
    var chain: [LineNumbers] = []
    var now = self
    var count: Count
    while true {
      let before = now.state.withLock { $0.before }
      switch before {
      case .known(let known): count = known
      case .behind(let previous):
        chain.append(now)
        now = previous
        continue
      }
      break
    }
    while let next = chain.popLast() {
      let own = now.own()
      count.lines += own.lines
      count.records += own.records
      next.know(start: count)
      now = next
    }
    return count
  }

  /// The numbers at the end of the range.
  func end() -> Count {
    var count = start()
    let own = own()
    count.lines += own.lines
    count.records += own.records
    return count
  }

  /// Sets the numbers at the start of the range.
  func know(start: Count) { state.withLock { $0.before = .known(start) } }

  /// Sets the range's own numbers, after it was read to its end.
  func know(own: Count) { state.withLock { $0.own = own } }

  private func own() -> Count {
    if let own = state.withLock({ $0.own }) { return own }
    // A range that can't be read has no numbers: its reader fails with the same error, and nothing
    // after it is delivered.
    let own = (try? counted()) ?? Count()
    know(own: own)
    return own
  }

  private func counted() throws(InputEvent) -> Count {
    let input = try unsafe RangeInput(FileBytes(file), linesIn: bytes, from: first)
    var counter = LineCounter()
    var text = PaddedBytes()
    while true {
      text.removeAll()
      let got = try unsafe text.append(upTo: 128 << 10) { (room) throws(InputEvent) in
        try unsafe input.read(into: room)
      }
      guard got > 0 else { return counter.end() }
      unsafe text.withUnsafeBytes { unsafe counter.add($0) }
    }
  }
}

/// Counts lines and records of text that comes in chunks.
struct LineCounter {
  private let lineEnds = LineEnds()
  private var count = LineNumbers.Count()
  private var isLineEmpty = true
  private var isLineBlank = true

  /// The padding after the bytes is readable. O(bytes), at the speed of finding newlines.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    var start = 0
    while start < bytes.count {
      let ends = unsafe lineEnds.next(in: bytes, from: start)
      guard !ends.isEmpty else { break }
      for place in ends.indices {
        let newline = unsafe ends[place]
        // A line whose first byte is visible is not blank; other lines are rare.
        if unsafe !isLineBlank || base[start] > 0x20
          || !ChunkCounter.isBlank(base, start, Int(newline))
        {
          count.records += 1
        }
        count.lines += 1
        (isLineEmpty, isLineBlank) = (true, true)
        start = Int(newline) + 1
      }
    }
    guard start < bytes.count else { return }
    isLineEmpty = false
    isLineBlank = unsafe isLineBlank && ChunkCounter.isBlank(base, start, bytes.count)
  }

  /// Ends the text, with or without a newline.
  mutating func end() -> LineNumbers.Count {
    if !isLineEmpty { count.lines += 1 }
    if !isLineBlank { count.records += 1 }
    return count
  }
}
