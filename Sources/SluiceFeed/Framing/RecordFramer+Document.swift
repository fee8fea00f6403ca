import Sluice

/// A source that is one document.
extension RecordFramer {
  /// Reads to the end or to the size limit. Leading white space has been skipped.
  func readDocument(_ body: Body, _ rejected: Rejected) throws -> ValueOutcome {
    let rest = unsafe buffer.rest
    guard buffer.isAtEnd else {
      // Trailing white space does not count, but finding it here would cost a search.
      return rest.count > options.maximumRecordSize + (1 << 20)
        ? try rejectRest(tooLarge(), rejected) : .needsMore
    }
    var length = rest.count
    while length > 0, unsafe rest[length - 1].isJSONSpace { length -= 1 }
    if length > options.maximumRecordSize { return try rejectRest(tooLarge(), rejected) }
    if options.leavesUnfinishedEnd {
      var scan = ValueScan(.concatenated, indent: 0)
      if unsafe !scan.scan(rest) { return .needsMore }
    }
    values.place = .value
    return try readUnit(length: length, body, rejected)
  }

  /// Rejects the rest of the source as one record, in bounded memory.
  func rejectRest(_ error: JSONError, _ rejected: Rejected) throws -> ValueOutcome {
    var text = unsafe SkippedText(at: state.pointee.position)
    let head = unsafe buffer.rest.prefix(RejectedRecord.mostBytes)
    let located = unsafe error.located(in: UnsafeBufferPointer(rebasing: head))
    while true {
      let rest = unsafe buffer.rest
      unsafe text.append(rest[...])
      pass(rest.count)
      if buffer.isAtEnd { break }
      _ = try buffer.readOn(from: source)
    }
    values.isDone = true
    try delivery.reject(text, located, rejected)
    return .progress
  }
}
