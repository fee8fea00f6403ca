import Sluice

/// Whole lines of a feed, cut off for one thread, and where they stand.
///
/// Sound because nothing of it changes after it was made.
final class Piece: @unchecked Sendable {
  /// Where the first line begins.
  let start: FeedPosition
  /// Behind the last line.
  let end: FeedPosition
  private let memory: Memory
  /// How many bytes of the memory come before the first line.
  private let first: Int

  private final class Memory {
    let bytes: PaddedBytes
    init(_ bytes: consuming PaddedBytes) { self.bytes = bytes }
  }

  convenience init(_ bytes: consuming PaddedBytes, start: FeedPosition, end: FeedPosition) {
    self.init(Memory(bytes), first: 0, start: start, end: end)
  }

  private init(_ memory: Memory, first: Int, start: FeedPosition, end: FeedPosition) {
    self.memory = memory
    self.first = first
    self.start = start
    self.end = end
  }

  /// The lines. The padding behind them is readable.
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
    try memory.bytes.withUnsafeBytes { try body(UnsafeBufferPointer(rebasing: $0[first...])) }
  }

  /// What lies behind a position in it.
  func rest(from position: FeedPosition) -> Piece {
    let done = Int(position.offset - start.offset)
    return Piece(memory, first: first + done, start: position, end: end)
  }
}

/// What a feed is cut into.
enum Cut: Sendable {
  case piece(Piece)
  /// A line that is longer than a record may be.
  case reject(RejectedRecord)

  /// Behind it.
  var end: FeedPosition {
    switch self {
    case .piece(let piece): piece.end
    case .reject(let reject): reject.positionAfter
    }
  }

  /// What lies behind a position; nil: nothing.
  func rest(from position: FeedPosition) -> Cut? {
    guard case .piece(let piece) = self, position.offset < piece.end.offset else {
      return position.offset < end.offset ? self : nil
    }
    return position.offset <= piece.start.offset ? self : .piece(piece.rest(from: position))
  }
}
