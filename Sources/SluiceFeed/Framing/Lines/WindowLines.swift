import Sluice

/// The lines of an indexed window in order: where each ends, and which tokens belong to it.
///
/// Sound because a framing makes one for each window and drops it before the window or its index
/// changes.
@safe
struct WindowLines {
  /// A line's newline, and the first token after it.
  struct Line {
    let newline: UInt32
    let tokens: UInt32
  }

  let tokens: UnsafePointer<UInt32>
  private let count: UInt32
  private let window: UnsafeBufferPointer<UInt8>
  private let ends: LineEnds
  /// The number of tokens before each newline; nil if stage 1 does not count them.
  private let noted: UnsafeBufferPointer<UInt32>?
  /// The same, for lines that are read many at once.
  var tokenEnds: UnsafeBufferPointer<UInt32>? { unsafe noted }
  private var number = 0
  /// Without those counts: the remaining newlines of the window.
  private var newlines: UnsafeBufferPointer<UInt32>
  private var usual = TokenCountPredictor()

  /// The window ends with a newline, and `tokens[count]` is its length.
  init(
    _ window: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ count: UInt32,
    noted: UnsafeBufferPointer<UInt32>?, ends: LineEnds
  ) {
    unsafe self.window = unsafe window
    unsafe self.tokens = unsafe tokens
    self.count = count
    unsafe self.noted = unsafe noted
    self.ends = ends
    unsafe newlines = unsafe UnsafeBufferPointer(start: nil, count: 0)
  }

  /// The line that begins at `start`, with the token `first` if it has any; nil after the last
  /// line.
  @inline(__always)
  mutating func next(from start: Int, first: UInt32) -> Line? {
    guard let noted = unsafe noted, let base = unsafe window.baseAddress else {
      return search(from: start, first: first)
    }
    guard number < noted.count else { return nil }
    let behind = unsafe noted[number]
    number &+= 1
    // The newline is the first after the line's last token, because no token spans a newline: nearly
    // always the next byte. A line without tokens is searched from its start.
    var newline = unsafe behind == first ? start : Int(tokens[Int(behind &- 1)]) &+ 1
    if unsafe newline == window.count || base[newline] != 0x0A {
      newline = unsafe WindowLines.newline(in: window, from: min(newline, window.count &- 1))
    }
    return Line(newline: UInt32(truncatingIfNeeded: newline), tokens: behind)
  }

  /// The number of the next line among those whose tokens are noted.
  @inline(__always)
  var next: Int { number }

  /// Moves past lines that a run has read.
  mutating func skip(_ count: Int) { number &+= count }

  @inline(never)
  private static func newline(in window: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    unsafe firstNewline(in: UnsafeBufferPointer(rebasing: window[start...])).map { start + $0 }
      ?? window.count - 1
  }

  /// Steps from newline to newline, and through the index in parallel.
  ///
  /// Sound because `tokens[count]`, the window's length, lies after its last newline: the search for
  /// the end of a line's tokens stops there at the latest.
  @inline(never)
  private mutating func search(from start: Int, first: UInt32) -> Line? {
    if unsafe number == newlines.count {
      unsafe newlines = unsafe ends.next(in: window, from: start)
      number = 0
      guard unsafe !newlines.isEmpty else { return nil }
    }
    let newline = unsafe newlines[number]
    number &+= 1
    guard unsafe tokens[Int(first)] < newline else { return Line(newline: newline, tokens: first) }
    return unsafe Line(
      newline: newline,
      tokens: usual.endOfTokens(tokens, from: first, count: count, newline: newline))
  }
}
