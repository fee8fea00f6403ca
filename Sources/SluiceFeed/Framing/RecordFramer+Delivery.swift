import Sluice

/// Delivers what framings find.
extension RecordFramer {
  /// Delivers the records of a text, up to the end of what the framing can tell from it.
  ///
  /// The framing is passed by itself, because each access to a property of this object would be checked.
  func deliver<F: Framing & ~Copyable>(
    _ framing: inout F, in text: borrowing F.Text, _ body: Body, _ rejected: Rejected
  ) throws {
    let delivery = delivery
    let state = unsafe delivery.state
    defer { framing.moveOn() }
    while true {
      switch framing.next(in: text) {
      case .record(let record):
        unsafe state.pointee.begin(record)
        try delivery.lend(body)
      case .rejected(let record, let error):
        unsafe state.pointee.begin(record)
        try delivery.reject(error, rejected)
      case .blank(let lines, let offset): unsafe state.pointee.pass(lines: lines, to: offset)
      case .run:
        guard let runs else { continue }
        let read = framing.readRun(by: runs)
        guard read.count > 0 else { continue }
        unsafe state.pointee.position.recordNumber &+= Int64(read.count)
        unsafe state.pointee.pass(lines: Int64(read.count), to: read.offset)
      case .passed: return
      case .failed(let error, let lines, let offset):
        unsafe state.pointee.pass(lines: lines, to: offset)
        throw error
      }
    }
  }

  /// Reads a window of lines. `end`: the end of the source, if the window's last newline was added.
  func readLines(
    in bytes: UnsafeBufferPointer<UInt8>, end: Int64, _ body: Body, _ rejected: Rejected
  ) throws {
    let window = unsafe Window(bytes, at: state.pointee.position.offset, end: end)
    if let formed {
      var framing = formed
      return try deliver(&framing, in: window, body, rejected)
    }
    var framing = lines
    framing.offersRuns = runs != nil
    defer { lines = framing }
    try deliver(&framing, in: window, body, rejected)
  }

  /// Reads the messages that have come. Returns false at the end.
  func readMessages(
    of partition: KafkaPartition, by former: LineFormer, _ body: Body, _ rejected: Rejected
  ) throws -> Bool {
    let isThere = try partition.fill()
    former.head?.begin(partition)
    var framing = messages.take() ?? MessageFraming(former, indexer, FramingRules(options))
    do {
      try deliver(&framing, in: partition, body, rejected)
    } catch {
      unsafe state.pointee.add(messageBytes: framing.byteCount)
      messages = consume framing
      throw error
    }
    unsafe state.pointee.add(messageBytes: framing.byteCount)
    messages = consume framing
    // What comes after the last message, up to the position, has none.
    unsafe state.pointee.position.offset = partition.offset
    if !isThere { partition.end() }
    return isThere
  }
}
