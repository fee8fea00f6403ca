import Sluice

/// Skips what surrounds the array of records: keys and values, one at a time. Under `.full` each is
/// checked in memory. Otherwise only what is needed to find the array is examined.
extension ValueFraming {
  /// Notes that the array's closing bracket was read. `position`: before it.
  mutating func endArray(at position: FeedPosition) {
    enclosingPath?.phase = .after
    enclosingPath?.expects = .separator
    enclosingPath?.held = position
  }

  /// Rejects the rest of the source as one record.
  private mutating func rejectRest(_ error: JSONError, _ rest: inout Window) -> FramingStep {
    skip(to: .source, error, &rest)
  }

  /// Skips one bracket, comma, key or value. Leading white space has been skipped.
  mutating func passSurroundings(_ now: EnclosingPath, _ rest: inout Window) -> FramingStep {
    guard let byte = unsafe rest.bytes.first else { return .needsMore }
    var now = now
    if now.phase == .before, now.held == nil {
      // A feed that is opened anywhere else takes what it finds for elements.
      var start = rest.start
      (start.offset, start.line) = (partStart.offset, partStart.line)
      now.held = start
    }
    if now.phase == .after, now.levels.isEmpty {
      return rejectRest(
        JSONError(.trailingContent, at: 0, name: nil, reason: "the array has ended"), &rest)
    }
    switch (now.expects, byte) {
    case (.target, Byte.openBracket) where now.levels.count == now.pointer.tokens.count:
      now.phase = .inside
      now.held = nil
      place = .first
    case (.target, Byte.openBrace), (.target, Byte.openBracket):
      guard now.levels.count < now.pointer.tokens.count else {
        return .failed(noArray(now, "an object"))
      }
      now.levels.append(byte == Byte.openBrace)
      now.passed = 0
      now.expects = .firstMember
    case (.target, _): return .failed(noArray(now, "neither an object nor an array"))
    case (.firstMember, Byte.closeBrace), (.firstMember, Byte.closeBracket),
      (.separator, Byte.closeBrace), (.separator, Byte.closeBracket):
      return closeLevel(now, byte, &rest)
    case (.separator, Byte.comma): now.expects = .member
    case (.colon, Byte.colon): now.expects = now.isOnPath ? .target : .passed
    case (.colon, _) where now.levels.last == .some(nil) && byte != Byte.colon:
      // The apparent key was an element of an array.
      now.levels[now.levels.count - 1] = false
      now.expects = .separator
      enclosingPath = now
      return .passed
    case (.firstMember, _), (.member, _): return passMember(now, &rest)
    case (.passed, _): return passValue(now, &rest)
    case (.colon, _): return rejectRest(unreadable(.colon), &rest)
    case (.separator, _): return rejectRest(unreadable(expectedSeparator(now)), &rest)
    }
    enclosingPath = now
    pass(1, &rest)
    return .passed
  }

  private mutating func closeLevel(
    _ now: EnclosingPath, _ byte: UInt8, _ rest: inout Window
  ) -> FramingStep {
    var now = now
    if let isObject = now.levels.last ?? nil, isObject != (byte == Byte.closeBrace) {
      return rejectRest(unreadable(expectedSeparator(now)), &rest)
    }
    // Levels close only after the array: if it was not found inside this one, it does not exist.
    if now.phase == .before { return .failed(noArray(now, nil)) }
    now.levels.removeLast()
    now.expects = .separator
    enclosingPath = now
    pass(1, &rest)
    return .passed
  }

