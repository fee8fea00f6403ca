import SluiceSystem

/// NUL bytes at the place where a followed file is read next: nothing was written there yet, or never will be.
struct FollowedHole {
  /// Where it begins.
  let start: Int64
  /// Where its next byte is read.
  private(set) var offset: Int64
  /// When something was found after it, in seconds.
  private var since: Double?
  /// Up to where only NUL bytes were found.
  private var emptyUpTo: Int64

  /// `last`: the one before, after which nothing may have been found.
  init(at start: Int64, after last: FollowedHole?) {
    (self.start, offset) = (start, start)
    emptyUpTo = max(start, last?.emptyUpTo ?? start)
  }

  /// Passes over some of its bytes.
  mutating func pass(_ count: Int) { offset += Int64(count) }

  /// Whether text comes after it. Reads each byte once: where space is allocated in advance, new text comes at its start, or
  /// makes the file longer.
  mutating func isFollowedByText(in file: FileDescriptor) throws(SystemError) -> Bool {
    if since != nil { return true }
    while true {
      let piece = try file.bytes(at: emptyUpTo, count: 64 << 10)
      if piece.isEmpty { return false }
      guard piece.allSatisfy({ $0 == 0 }) else { break }
      emptyUpTo += Int64(piece.count)
    }
    since = MonotonicClock.seconds
    return true
  }

  /// Whether nothing came for as long as is waited. A log that was cut while its writer kept its place begins with a hole that
  /// nobody fills; elsewhere, another writer is late, or a network.
  func isOver(_ patience: (atStart: Double, elsewhere: Double)) -> Bool {
    guard let since else { return false }
    return MonotonicClock.seconds - since >= (start == 0 ? patience.atStart : patience.elsewhere)
  }
}
