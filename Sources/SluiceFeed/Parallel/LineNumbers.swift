import Sluice

/// How many lines and records there are before a range of a file, for who asks: whoever reads the
/// range counts its own from 0, and hardly anybody asks before the ranges before it are read.
///
/// Who does makes the ranges before it be counted that nobody has read to their end yet: at the
/// speed at which newlines are found.
final class LineNumbers: Sendable {
  struct Count: Sendable {
    var lines: Int64 = 0
    var records: Int64 = 0

    init() {}
    /// Those before a position.
    init(_ position: FeedPosition) {
      (lines, records) = (position.line, position.recordNumber)
    }
  }

  /// What comes before a range.
  enum Before: Sendable {
    case known(Count)
    /// Behind that one.
    case behind(LineNumbers)

    /// How much it is.
    func count() -> Count {
      switch self {
      case .known(let count): count
      case .behind(let numbers): numbers.end()
      }
    }
  }

  private struct State {
    var before: Before
    var own: Count?
  }

  private let state: Guarded<State>
  private let bytes: Range<Int64>
  private let first: Int64?
  private nonisolated(unsafe) let file: FileDescriptor

  /// Sound because the file is read at offsets only, which changes nothing of it.
  init(of bytes: Range<Int64>, from first: Int64?, in file: FileDescriptor, after before: Before) {
    state = Guarded(State(before: before))
    self.bytes = bytes
    self.first = first
    self.file = file
  }

  /// What comes before the range.
  func start() -> Count {
    // Back to the nearest of which it is known, and from there on forwards.
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

  /// What comes before its end.
  func end() -> Count {
    var count = start()
    let own = own()
    count.lines += own.lines
    count.records += own.records
    return count
  }

  /// What comes before the range is known.
  func know(start: Count) { state.withLock { $0.before = .known(start) } }

  /// The range was read to its end, and has so many.
  func know(own: Count) { state.withLock { $0.own = own } }

  private func own() -> Count {
    if let own = state.withLock({ $0.own }) { return own }
    // What can't be read has no numbers: whoever reads it fails with that, and nothing behind it is
    // delivered.
    let own = (try? counted()) ?? Count()
    know(own: own)
    return own
  }

  private func counted() throws(JSONError) -> Count {
    let input = try RangeInput(FileBytes(file), linesIn: bytes, from: first)
    var counter = LineCounter()
    var text = PaddedBytes()
    while true {
      text.removeAll()
      let got = try text.append(upTo: 128 << 10) { (room) throws(JSONError) in
        try input.read(into: room)
      }
      guard got > 0 else { return counter.end() }
      text.withUnsafeBytes { counter.add($0) }
    }
  }
}

/// Counts lines and records of text that comes in pieces.
struct LineCounter {
  private let lineEnds = LineEnds()
  private var count = LineNumbers.Count()
  private var isLineEmpty = true
  private var isLineBlank = true

  /// The padding behind the bytes is readable. O(bytes), at the speed at which newlines are found.
  mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    var start = 0
    while start < bytes.count {
      let ends = lineEnds.next(in: bytes, from: start)
      guard !ends.isEmpty else { break }
      for newline in ends {
        // What has a visible byte first is not blank; the others are few.
        if !isLineBlank || base[start] > 0x20
          || !PieceCounter.isBlank(base, start, Int(newline))
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
    isLineBlank = isLineBlank && PieceCounter.isBlank(base, start, bytes.count)
  }

  /// The text ends here, with or without a newline.
  mutating func end() -> LineNumbers.Count {
    if !isLineEmpty { count.lines += 1 }
    if !isLineBlank { count.records += 1 }
    return count
  }
}
