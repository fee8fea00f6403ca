import CSimdJSON
import Sluice

/// Handles one window after the other: drops consumed bytes, reads on, indexes.
extension TokenStream {
  enum Refilled {
    /// There are complete tokens.
    case tokens
    /// The window is full, and its first token does not end in it.
    case longToken
    /// The stream ends, or must be fed.
    case nothing
  }

  /// Continues after the last complete token. Throws if a fault comes next.
  func refill() throws(JSONError) -> Refilled {
    if let failure { throw failure }
    if let pendingFault { throw pendingFault }
    drop()
    gathering = nil
    while true {
      guard try hasNews(limit: options.windowSize) else {
        if hasEnded {
          if let fault = faultAtEnd() { throw fault }
        }
        return .nothing
      }
      let length = min(buffer.count, options.windowSize)
      try indexWindow(length, isLast: hasEnded && length == buffer.count)
      if unsafe walk.here < walk.stop { return .tokens }
      if let pendingFault { throw pendingFault }
      if rest == 0, length == options.windowSize { return .longToken }
      drop()
    }
  }

  /// Ensures that indexing pays: reads on until the token at the front may end. Returns false if
  /// the stream ends with nothing left, or must be fed.
  func hasNews(limit: Int) throws(JSONError) -> Bool {
    needsBytes = false
    while true {
      if beginStream() {
        if hasEnded { return buffer.count > 0 }
        if buffer.count >= limit { return true }
        if buffer.count > searched {
          if searched == 0 || mayEnd(tokenAt: 0, from: searched) { return true }
          searched = buffer.count
        }
      }
      guard let reader = unsafe reader, !hasEnded else {
        needsBytes = !hasEnded
        return false
      }
      try buffer.reserve(options.windowSize)
      let room = max(min(limit - buffer.count, options.windowSize), 1)
      hasEnded = try unsafe buffer.read(upTo: room, reader) == 0
    }
  }

  /// Skips the byte order mark and keeps the first bytes. False: there are too few to tell.
  private func beginStream() -> Bool {
    if head != nil { return true }
    let bytes = unsafe buffer.all
    guard
      unsafe hasEnded
        || bytes.count >= (bytes.first == 0xEF ? 7 : 4) && !TextEncoding.isUndecided(bytes)
    else { return false }
    let mark = unsafe bytes.count - bytes.behindByteOrderMark.count
    buffer.removeFirst(mark)
    firstOffset = buffer.offset
    head = unsafe Array(buffer.all.prefix(TextEncoding.headSize))
    return true
  }

  /// Whether the token that begins at `start` may end among the bytes from an offset on. Cheaper than
  /// indexing it again for each byte that arrives.
  func mayEnd(tokenAt start: Int, from: Int) -> Bool {
    guard let base = unsafe buffer.base else { return false }
    guard unsafe base[start] == Byte.quote else {
      for place in from..<buffer.count
      where unsafe csj_ends_scalar(base[place]) || base[place] == Byte.quote { return true }
      return false
    }
    var from = from
    while let quote = unsafe csj_find(base + from, Byte.quote, buffer.count - from) {
      let place = unsafe quote - UnsafePointer(base)
      var slashes = 0
      while place - slashes > start + 1, unsafe base[place - slashes - 1] == Byte.backslash {
        slashes += 1
      }
      if slashes.isMultiple(of: 2) { return true }
      from = place + 1
    }
    return false
  }

  /// Drops the returned tokens; the rest moves to the front. There is no current token then.
  func drop() {
    forgetToken()
    let isAtRest = unsafe walk.here >= walk.stop
    let done = unsafe isAtRest ? rest : Int(walk.here[0])
    buffer.removeFirst(done, keeping: bytesToKeep(dropping: done))
    if continuesString, let base = unsafe buffer.base { unsafe base[0] = Byte.quote }
    continuesString = false
    // A cut token was examined up to the window's end; complete tokens are examined again.
    let isSearched = isAtRest && pendingFault == nil
    searched = isSearched ? max(lookedAt - done, searched - done, 0) : 0
    closeWindow()
  }

  /// Leaves no window: the next one begins at the buffer's front.
  func closeWindow() {
    pendingFault = nil
    walk.windowOffset = buffer.offset
    (walk.windowEnd, lookedAt, rest) = (0, 0, 0)
    unsafe (walk.here, walk.fastStop) = unsafe (walk.stop, walk.stop)
    unsafe index.close()
  }

