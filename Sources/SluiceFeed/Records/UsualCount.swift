/// Finds where a record's tokens end, with a guess: records of a feed are mostly alike, and have as
/// many tokens as most before them had.
struct UsualCount {
  private var usual: UInt32 = 1
  /// The last count that was another. It becomes the usual one when it comes twice in a row, so
  /// that a single odd record does not spoil the guess for the next.
  private var other: UInt32 = 0

  /// The first token behind `newline`. There is at least one token before it, `from`, and
  /// `tokens[count]` lies behind it.
  @inline(__always)
  mutating func endOfTokens(
    _ tokens: UnsafePointer<UInt32>, from: UInt32, count: UInt32, newline: UInt32
  ) -> UInt32 {
    let guess = from &+ usual
    if guess <= count, tokens[Int(guess &- 1)] < newline, tokens[Int(guess)] > newline {
      return guess
    }
    let end = UsualCount.search(
      tokens, from: from, near: min(guess, count), count: count, newline)
    let found = end &- from
    if found == other { usual = found }
    other = found
    return end
  }

  /// From the guess in steps that grow until they pass the newline; a binary search ends it. O(log
  /// of how wrong the guess is).
  @inline(never)
  private static func search(
    _ tokens: UnsafePointer<UInt32>, from: UInt32, near: UInt32, count: UInt32, _ newline: UInt32
  ) -> UInt32 {
    // All the while tokens[below] < newline < tokens[above].
    var below = from
    var above = count
    var step: UInt32 = 4
    if tokens[Int(near)] > newline {
      above = near
      while above &- below > step {
        let probe = above &- step
        guard tokens[Int(probe)] > newline else {
          below = probe
          break
        }
        above = probe
        step &*= 2
      }
    } else {
      below = near
      while above &- below > step {
        let probe = below &+ step
        guard tokens[Int(probe)] < newline else {
          above = probe
          break
        }
        below = probe
        step &*= 2
      }
    }
    while above &- below > 1 {
      let middle = below &+ (above &- below) / 2
      if tokens[Int(middle)] < newline { below = middle } else { above = middle }
    }
    return above
  }
}
