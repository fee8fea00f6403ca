import Sluice

/// Skips what surrounds the array of records: keys and values, one at a time. Under `.full` each is
/// checked in memory. Otherwise only what is needed to find the array is examined.
extension RecordFramer {
  /// Notes that the array's closing bracket was read. `position`: before it.
  func endArray(at position: FeedPosition) {
    values.enclosingPath?.phase = .after
    values.enclosingPath?.expects = .separator
    values.enclosingPath?.held = position
  }

  /// Rejects the rest of the source as one record.
  private func rejectRest(_ error: JSONError, _ rejected: Rejected) throws -> ReadingStep {
    try skip(to: .source, error, rejected)
  }

  /// Skips one bracket, comma, key or value. Leading white space has been skipped.
  func passSurroundings(_ now: EnclosingPath, _ rejected: Rejected) throws -> ReadingStep {
    guard let byte = unsafe buffer.rest.first else { return .needsMore }
    var now = now
    if now.phase == .before, now.held == nil {
      // A feed that is opened anywhere else takes what it finds for elements.
      var start = unsafe state.pointee.position
      unsafe start.offset = state.pointee.start.offset
      unsafe start.line = state.pointee.start.line
      now.held = start
    }
    if now.phase == .after, now.levels.isEmpty {
      return try rejectRest(
        JSONError(.trailingContent, at: 0, name: nil, reason: "the array has ended"), rejected)
    }
    switch (now.expects, byte) {
    case (.target, Byte.openBracket) where now.levels.count == now.pointer.tokens.count:
      now.phase = .inside
      now.held = nil
      values.place = .first
    case (.target, Byte.openBrace), (.target, Byte.openBracket):
      guard now.levels.count < now.pointer.tokens.count else { throw noArray(now, "an object") }
      now.levels.append(byte == Byte.openBrace)
      now.passed = 0
      now.expects = .firstMember
    case (.target, _): throw noArray(now, "neither an object nor an array")
    case (.firstMember, Byte.closeBrace), (.firstMember, Byte.closeBracket),
      (.separator, Byte.closeBrace), (.separator, Byte.closeBracket):
      return try closeLevel(now, byte, rejected)
    case (.separator, Byte.comma): now.expects = .member
    case (.colon, Byte.colon): now.expects = now.isOnPath ? .target : .passed
    case (.colon, _) where now.levels.last == .some(nil) && byte != Byte.colon:
      // The apparent key was an element of an array.
      now.levels[now.levels.count - 1] = false
      now.expects = .separator
      values.enclosingPath = now
      return .progress
    case (.firstMember, _), (.member, _): return try passMember(now, rejected)
    case (.passed, _): return try passValue(now, rejected)
    case (.colon, _): return try rejectRest(unreadable(.colon), rejected)
    case (.separator, _): return try rejectRest(unreadable(expectedSeparator(now)), rejected)
    }
    values.enclosingPath = now
    pass(1)
    return .progress
  }

  private func closeLevel(
    _ now: EnclosingPath, _ byte: UInt8, _ rejected: Rejected
  ) throws -> ReadingStep {
    var now = now
    if let isObject = now.levels.last ?? nil, isObject != (byte == Byte.closeBrace) {
      return try rejectRest(unreadable(expectedSeparator(now)), rejected)
    }
    // Levels close only after the array: if it was not found inside this one, it does not exist.
    if now.phase == .before { throw noArray(now, nil) }
    now.levels.removeLast()
    now.expects = .separator
    values.enclosingPath = now
    pass(1)
    return .progress
  }

  /// Skips a key or an element of an array.
  private func passMember(_ now: EnclosingPath, _ rejected: Rejected) throws -> ReadingStep {
    var now = now
    // A feed that was opened inside the array finds out here what surrounds it.
    let isObject = unsafe (now.levels.last ?? nil) ?? (buffer.rest[0] == Byte.quote ? nil : false)
    if isObject == false {
      if now.phase == .before, now.step.index == now.passed {
        now.expects = .target
      } else {
        now.passed += 1
        now.expects = .passed
      }
      values.enclosingPath = now
      return .progress
    }
    guard unsafe buffer.rest[0] == Byte.quote else {
      return try rejectRest(unreadable(.key), rejected)
    }
    let length: Int
    switch measure(&now) {
    case .whole(let whole, _): length = whole
    case .tooLong: return try rejectRest(tooLarge(), rejected)
    case .needsMore: return .needsMore
    }
    let text = unsafe buffer.first(length)
    if let fault = unsafe FaultScan.firstFault(in: text, depthLimit: options.depthLimit) {
      return try rejectRest(fault, rejected)
    }
    if let fault = try unsafe indexer.openAlone(text) { throw fault }
    let key = unsafe RawString(JSONPosition(rootOf: indexer.index))
    now.isOnPath =
      unsafe now.phase == .before
      && key.withUTF8 { unsafe $0.elementsEqual(now.step.key.utf8) } ?? false
    now.expects = .colon
    values.enclosingPath = now
    indexer.close()
    pass(length)
    return .progress
  }

