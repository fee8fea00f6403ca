import Sluice

/// Delivers what framings find.
extension FeedReader: TextFramingReader {
  /// Delivers the records of a text, until the framing finds no further one in it. Returns why.
  ///
  /// The framing is passed by itself, because each access to a property of this object would be checked.
  func deliver<F: Framing & ~Copyable>(
    _ framing: inout F, in text: borrowing F.Text, _ body: Body, _ rejected: Rejected
  ) throws -> FramingStep {
    let delivery = delivery
    let state = unsafe delivery.state
    while true {
      while unsafe framing.openFound(in: text, as: &state.pointee.record) {
        unsafe state.pointee.begin()
        try delivery.lend(body)
      }
      let step = framing.next(in: text)
      switch step {
      case .record(let record):
        unsafe state.pointee.begin(record)
        try delivery.lend(body)
      case .faulty(let error):
        unsafe state.pointee.begin()
        try delivery.reject(error, rejected)
      case .rejected(let record, let error):
        unsafe state.pointee.begin(record)
        try delivery.reject(error, rejected)
      case .blank(let lines, let offset): unsafe state.pointee.pass(lines: lines, to: offset)
      case .found: continue
      case .run:
        guard let runs else { continue }
        let read = framing.readRun(by: runs)
        guard read.count > 0 else { continue }
        unsafe state.pointee.position.recordNumber &+= Int64(read.count)
        unsafe state.pointee.pass(lines: Int64(read.count), to: read.offset)
      case .passed, .skipped, .needsMore, .left, .end, .failed: return step
      }
    }
  }

  /// The framing, which the caller changes and puts back. No one else needs it meanwhile.
  private func takeFraming() -> ChosenFraming {
    var taken = ChosenFraming.none
    swap(&taken, &chosen)
    guard case .none = taken else { return taken }
    return unsafe ChosenFraming(
      framing, former, indexer, FramingRules(options), from: resumedAt, in: state.pointee.start)
  }

  // MARK: Lines

  /// Reads a window of lines. `end`: the end of the source, if the window's last newline was added.
  func readLines(
    in bytes: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    let window = unsafe Window(bytes, at: state.pointee.position, end: end)
    switch takeFraming() {
    case .lines(var framing):
      framing.offersRuns = runs != nil
      defer { chosen = .lines(framing) }
      try readLines(&framing, window, body, rejected)
    case .formedLines(var framing):
      defer { chosen = .formedLines(framing) }
      try readLines(&framing, window, body, rejected)
    default: preconditionFailure("the framing is not of lines")
    }
  }

  private func readLines<F: Framing>(
    _ framing: inout F, _ window: Window, _ body: Body, _ rejected: Rejected
  ) throws where F.Text == Window {
    defer { unsafe framing.moveOn(past: window.bytes) }
    if case .failed(let error) = try deliver(&framing, in: window, body, rejected) { throw error }
  }

  // MARK: Messages

  /// Reads the messages that have come. Returns false at the end.
  func readMessages(
    of partition: any MessagePartition, by former: LineFormer, _ body: Body, _ rejected: Rejected
  ) throws -> Bool {
    let isThere = try partition.fill()
    former.head?.begin(partition)
    var framing = messages.take() ?? MessageFraming(former, indexer, FramingRules(options))
    framing.begin()
    var failure: (any Error)?
    do {
      if case .failed(let error) = try deliver(&framing, in: partition, body, rejected) {
        failure = error
      }
    } catch {
      failure = error
    }
    unsafe state.pointee.add(messageBytes: framing.byteCount)
    messages = consume framing
    if let failure { throw failure }
    // What comes after the last message, up to the position, has none.
    unsafe state.pointee.position.offset = partition.offset
    if !isThere { partition.end() }
    return isThere
  }

  // MARK: Other text

  /// Delivers the contents of the buffer, and reads on only if that delivers nothing.
  func readValueWindow(
    waits: Bool = true, _ body: Body, _ rejected: Rejected
  ) throws -> ReadingStep {
    if buffer.shrink() { indexer.releaseMemory() }
    var framing = takeFraming()
    defer { chosen = framing }
    return try framing.read(by: self, waits: waits, body, rejected)
  }

  func read<F: TextFraming>(
    _ framing: inout F, waits: Bool, _ body: Body, _ rejected: Rejected
  ) throws -> ReadingStep {
    while true {
      let found = try readFront(&framing, body, rejected)
      guard case .needsMore = found else { return found }
      guard waits || source.isReady else { return .needsMore }
      let followed = source.followed
      followed?.reportsQuiet = true
      if try buffer.readMore(from: source) { continue }
      guard let followed else { return .needsMore }
      if framing.settle(for: front) { continue }
      if followed.ownerHearsQuiet { return .needsMore }
    }
  }

  /// What was read and not consumed.
  private var front: Window {
    unsafe Window(
      buffer.rest, at: state.pointee.position, isLast: buffer.isAtEnd,
      hasMore: buffer.lastReadWasFull && !buffer.isAtEnd)
  }

  /// Delivers what the framing finds at the front of the buffer, and consumes it.
  private func readFront<F: TextFraming>(
    _ framing: inout F, _ body: Body, _ rejected: Rejected
  ) throws -> ReadingStep {
    let window = front
    unsafe state.pointee.uncounted = unsafe window.bytes.baseAddress
    let step: FramingStep
    do {
      step = try deliver(&framing, in: window, body, rejected)
    } catch {
      consume(window, &framing)
      throw error
    }
    consume(window, &framing)
    switch step {
    case .needsMore: return .needsMore
    case .end: return .end
    case .left(let end, let position):
      unfinishedEnd = end
      unsafe state.pointee.position = position
      return .end
    case .failed(let error): throw error
    case .skipped(let text, let error): try delivery.reject(text, error, rejected)
    case .record, .found, .faulty, .rejected, .blank, .run, .passed: break
    }
    return .progress
  }

  /// Consumes what was delivered or passed of a window, and counts its lines.
  private func consume<F: TextFraming>(_ window: Window, _ framing: inout F) {
    let delivered = unsafe Int(state.pointee.position.offset - window.offset)
    let text = unsafe window.first(max(delivered, framing.passed))
    // Some newlines may already have been counted for a record's line number.
    if let start = unsafe state.pointee.uncounted, let base = text.baseAddress {
      let left = unsafe UnsafeBufferPointer(
        start: start, count: max(base + text.count - start, 0))
      unsafe state.pointee.position.line += Int64(ValueEnds.newlines(in: left))
    }
    unsafe state.pointee.uncounted = nil
    unsafe state.pointee.position.offset = window.offset + Int64(text.count)
    unsafe framing.moveOn(past: text)
    buffer.consume(text.count)
  }
}
