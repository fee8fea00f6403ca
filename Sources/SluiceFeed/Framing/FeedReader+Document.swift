import Sluice

/// A source that is one document.
extension FeedReader {
  /// Reads to the end or to the size limit. Leading white space has been skipped.
  func deliverDocument(_ body: Body, _ rejected: Rejected) throws -> ValueOutcome {
    let rest = buffer.rest
    guard buffer.isAtEnd else {
      // Trailing white space does not count, but finding it here would cost a search.
      return rest.count > options.maximumRecordSize + (1 << 20)
        ? try rejectRest(tooLarge(), rejected) : .needsMore
    }
    var length = rest.count
    while length > 0, rest[length - 1].isJSONSpace { length -= 1 }
    if length > options.maximumRecordSize { return try rejectRest(tooLarge(), rejected) }
    if options.leavesUnfinishedEnd {
      var scan = ValueScan(.concatenated, indent: 0)
      if !scan.scan(rest) { return .needsMore }
    }
    values.place = .value
    return try deliverUnit(length: length, body, rejected)
  }

  /// Rejects the rest of the source as one record, in bounded memory.
  func rejectRest(_ error: JSONError, _ rejected: Rejected) throws -> ValueOutcome {
    let offset = state.pointee.position.offset
    let line = state.pointee.position.line + 1
    let head = buffer.rest.prefix(RejectedRecord.mostBytes)
    let located = error.located(in: UnsafeBufferPointer(rebasing: head))
    var start: [UInt8] = []
    var length: Int64 = 0
    var seen: Int64 = 0
    while true {
      let rest = buffer.rest
      start += rest.prefix(RejectedRecord.mostBytes - start.count)
      if let last = rest.lastIndex(where: { !$0.isJSONSpace }) { length = seen + Int64(last) + 1 }
      seen += Int64(rest.count)
      pass(rest.count)
      if buffer.isAtEnd { break }
      _ = try buffer.readOn(from: source)
    }
    values.isDone = true
    state.pointee.position.recordNumber += 1
    state.pointee.rejected += 1
    try rejected(
      RejectedRecord(
        source: source.name, positionAfter: state.pointee.position, line: line, offset: offset,
        length: length, error: located, cause: nil,
        bytes: Array(start.prefix(Int(min(length, Int64(start.count)))))))
    return .progress
  }
}