  /// Indexes the first `length` bytes: their complete tokens, up to the first fault that stage 1
  /// sees.
  func indexWindow(_ length: Int, isLast: Bool) throws(JSONError) {
    buffer.uncover()
    guard let base = unsafe buffer.base else { return }
    walk.windowOffset = buffer.offset
    var whole = unsafe isLast ? length : csj_whole_characters(base, length)
    pendingFault = nil
    var found = try stageOne(at: 0, whole)
    if found == nil {
      buffer.uncover()
      let text = unsafe UnsafeBufferPointer(rebasing: buffer.all[..<length])
      let (fault, tokenStart) = unsafe firstFault(in: text, from: 0)
      pendingFault = fault ?? absolute(JSONError(.invalidUTF8, at: 0), at: walk.windowOffset)
      whole = fault == nil ? 0 : tokenStart
      found = whole == 0 ? nil : try stageOne(at: 0, whole)
    }
    walk.windowEnd = whole
    lookedAt = length
    guard let found else {
      // The fault lies in the first token.
      (rest, walk.windowEnd) = (0, 0)
      unsafe (walk.here, walk.fastStop) = unsafe (walk.stop, walk.stop)
      return
    }
    var count = found.count
    rest = whole
    if pendingFault == nil {
      let complete = unsafe completeTokens(found, base, whole, isLast: isLast)
      (count, rest) = (complete.count, complete.rest)
      if complete.isFaulty {
        buffer.uncover()
        let text = unsafe UnsafeBufferPointer(rebasing: buffer.all[..<length])
        pendingFault = unsafe firstFault(in: text, from: 0).error
        _ = try stageOne(at: 0, whole)
      }
    }
    unsafe walk.bytes = unsafe UnsafePointer(base)
    unsafe walk.here = unsafe found.tokens
    unsafe walk.stop = unsafe walk.here + count
    walk.settle()
    walk.backslash = .max
    if options.checking == .full {
      let first = unsafe Escapes.firstBackslash(in: walk.bytes, from: 0, to: whole)
      walk.backslash = UInt32(truncatingIfNeeded: min(first, Int(UInt32.max)))
    }
    openIndex()
  }

  var window: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: walk.bytes, count: walk.windowEnd)
  }

  /// Makes the index describe the window: numbers are read through it.
  func openIndex() {
    unsafe index.open(
      first: 0, end: UInt32(truncatingIfNeeded: walk.stop - UnsafePointer(index.pointee.tokens)),
      length: UInt32(truncatingIfNeeded: walk.windowEnd))
  }

  /// Sound because it is used up before the engine indexes the next window.
  @safe
  struct Found {
    let tokens: UnsafePointer<UInt32>
    let count: Int
    let endsInString: Bool
  }

  /// The tokens that end in a window, and the start of the one that does not. That one is a fault
  /// if it is a string that can't be closed any more, or a scalar with a quote directly after it.
  func completeTokens(
    _ found: Found, _ window: UnsafeMutablePointer<UInt8>, _ length: Int, isLast: Bool
  ) -> (count: Int, rest: Int, isFaulty: Bool) {
    guard found.count > 0 else { return (0, length, false) }
    let last = unsafe Int(found.tokens[found.count - 1])
    let isString = unsafe window[last] == Byte.quote
    if found.endsInString { return (found.count - 1, last, isLast || !isString) }
    // A scalar at the window's end may continue.
    guard !isLast, !isString, unsafe !csj_ends_scalar(window[length - 1]) else {
      return (found.count, length, false)
    }
    return (found.count - 1, last, false)
  }

  /// Runs stage 1 over `count` bytes from an offset on. Nil: it refuses them.
  func stageOne(at offset: Int, _ count: Int) throws(JSONError) -> Found? {
    buffer.cover(at: offset + count)
    guard let base = unsafe buffer.base else { return nil }
    switch try unsafe storage.index(
      stream: base + offset, count: count, usualSize: options.windowSize)
    {
    case .refused: return nil
    case .indexed(let tokens, let count, let endsInString):
      return unsafe Found(tokens: tokens, count: count, endsInString: endsInString)
    }
  }
}
