import CSimdJSON
import Sluice

/// How far a value longer than its window was scanned. It begins at the buffer's front.
struct Gathering {
  /// The end of the bytes whose tokens were counted.
  var scanned = 0
  /// The end of the examined bytes of the token that begins at `scanned`.
  var known = 0
  /// The number of open containers in it.
  var depth = 0
  /// The number of bytes examined at a time: more than a window for a longer token.
  var step: Int
}

/// Gathers a value larger than a window: finds its end window by window, and only then indexes it
/// as a whole. Even with the smallest pieces, each byte is indexed about twice, and no more is read
/// than is available.
extension TokenStream {
  enum Gathered { case value, needsBytes, tooLarge }

  /// Brings the whole current value into one window, at its front.
  ///
  /// Never examines more than a byte beyond the largest record: so the answer for a larger one does
  /// not depend on how much was fed.
  func gather() throws(JSONError) -> Gathered {
    if gathering == nil { drop() }
    var progress = gathering ?? Gathering(step: options.windowSize)
    gathering = nil
    needsBytes = false
    let limit = options.maximumRecordSize + 1
    while true {
      let length = min(min(buffer.count, limit) - progress.scanned, progress.step)
      let upTo = progress.scanned + length
      let isTooLarge = upTo == limit
      let isLast = hasEnded && upTo == buffer.count && !isTooLarge
      if isLast || isTooLarge || (upTo > progress.known && isWorthIndexing(progress, length)) {
        if let end = try indexMore(&progress, length, isLast: isLast) {
          guard end <= options.maximumRecordSize else { return .tooLarge }
          let usual = min(buffer.count, options.windowSize)
          let isWhole = end >= usual || (hasEnded && usual == buffer.count)
          try indexWindow(max(end, usual), isLast: isWhole)
          return .value
        }
        if isTooLarge { return .tooLarge }
        if isLast { throw firstFault(inside: upTo).error }
        continue
      }
      progress.known = max(progress.known, upTo)
      guard let reader = unsafe reader, !hasEnded else {
        gathering = progress
        needsBytes = !hasEnded
        return .needsBytes
      }
      hasEnded = try unsafe buffer.read(upTo: options.windowSize, reader) == 0
    }
  }

  private func isWorthIndexing(_ progress: Gathering, _ length: Int) -> Bool {
    progress.known == progress.scanned || length == progress.step
      || mayEnd(tokenAt: progress.scanned, from: progress.known)
  }

  /// Examines the next `length` bytes of the value. Returns where it ends, or nil.
  private func indexMore(
    _ progress: inout Gathering, _ length: Int, isLast: Bool
  ) throws(JSONError) -> Int? {
    buffer.uncover()
    guard let base = unsafe buffer.base else { return nil }
    let start = unsafe base + progress.scanned
    var whole = unsafe isLast ? length : csj_whole_characters(start, length)
    var found = try stageOne(at: progress.scanned, whole)
    var fault: JSONError?
    if found == nil {
      // The value may end before the fault.
      let (error, place) = firstFault(inside: progress.scanned + length)
      (fault, whole) = (error, place - progress.scanned)
      found = whole > 0 ? try stageOne(at: progress.scanned, whole) : nil
    }
    guard let found else { throw fault ?? firstFault(inside: progress.scanned + length).error }
    var complete = (count: found.count, rest: whole, isFaulty: false)
    if fault == nil { complete = unsafe completeTokens(found, start, whole, isLast: isLast) }
    unsafe walk.bytes = unsafe UnsafePointer(start)
    for number in 0..<complete.count {
      let entry = unsafe found.tokens + number
      let byte = unsafe walk.bytes[Int(entry[0])]
      if Byte.opens(byte) {
        progress.depth += 1
      } else if Byte.closes(byte) {
        progress.depth -= 1
        if progress.depth <= 0 { return unsafe progress.scanned + Int(entry[0]) + 1 }
      } else if progress.depth == 0 {
        return unsafe progress.scanned + Int(valueEnd(entry))
      }
    }
    if let fault { throw fault }
    if complete.isFaulty { throw firstFault(inside: progress.scanned + length).error }
    if complete.rest > 0 {
      progress.scanned += complete.rest
      progress.known = progress.scanned
      progress.step = options.windowSize
    } else {
      progress.known = progress.scanned + length
      if length == progress.step { progress.step *= 2 }
    }
    return nil
  }

  /// The end of the value that begins at an entry; for a container, after its bracket.
  func valueEnd(_ entry: UnsafePointer<UInt32>) -> UInt32 {
    let byte = unsafe walk.bytes[Int(entry[0])]
    if byte == Byte.quote { return unsafe walk.closingQuote(entry) &+ 1 }
    return unsafe Byte.closes(byte) ? entry[0] &+ 1 : walk.scalarEnd(entry)
  }

  /// The first fault among the first `length` bytes, which begin with the value, and where its token
  /// begins.
  private func firstFault(inside length: Int) -> (error: JSONError, tokenStart: Int) {
    buffer.uncover()
    let text = unsafe UnsafeBufferPointer(rebasing: buffer.all[..<length])
    let (error, place) = unsafe firstFault(in: text, from: 0)
    guard let error else {
      return (absolute(JSONError(.incomplete, at: 0, expected: .value), at: buffer.offset), 0)
    }
    return (error, place)
  }
}
