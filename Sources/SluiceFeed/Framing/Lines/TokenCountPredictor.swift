/// Finds where a record's tokens end by guessing: the records of a feed are mostly alike, with the
/// same number of tokens.
struct TokenCountPredictor {
  private var usual: UInt32 = 1
  /// The last count that differed. It becomes the usual one when it occurs twice in a row, so that
  /// a single odd record does not spoil the next guess.
  private var other: UInt32 = 0

  /// The first token after `newline`. There is at least one token before it, `from`, and
  /// `tokens[count]` lies after it.
  @inline(__always)
  mutating func endOfTokens(
    _ tokens: UnsafePointer<UInt32>, from: UInt32, count: UInt32, newline: UInt32
  ) -> UInt32 {
    let guess = from &+ usual
    if guess <= count, unsafe tokens[Int(guess &- 1)] < newline, unsafe tokens[Int(guess)] > newline
    {
      return guess
    }
    let end = unsafe TokenCountPredictor.search(
      tokens, from: from, near: min(guess, count), count: count, newline)
    let found = end &- from
    if found == other { usual = found }
    other = found
    return end
  }

  /// Searches from the guess in growing steps until they pass the newline, then by binary search.
  /// O(log of the guess's error).
  @inline(never)
  private static func search(
    _ tokens: UnsafePointer<UInt32>, from: UInt32, near: UInt32, count: UInt32, _ newline: UInt32
  ) -> UInt32 {
    // Invariant: tokens[below] < newline < tokens[above].
    var below = from
    var above = count
    var step: UInt32 = 4
    if unsafe tokens[Int(near)] > newline {
      above = near
      while above &- below > step {
        let probe = above &- step
        guard unsafe tokens[Int(probe)] > newline else {
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
        guard unsafe tokens[Int(probe)] < newline else {
          above = probe
          break
        }
        below = probe
        step &*= 2
      }
    }
    while above &- below > 1 {
      let middle = below &+ (above &- below) / 2
      if unsafe tokens[Int(middle)] < newline { below = middle } else { above = middle }
    }
    return above
  }
}
