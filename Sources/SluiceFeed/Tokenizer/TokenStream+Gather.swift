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
  /// Brings the whole current value into one window, at its front. Returns false if more must be
  /// fed.
  func gather() throws(JSONError) -> Bool {
    if gathering == nil { drop() }
    var look = gathering ?? Gathering(step: options.windowSize)
    gathering = nil
    needsBytes = false
    while true {
      let length = min(buffer.count - look.scanned, look.step)
      let upTo = look.scanned + length
      let isLast = hasEnded && upTo == buffer.count
      if isLast || (upTo > look.known && isWorthALook(look, length)) {
        if let end = try lookOn(&look, length, isLast: isLast) {
          guard end <= options.maximumRecordSize else { throw tooLarge() }
          let usual = min(buffer.count, options.windowSize)
          let isWhole = end >= usual || (hasEnded && usual == buffer.count)
          try indexWindow(max(end, usual), isLast: isWhole)
          return true
        }
        if isLast { throw faultInside(upTo) }
        guard upTo <= options.maximumRecordSize else { throw tooLarge() }
        continue
      }
      look.known = max(look.known, upTo)
      guard let reader, !hasEnded else {
        gathering = look
        needsBytes = !hasEnded
        return false
      }
      hasEnded = try buffer.read(upTo: options.windowSize, reader) == 0
    }
  }

  private func isWorthALook(_ look: Gathering, _ length: Int) -> Bool {
    look.known == look.scanned || length == look.step
      || mayEnd(tokenAt: look.scanned, from: look.known)
  }

  /// Examines the next `length` bytes of the value. Returns where it ends, or nil.
  private func lookOn(
    _ look: inout Gathering, _ length: Int, isLast: Bool
  ) throws(JSONError) -> Int? {
    buffer.uncover()
    guard let base = buffer.base else { return nil }
    let start = base + look.scanned
    let whole = isLast ? length : csj_whole_characters(start, length)
    guard let found = try stageOne(at: look.scanned, whole) else {
      throw faultInside(look.scanned + length)
    }
    let complete = completeTokens(found, start, whole, isLast: isLast)
    if complete.isFaulty { throw faultInside(look.scanned + length) }
    walk.bytes = UnsafePointer(start)
    for entry in found.tokens..<found.tokens + complete.count {
      let byte = walk.bytes[Int(entry[0])]
      if Byte.opens(byte) {
        look.depth += 1
      } else if Byte.closes(byte) {
        look.depth -= 1
        if look.depth <= 0 { return look.scanned + Int(entry[0]) + 1 }
      } else if look.depth == 0 {
        return look.scanned + Int(valueEnd(entry))
      }
    }
    if complete.rest > 0 {
      look.scanned += complete.rest
      look.known = look.scanned
      look.step = options.windowSize
    } else {
      look.known = look.scanned + length
      if length == look.step { look.step *= 2 }
    }
    return nil
  }

  /// The end of the value that begins at an entry; for a container, after its bracket.
  func valueEnd(_ entry: UnsafePointer<UInt32>) -> UInt32 {
    let byte = walk.bytes[Int(entry[0])]
    if byte == Byte.quote { return walk.closingQuote(entry) &+ 1 }
    return Byte.closes(byte) ? entry[0] &+ 1 : walk.scalarEnd(entry)
  }

  /// The first fault among the first `length` bytes, which begin with the value.
  private func faultInside(_ length: Int) -> JSONError {
    buffer.uncover()
    let text = UnsafeBufferPointer(rebasing: buffer.all[..<length])
    return firstFault(in: text, from: 0).error
      ?? absolute(JSONError(.incomplete, at: 0, expected: .value), at: buffer.offset)
  }

  private func tooLarge() -> JSONError {
    absolute(
      JSONError(.tooLarge, at: 0, name: "\(options.maximumRecordSize)"), at: buffer.offset)
  }
}
