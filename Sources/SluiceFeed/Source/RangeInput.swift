import Sluice

/// The lines of another input that begin in a range of it, each read to its end.
///
/// ```
/// bytes    …ame":"x"}⏎{"id":7}⏎{"id":8}⏎{"id":9,"na   me":"y"}⏎{"id":10…
/// range          ├────────────────────────────────────┤
/// read                └ start                                 └ end
/// ```
///
/// A line begins after a newline. So the first line begins after the first newline found from the
/// byte before the range on. The last line ends with the first newline found from the range's last
/// byte on.
final class RangeInput: ByteInput {
  let range: FeedRange
  /// The offset of the first line in the input; 0 if the input ends before one was found.
  private(set) var start: Int64
  /// The lines and records before it, if the range counts from the input's start.
  private(set) var before = LineNumbers.Count()
  /// Whether no line begins in the range.
  private(set) var isEmpty = false
  private let input: PeekableInput
  /// The offset of the next byte.
  private var offset: Int64 = 0
  /// Bytes after the first line's start, read while searching for it.
  private var held: ArraySlice<UInt8> = []
  private var isOver = false
  private let stops: [FeedStop]

  private static let piece = 4 << 10

  /// Moves to the first line that begins in the range, or resumes `from` an offset where a line
  /// begins. Throws `invalid-value` for anything but plain UTF-8, `io`.
  init(
    _ input: any ByteInput, _ range: FeedRange, from position: Int64, name: String,
    stops: [FeedStop]
  ) throws(InputEvent) {
    self.input = PeekableInput(input)
    self.range = range
    start = position
    self.stops = stops
    for stop in stops { input.heed(stop) }
    try unsafe self.input.peek {
      unsafe Packing.isUndecided($0) || TextEncoding.isUndecided($0) || $0.count < 3
    }
    try unsafe self.input.peek(upTo: ArchiveFormat.headSize, while: ArchiveFormat.isUndecided)
    try InputEvent.asFailures(try FeedRange.check(head: self.input.head, of: name))
    if position > 0 {
      guard position >= range.bytes.lowerBound else {
        throw .failed(
          JSONError(
            .invalidValue, at: 0, name: "a position to resume from in the range \(range)",
            reason: "it is at byte \(position) of \(name)"))
      }
      if position < range.bytes.upperBound {
        guard try self.input.skip(position) else {
          throw .failed(SourceFault.endsBefore(position, name))
        }
      }
    } else {
      try findStart(name)
    }
    begin()
  }

  /// The same for an input that is known to be plain, and a range after its first line. `first`:
  /// the known start of a line in it, if any.
  init(
    _ input: any ByteInput, linesIn bytes: Range<Int64>, from first: Int64?
  ) throws(InputEvent) {
    self.input = PeekableInput(input)
    range = FeedRange(bytes: bytes)
    start = bytes.lowerBound
    stops = []
    if let first {
      start = first
      if !bytes.isEmpty { _ = try input.skip(first) }
    } else {
      try findStart("")
    }
    begin()
  }

  private func begin() {
    offset = start
    if start >= range.bytes.upperBound { isEmpty = true }
    isOver = isEmpty
  }

  /// Finds where the first line of the range begins, or a place after the range.
  private func findStart(_ name: String) throws(InputEvent) {
    let lower = range.bytes.lowerBound
    let first: Int64 = input.head.starts(with: TextEncoding.utf8Mark) ? 3 : 0
    guard lower > first else {
      if lower > 0 { _ = try input.skip(first) }
      // Skipping the mark is the reader's task, but a range that ends before the first line does
      // not include it.
      start = lower == 0 && range.bytes.upperBound > first ? 0 : first
      return
    }
    guard range.bytes.upperBound > lower else { return isEmpty = true }
    var counter: LineCounter?
    if range.countsFromStart {
      var lines = LineCounter()
      _ = try input.skip(first)
      try count(lower - 1 - first, &lines, name)
      counter = lines
    } else {
      guard try input.skip(lower - 1) else { return isEmpty = true }
    }
    try findNewline(from: lower - 1, &counter)
    if !isEmpty, var counter { before = counter.end() }
  }

  /// Finds the first newline from an offset on: a line begins after it.
  private func findNewline(from first: Int64, _ counter: inout LineCounter?) throws(InputEvent) {
    var before = first
    var piece = PaddedBytes()
    while before < range.bytes.upperBound {
      piece.removeAll()
      let most = before == first ? RangeInput.piece : 128 << 10
      let got = try unsafe piece.append(upTo: most) { (room) throws(InputEvent) in
        try unsafe input.read(into: room)
      }
      // The input ends inside a line that begins before the range.
      guard got > 0 else { return isEmpty = true }
      let newline = unsafe piece.withUnsafeBytes { unsafe firstNewline(in: $0) }
      let end = newline.map { $0 + 1 } ?? got
      unsafe piece.withUnsafeBytes {
        unsafe counter?.add(UnsafeBufferPointer(rebasing: $0[..<end]))
        if newline != nil { held = unsafe Array($0[end...])[...] }
      }
      before += Int64(end)
      if newline != nil { break }
    }
    start = before
  }

  /// Reads the next `count` bytes, and counts their lines.
  private func count(
    _ count: Int64, _ counter: inout LineCounter, _ name: String
  ) throws(InputEvent) {
    var left = count
    var text = PaddedBytes()
    while left > 0 {
      if stops.contains(where: \.isStopped) { throw .stopped(name) }
      text.removeAll()
      let most = Int(min(left, 128 << 10))
      let got = try unsafe text.append(upTo: most) { (room) throws(InputEvent) in
        try unsafe input.read(into: room)
      }
      guard got > 0 else { return }
      left -= Int64(got)
      unsafe text.withUnsafeBytes { unsafe counter.add($0) }
    }
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    guard !isOver, unsafe !room.isEmpty else { return 0 }
    // After the range, only the end of its last line is needed.
    let inRange = max(min(range.bytes.upperBound - offset, Int64(room.count)), 0)
    let room = unsafe UnsafeMutableRawBufferPointer(
      rebasing: room.prefix(Int(inRange) + RangeInput.piece))
    var count = min(room.count, held.count)
    if count == 0 {
      count = try unsafe input.read(into: room)
    } else if count < room.count, input.isReady {
      // An error comes again after the bytes before it, unless the range ends there.
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...])
      unsafe count += (try? input.read(into: rest)) ?? 0
    }
    unsafe room.copyBytes(from: held.prefix(count))
    held = held.dropFirst(count)
    guard count > 0 else { return 0 }
    // The first newline from the range's last byte on ends the last line.
    let last = max(range.bytes.upperBound - 1 - offset, 0)
    offset += Int64(count)
    guard last < Int64(count) else { return count }
    let tail = unsafe UnsafeRawBufferPointer(rebasing: room[Int(last)..<count])
    guard let newline = unsafe firstNewline(in: tail.assumingMemoryBound(to: UInt8.self)) else {
      return count
    }
    isOver = true
    return Int(last) + newline + 1
  }

  func heed(_ stop: FeedStop) { input.heed(stop) }

  var isReady: Bool { isOver || !held.isEmpty || input.isReady }
  var size: Int64? { input.size.map { min($0, range.bytes.upperBound) } }
}
