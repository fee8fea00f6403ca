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
  /// The offset of the first line in the input.
  private(set) var start: Int64
  private let input: PeekableInput
  /// The offset of the next byte.
  private var offset: Int64 = 0
  /// Bytes after the first line's start, read while searching for it.
  private var held: ArraySlice<UInt8> = []
  private var isOver = false

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
    for stop in stops { input.heed(stop) }
    try unsafe self.input.peek {
      unsafe Packing.isUndecided($0) || TextEncoding.isUndecided($0) || $0.count < 3
    }
    try InputEvent.asFailures(try checkIsPlain(name))
    if position > 0 {
      guard position >= range.bytes.lowerBound else {
        throw .failed(
          JSONError(
            .invalidValue, at: 0, name: "a position to resume from in the range \(range)",
            reason: "it is at byte \(position) of \(name)"))
      }
      if position < range.bytes.upperBound {
        guard try self.input.skip(position) else {
          throw .failed(ByteSource.endsBefore(position, name))
        }
      }
    } else {
      start = try findStart()
    }
    offset = start
    if start >= range.bytes.upperBound { isOver = true }
  }

  /// The same for an input that is known to be plain, and a range after its first line. `first`:
  /// the known start of a line in it, if any.
  init(
    _ input: any ByteInput, linesIn bytes: Range<Int64>, from first: Int64?
  ) throws(InputEvent) {
    self.input = PeekableInput(input)
    range = FeedRange(bytes: bytes)
    start = bytes.lowerBound
    if let first {
      start = first
      if !bytes.isEmpty { _ = try input.skip(first) }
    } else {
      start = try findStart()
    }
    offset = start
    if start >= bytes.upperBound { isOver = true }
  }

  private func checkIsPlain(_ name: String) throws(JSONError) {
    let (packing, encoding) = unsafe input.head.withUnsafeBufferPointer {
      unsafe (Packing($0), TextEncoding(detectedInFeed: $0))
    }
    let what: String
    switch (packing, encoding) {
    case (.plain, nil): return
    case (.plain, .some(let encoding)): what = "it is in \(encoding.rawValue)"
    case (.gzip, _): what = "it is compressed by gzip"
    case (.zstd, _): what = "it is compressed by Zstandard"
    case (.foreign(let format), _): throw format.error(name)
    }
    throw FeedRange.notDivisible(name, what)
  }

  /// Where the first line of the range begins, or a place after the range.
  private func findStart() throws(InputEvent) -> Int64 {
    let lower = range.bytes.lowerBound
    let first: Int64 = input.head.starts(with: TextEncoding.utf8Mark) ? 3 : 0
    guard lower > first else {
      if lower > 0 { _ = try input.skip(first) }
      // Skipping the mark is the reader's task, but a range that ends before the first line does
      // not include it.
      return lower == 0 && range.bytes.upperBound > first ? 0 : first
    }
    guard range.bytes.upperBound > lower, try input.skip(lower - 1) else {
      return range.bytes.upperBound
    }
    var before = lower - 1
    var failure: InputEvent?
    while failure == nil {
      var newline: Int?
      let read = unsafe [UInt8](unsafeUninitializedCapacity: RangeInput.piece) { room, count in
        do throws(InputEvent) {
          count = try unsafe input.read(into: UnsafeMutableRawBufferPointer(room))
        } catch {
          failure = error
        }
        newline = unsafe firstNewline(in: UnsafeBufferPointer(rebasing: room[..<count]))
      }
      if let newline {
        held = read[(newline + 1)...]
        return before + Int64(newline) + 1
      }
      guard !read.isEmpty else { break }
      before += Int64(read.count)
      if before >= range.bytes.upperBound { return before }
    }
    if let failure { throw failure }
    return range.bytes.upperBound
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    guard !isOver, unsafe !room.isEmpty else { return 0 }
    // After the range, only the end of its last line is needed.
    let wanted = max(range.bytes.upperBound - offset, 0) + Int64(RangeInput.piece)
    let room = unsafe UnsafeMutableRawBufferPointer(
      rebasing: room.prefix(Int(min(wanted, Int64(room.count)))))
    var count = min(room.count, held.count)
    if count < room.count, count == 0 || input.isReady {
      unsafe count += try input.read(into: UnsafeMutableRawBufferPointer(rebasing: room[count...]))
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

  /// Whether no line begins in the range.
  var isEmpty: Bool { start >= range.bytes.upperBound }

  func heed(_ stop: FeedStop) { input.heed(stop) }

  var isReady: Bool { isOver || !held.isEmpty || input.isReady }
  var size: Int64? { input.size.map { min($0, range.bytes.upperBound) } }
}