  private func passValue(_ now: EnclosingPath, _ rejected: Rejected) throws -> ReadingStep {
    var now = now
    switch unsafe buffer.rest[0] {
    case Byte.closeBrace, Byte.closeBracket, Byte.comma, Byte.colon:
      return try rejectRest(unreadable(.value), rejected)
    default: break
    }
    let (length, hasEnded): (Int, Bool)
    switch measure(&now) {
    case .whole(let found, let isOver): (length, hasEnded) = (found, isOver)
    case .needsMore: return .needsMore
    case .tooLong(let scan, let isOver):
      now.expects = .separator
      values.enclosingPath = now
      return try skip(
        to: .value(scan, isKnown: isOver), options.checking == .full ? tooLarge() : nil, rejected)
    }
    let text = unsafe buffer.first(length)
    let before = front
    now.expects = .separator
    values.enclosingPath = now
    guard options.checking == .full || !hasEnded,
      let fault = unsafe FaultScan.firstFault(in: text, depthLimit: options.depthLimit)
    else {
      pass(length)
      return .progress
    }
    values.isDone = !hasEnded
    unsafe noteUnit(text)
    defer { consumeValues(length, from: before) }
    try delivery.reject(fault, rejected)
    return .progress
  }

  private enum Measured {
    case whole(Int, hasEnded: Bool)
    /// It is longer than a record may be.
    case tooLong(ValueScan, hasEnded: Bool)
    /// How far it was scanned is noted.
    case needsMore
  }

  /// Finds the end of the key or value at the front. A value cut by the end of the source has not
  /// ended.
  private func measure(_ now: inout EnclosingPath) -> Measured {
    var scan = now.scan ?? ValueScan(.elements, indent: 0)
    // The front is where the value begins, as long as it is measured.
    let rest = unsafe buffer.rest.dropFirst(scan.seen)
    let hasEnded = unsafe scan.scan(UnsafeBufferPointer(rebasing: rest))
    let isTooLong = scan.length > options.maximumRecordSize
    now.scan = hasEnded || isTooLong || buffer.isAtEnd ? nil : scan
    values.enclosingPath?.scan = now.scan
    if isTooLong { return .tooLong(scan, hasEnded: hasEnded) }
    if !hasEnded, options.leavesUnfinishedEnd, now.phase == .before { return .needsMore }
    return now.scan == nil ? .whole(scan.length, hasEnded: hasEnded) : .needsMore
  }

  private func expectedSeparator(_ now: EnclosingPath) -> JSONError.Expectation {
    (now.levels.last ?? nil) ?? true ? .commaOrBrace : .commaOrBracket
  }

  private func unreadable(_ expected: JSONError.Expectation) -> JSONError {
    JSONError(
      .unexpectedToken, at: 0, expected: expected, name: nil,
      reason: "the rest of the feed is this one bad record")
  }

  private func noArray(_ now: EnclosingPath, _ found: String?) -> JSONError {
    let path = JSONPointer(tokens: Array(now.pointer.tokens.prefix(now.levels.count)))
    let place = now.levels.isEmpty ? "the root" : "\"\(path)\""
    return JSONError(
      .invalidPath, at: 0, name: now.pointer.description,
      reason: found.map { "expected an array as the feed's framing says, but \(place) is \($0)" }
        ?? "the feed has no such value")
  }

  /// Rejects an array that the end of the source cuts. It counts as one bad record, unless it ends
  /// in a record that was already rejected.
  func rejectCutArray(_ rejected: Rejected) throws {
    guard let enclosingPath = values.enclosingPath else { return }
    let expected: JSONError.Expectation
    switch enclosingPath.phase {
    case .inside:
      switch values.place {
      case .anything: return
      case .first: expected = .valueOrBracket
      case .value: expected = .value
      case .separator: expected = .commaOrBracket
      }
    case .after where enclosingPath.levels.isEmpty: return
    case .after: expected = expectedSeparator(enclosingPath)
    case .before: expected = enclosingPath.expects == .target ? .array : .key
    }
    unsafe state.pointee.uncounted = nil
    let error =
      enclosingPath.isEmpty
      ? JSONError(.empty, at: 0) : JSONError(.incomplete, at: 0, expected: expected)
    try unsafe delivery.reject(SkippedText(at: state.pointee.position), error, rejected)
  }
}
