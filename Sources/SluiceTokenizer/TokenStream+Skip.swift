import Sluice

/// A skip that was begun. It is part of the stream's state, so that it may end in a later chunk.
struct TokenSkip {
  enum Stage {
    /// It is not known yet whether a value comes.
    case waiting
    case inside
    /// The value is skipped, but no call has said so.
    case done
  }

  /// The depth around the value.
  let depth: Int
  var stage = Stage.waiting
}

/// What comes next, and skipping it.
///
/// Each call of the tokenizer is a request. One that needs more bytes says so (`needsBytes`), and changes
/// nothing but `skip`, `gathering` and `lendsContainer`, which say how far it came.
extension TokenStream {
  /// Skips the next value, with its key. False: none comes next, or more must be fed.
  func skipValue() throws(JSONError) -> Bool {
    if skip == nil { skip = TokenSkip(depth: walk.levels.depth) }
    do throws(JSONError) {
      let isSkipped = try continueSkip()
      endRequest()
      return isSkipped
    } catch {
      throw fail(error)
    }
  }

  /// Begins a request: ends the skip that waits, if any. False: it waits still.
  func finishSkip() throws(JSONError) -> Bool {
    needsBytes = false
    guard skip != nil else { return true }
    _ = try continueSkip()
    return !needsBytes
  }

  /// Ends a request. If it was answered, those that waited before it are over.
  func endRequest() {
    if !needsBytes { (skip, lendsContainer) = (nil, false) }
  }

  /// Whether the value is skipped. False: no value comes next, or more must be fed.
  private func continueSkip() throws(JSONError) -> Bool {
    needsBytes = false
    guard var skip else { return false }
    if skip.stage == .waiting {
      forgetToken()
      guard try upcoming() != .nothing else { return false }
      skip.stage = .inside
    }
    // Meanwhile, `next` must not see a skip.
    self.skip = nil
    while skip.stage == .inside, let kind = try next() {
      if walk.levels.depth == skip.depth, kind != .key, walk.isLast { skip.stage = .done }
    }
    self.skip = skip
    return skip.stage == .done
  }

  private func next() throws(JSONError) -> JSONToken.Kind? {
    if unsafe memory.pointee.here < memory.pointee.fastStop,
      let kind = unsafe memory.pointee.nextQuickly()
    {
      return kind
    }
    return try nextSlowly()
  }

  enum Upcoming {
    /// A value comes next.
    case value
    /// A key comes next, or the rest of a token in pieces.
    case part
    /// A closing bracket or the end comes next, or more must be fed.
    case nothing
  }

  /// Moves before the next value, key or closing bracket.
  func upcoming() throws(JSONError) -> Upcoming {
    guard long == nil else { return .part }
    while true {
      if unsafe walk.here >= walk.stop {
        switch try refill() {
        case .nothing: return .nothing
        case .tokens: continue
        case .longToken: return try upcomingLong()
        }
      }
      let byte = unsafe walk.bytes[Int(walk.here[0])]
      switch walk.place {
      case .behind:
        if byte == walk.closing { return .nothing }
        guard byte == Byte.comma else { throw fault() }
        if walk.isInObject { return .part }
        unsafe walk.here += 1
        walk.place = .value
      case .colon:
        guard byte == Byte.colon else { throw fault() }
        unsafe walk.here += 1
        walk.place = .value
      case .key: return .part
      case .firstKey, .firstValue:
        if byte == walk.closing { return .nothing }
        return walk.place == .firstKey ? .part : .value
      case .value, .root: return .value
      case .end:
        guard options.takesSeveralDocuments else { throw fault() }
        walk.place = .root
      }
    }
  }

  /// The same for a token that fills the window.
  private func upcomingLong() throws(JSONError) -> Upcoming {
    if walk.place == .end, options.takesSeveralDocuments { walk.place = .root }
    switch walk.place {
    case .value, .firstValue, .root: return .value
    case .key, .firstKey: return .part
    case .behind, .colon, .end: throw fault()
    }
  }
}
