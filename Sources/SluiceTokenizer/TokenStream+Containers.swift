import CSimdJSON
import Sluice

/// The container whose opening bracket was the last token.
///
/// The bracket may have left the window by then, because more was fed. So it stays in the buffer, with
/// the white space after it, until another token is returned or a value is taken:
///
/// ```
/// "a":[    1,2],      the next window begins at 1
///     └kept┘└ front
/// ```
extension TokenStream {
  /// The offset of the last token, if it is an opening bracket and nothing was taken since.
  var lastOpened: Int64? {
    // Every token ends after the window's first byte; without one, `opened` counts.
    guard walk.end > 0 else { return opened }
    guard walk.kind == .beginObject || walk.kind == .beginArray else { return nil }
    return walk.windowOffset &+ Int64(walk.start)
  }

  /// Leaves no current token. `lastOpened` stays.
  func forgetToken() {
    opened = lastOpened
    walk.forget()
  }

  /// Leaves no current token, and no container to lend.
  func forgetAll() {
    walk.forget()
    opened = nil
  }

  /// How many bytes from the opened bracket on to keep when the first `count` bytes are dropped. None
  /// if a record from there would be too large.
  func bytesToKeep(dropping count: Int) -> Int {
    guard let opened else { return 0 }
    let kept = buffer.offset &+ Int64(count) &- opened
    return kept <= Int64(options.maximumRecordSize) ? Int(kept) : 0
  }

  /// Takes the container whose bracket is at `opened`. If it can't be taken, the walk is inside it
  /// as before.
  func takeContainer(at opened: Int64) throws(JSONError) -> Taken {
    let closing = walk.closing
    guard stepBack(to: opened) else { return .tooLarge(tooLarge(at: opened)) }
    let taken = try takeUpcoming()
    if case .value = taken { return taken }
    stepForward(closing)
    lendsContainer = needsBytes
    return taken
  }

  /// Moves before the bracket. False: it is too far away, and nothing changes.
  private func stepBack(to opened: Int64) -> Bool {
    let dropped = Int(buffer.offset &- opened)
    if dropped > 0 {
      guard buffer.takeBack(dropped) else { return false }
      closeWindow()
      searched = 0
    } else {
      // The walk skips nothing after a bracket.
      unsafe walk.here -= 1
    }
    // What was gathered is the container, or began after its bracket.
    if !lendsContainer { gathering = nil }
    self.opened = opened
    walk.forget()
    walk.levels.pop()
    walk.place = walk.levels.depth == 0 ? .root : .value
    return true
  }

  /// Moves after the bracket again: it is the current entry, or the buffer's first byte.
  private func stepForward(_ closing: UInt8) {
    if unsafe walk.here < walk.stop {
      unsafe walk.here += 1
    } else {
      buffer.removeFirst(1, keeping: 1)
      closeWindow()
      searched = 0
    }
    walk.levels.push(closing: closing)
    walk.place = closing == Byte.closeBrace ? .firstKey : .firstValue
    walk.settle()
  }
}
