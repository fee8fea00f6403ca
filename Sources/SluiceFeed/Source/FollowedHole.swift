import SluiceSystem

/// NUL bytes at the place where a followed file is read next: nothing was written there yet, or never will be.
struct FollowedHole {
  private(set) var start: Int64
  /// Since when something comes after it, in seconds.
  private var since: Double?
  /// Up to where only NUL bytes were found.
  private var emptyUpTo: Int64

  init(at start: Int64) { (self.start, emptyUpTo) = (start, start) }

  /// Begins a later one; what was found of the bytes after it stays.
  mutating func move(to start: Int64) {
    (self.start, since) = (start, nil)
    emptyUpTo = max(start, emptyUpTo)
  }

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

  /// How many seconds ago text after it was found.
  var age: Double { since.map { MonotonicClock.seconds - $0 } ?? 0 }
}
