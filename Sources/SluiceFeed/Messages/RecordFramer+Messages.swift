internal import CKafka
import Sluice

/// Messages: as many as fit a window are indexed at once. Those that are not objects on one line, or that the
/// window is refused for, are indexed alone.
extension RecordFramer {
  /// Reads the messages that have come. Returns false at the end.
  func readMessages(
    of partition: KafkaPartition, by former: LineFormer, _ body: Body, _ rejected: Rejected
  ) throws -> Bool {
    let isThere = try partition.fill()
    former.head?.begin(partition)
    // In a variable: each access to a field of an object is checked.
    var window = messageWindow.take() ?? MessageWindow()
    do {
      try readAhead(&window, of: partition, by: former, body, rejected)
    } catch {
      messageWindow = consume window
      throw error
    }
    messageWindow = consume window
    // What comes after the last message, up to the position, has none.
    unsafe state.pointee.position.offset = partition.offset
    if !isThere { partition.end() }
    return isThere
  }

  /// Reads the messages that were taken from the partition's reader.
  private func readAhead(
    _ window: inout MessageWindow, of partition: KafkaPartition, by former: LineFormer,
    _ body: Body, _ rejected: Rejected
  ) throws {
    while unsafe !partition.ahead.isEmpty {
      gatherMessages(in: &window, of: partition, by: former)
      if !window.isEmpty {
        let all = 0..<window.count
        guard try readWindow(window, all, of: partition, by: former, body, rejected) else { break }
      } else {
        guard try readAlone(of: partition, by: former, body, rejected) else { break }
      }
    }
  }

  /// Fills the window with the next messages. It is empty if the first of them has to be read alone.
  private func gatherMessages(
    in window: inout MessageWindow, of partition: KafkaPartition, by former: LineFormer
  ) {
    window.removeAll()
    guard former.form.isPlain else { return }
    let head = former.describesMessages ? former.head : nil
    let ahead = unsafe partition.ahead
    let longest = options.maximumRecordSize
    var next = partition.offset
    for i in ahead.indices {
      // One that the partition does not lend, because brokers sent it twice, would be out of place.
      guard unsafe ahead[i].pointee.offset >= next else { return }
      next = unsafe ahead[i].pointee.offset &+ 1
      guard unsafe window.append(ahead[i], head, longest: longest) else { return }
    }
  }

  /// Reads lines of the window. Returns false when the partition lends no more.
  private func readWindow(
    _ window: borrowing MessageWindow, _ range: Range<Int>, of partition: KafkaPartition,
    by former: LineFormer, _ body: Body, _ rejected: Rejected
  ) throws -> Bool {
    let text = unsafe window.text(of: range)
    guard case .indexed(let tokens, let count, let noted) = try unsafe indexer.index(text) else {
      return try readParts(window, range, of: partition, by: former, body, rejected)
    }
    guard let base = text.baseAddress else { return true }
    var lines = unsafe WindowLines(text, tokens, count, noted: noted, ends: lineEnds)
    let (checksInFull, delivery, indexer) = (options.checking == .full, delivery, indexer)
    let index = unsafe indexer.index
    var (lineStart, token): (Int, UInt32) = (0, 0)
    for i in range {
      guard let line = lines.next(from: lineStart, first: token) else { return true }
      let record = IndexedExtent(token, line.tokens, lineStart, Int(line.newline))
      (lineStart, token) = (Int(line.newline) &+ 1, line.tokens)
      guard let message = unsafe partition.popMessage() else { return false }
      let value = unsafe UnsafeBufferPointer(
        start: message.pointee.value, count: message.pointee.value_count)
      unsafe former.enter(
        value, as: UnsafeBufferPointer(start: base + record.start, count: record.length),
        at: record.start, headCount: window.headCounts[i])
      unsafe index.open(record)
      unsafe beginMessage(message, value, of: partition)
      if !checksInFull,
        unsafe indexer.isBracketed(
          base[Int(tokens[Int(record.first)])], base[Int(tokens[Int(record.next &- 1)])])
      {
        try delivery.lend(body)
      } else {
        try delivery.deliver(indexer.faultInFull(), body, rejected)
      }
    }
    return true
  }

  /// Reads lines of a window that was refused.
  private func readParts(
    _ window: borrowing MessageWindow, _ range: Range<Int>, of partition: KafkaPartition,
    by former: LineFormer, _ body: Body, _ rejected: Rejected
  ) throws -> Bool {
    if range.count <= RecordFramer.messagesReadAlone {
      for _ in range {
        guard try readAlone(of: partition, by: former, body, rejected) else { return false }
      }
      return true
    }
    let middle = range.lowerBound + range.count / 2
    return try readWindow(
      window, range.lowerBound..<middle, of: partition, by: former, body, rejected)
      && readWindow(window, middle..<range.upperBound, of: partition, by: former, body, rejected)
  }

  /// The number of messages in a refused window that are no longer divided.
  private static let messagesReadAlone = 4

  /// Reads the next message by itself. Returns false if the partition lends none.
  private func readAlone(
    of partition: KafkaPartition, by former: LineFormer, _ body: Body, _ rejected: Rejected
  ) throws -> Bool {
    guard let message = unsafe partition.popMessage() else { return false }
    // Sound because the partition keeps the message until it is filled again. A tombstone has no bytes, but
    // a place.
    let value = unsafe UnsafeBufferPointer(
      start: message.pointee.value ?? indexer.index.pointee.bytes,
      count: message.pointee.value_count)
    let fault =
      unsafe value.count > options.maximumRecordSize
      ? former.refuse(value, tooLarge())
      : try former.open(message, value, with: indexer, inFull: options.checking == .full)
    unsafe beginMessage(message, value, of: partition)
    try delivery.deliver(fault, body, rejected)
    return true
  }

  @inline(__always)
  private func beginMessage(
    _ message: UnsafePointer<ckf_message>, _ value: UnsafeBufferPointer<UInt8>,
    of partition: KafkaPartition
  ) {
    unsafe state.pointee.position.line &+= 1
    unsafe state.pointee.position.offset = partition.offset
    unsafe state.pointee.begin(
      message: RecordExtent(value, in: indexer.index.pointee.bytes, at: message.pointee.offset))
  }
}
