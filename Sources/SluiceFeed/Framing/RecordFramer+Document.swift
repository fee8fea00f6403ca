import Sluice

/// A source that is one document.
extension RecordFramer {
  /// Reads to the end or to the size limit. Leading white space has been skipped.
  func readDocument(_ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    let rest = unsafe buffer.rest
    guard buffer.isAtEnd else {
      // Trailing white space does not count, but finding it here would cost a search.
      return rest.count > options.maximumRecordSize + (1 << 20)
        ? try skip(to: .source, tooLarge(), rejected) : .needsMore
    }
    var length = rest.count
    while length > 0, unsafe rest[length - 1].isJSONSpace { length -= 1 }
    if length > options.maximumRecordSize { return try skip(to: .source, tooLarge(), rejected) }
    if options.leavesUnfinishedEnd {
      var scan = ValueScan(.concatenated, indent: 0)
      if unsafe !scan.scan(rest) { return .needsMore }
    }
    values.place = .value
    return try readUnit(length: length, body, rejected)
  }
}