  /// Skips a key or an element of an array.
  private mutating func passMember(
    _ now: EnclosingPath, _ rest: inout Window
  ) -> FramingStep {
    var now = now
    // A feed that was opened inside the array finds out here what surrounds it.
    let isObject = unsafe (now.levels.last ?? nil) ?? (rest.bytes[0] == Byte.quote ? nil : false)
    if isObject == false {
      if now.phase == .before, now.step.index == now.passed {
        now.expects = .target
      } else {
        now.passed += 1
        now.expects = .passed
      }
      enclosingPath = now
      return .passed
    }
    guard unsafe rest.bytes[0] == Byte.quote else {
      return rejectRest(unreadable(.key), &rest)
    }
    let length: Int
    switch measure(&now, rest) {
    case .whole(let whole, _): length = whole
    case .tooLong: return rejectRest(rules.tooLarge(), &rest)
    case .needsMore: return .needsMore
    }
    let text = unsafe rest.first(length)
    if let fault = unsafe FaultScan.firstFault(in: text, depthLimit: rules.depthLimit) {
      return rejectRest(fault, &rest)
    }
    do throws(JSONError) {
      if let fault = try unsafe front.indexer.openAlone(text) { return .failed(fault) }
    } catch {
      return .failed(error)
    }
    let key = unsafe RawString(JSONPosition(rootOf: front.indexer.index))
    now.isOnPath =
      unsafe now.phase == .before
      && key.withUTF8 { unsafe $0.elementsEqual(now.step.key.utf8) } ?? false
    now.expects = .colon
    enclosingPath = now
    front.indexer.close()
    pass(length, &rest)
    return .passed
  }

  private mutating func passValue(_ now: EnclosingPath, _ rest: inout Window) -> FramingStep {
    var now = now
    switch unsafe rest.bytes[0] {
    case Byte.closeBrace, Byte.closeBracket, Byte.comma, Byte.colon:
      return rejectRest(unreadable(.value), &rest)
    default: break
    }
    let (length, hasEnded): (Int, Bool)
    switch measure(&now, rest) {
    case .whole(let found, let isOver): (length, hasEnded) = (found, isOver)
    case .needsMore: return .needsMore
    case .tooLong(let scan, let isOver):
      now.expects = .separator
      enclosingPath = now
      return skip(
        to: .value(scan, isKnown: isOver), rules.checksInFull ? rules.tooLarge() : nil, &rest)
    }
    now.expects = .separator
    enclosingPath = now
    guard rules.checksInFull || !hasEnded,
      let fault = unsafe FaultScan.firstFault(in: rest.first(length), depthLimit: rules.depthLimit)
    else {
      pass(length, &rest)
      return .passed
    }
    isDone = !hasEnded
    let extent = front.extent(length, of: rest)
    front.end(at: passed + length)
    return .rejected(extent, fault)
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
  private mutating func measure(
    _ now: inout EnclosingPath, _ rest: borrowing Window
  ) -> Measured {
    var scan = now.scan ?? ValueScan(.elements, indent: 0)
    // The front is where the value begins, as long as it is measured.
    let hasEnded = unsafe scan.scan(rest.rest(from: scan.seen))
    let isTooLong = scan.length > rules.longest
    now.scan = hasEnded || isTooLong || rest.isLast ? nil : scan
    enclosingPath?.scan = now.scan
    if isTooLong { return .tooLong(scan, hasEnded: hasEnded) }
    if !hasEnded, rules.leavesUnfinishedEnd, now.phase == .before { return .needsMore }
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
  func rejectCutArray(_ rest: borrowing Window) -> FramingStep? {
    guard let enclosingPath else { return nil }
    let expected: JSONError.Expectation
    switch enclosingPath.phase {
    case .inside:
      switch place {
      case .anything: return nil
      case .first: expected = .valueOrBracket
      case .value: expected = .value
      case .separator: expected = .commaOrBracket
      }
    case .after where enclosingPath.levels.isEmpty: return nil
    case .after: expected = expectedSeparator(enclosingPath)
    case .before: expected = enclosingPath.expects == .target ? .array : .key
    }
    let error =
      enclosingPath.isEmpty
      ? JSONError(.empty, at: 0) : JSONError(.incomplete, at: 0, expected: expected)
    return .skipped(SkippedText(at: rest.start), error)
  }
}
