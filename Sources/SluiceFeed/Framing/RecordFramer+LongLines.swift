import Sluice

/// Skips lines that exceed the record limit, in bounded memory. Each is one bad record, unless it is blank.
extension RecordFramer {
  /// Skips what the buffer holds of the line, and reads on.
  func skipLongLine(_ rejected: Rejected) throws -> ReadingStep {
    while true {
      switch passLongLine() {
      case .passed(let reject):
        if let reject { try rejected(reject) }
        return .progress
      case .left: return .end
      case .needsMore:
        guard try buffer.readMore(from: source) else { return .needsMore }
      }
    }
  }

  enum LongLineStep {
    /// The line has ended. Nil: it is blank.
    case passed(RejectedRecord?)
    /// It has no end yet, and is left for a later feed.
    case left
    case needsMore
  }

  /// Skips what the buffer holds of the line. The position stays before it until it has ended.
  func passLongLine() -> LongLineStep {
    // Taken out, so that nothing of it is copied.
    var line = longLine.take() ?? LongLine()
    let rest = unsafe buffer.rest
    let newline = unsafe firstNewline(in: rest)
    unsafe line.append(UnsafeBufferPointer(rebasing: rest.prefix(newline ?? rest.count)))
    buffer.consume(newline.map { $0 + 1 } ?? rest.count)
    guard newline != nil || buffer.isAtEnd else {
      longLine = line
      return .needsMore
    }
    if newline == nil, options.leavesUnfinishedEnd, !line.isBlank {
      unfinishedEnd = UnfinishedEnd(bytes: Int64(line.length))
      return .left
    }
    return .passed(end(line, size: line.length + (newline == nil ? 0 : 1)))
  }

  /// Passes a whole line with its newline.
  func passLongLine(_ bytes: UnsafeBufferPointer<UInt8>) -> RejectedRecord? {
    var line = LongLine()
    unsafe line.append(UnsafeBufferPointer(rebasing: bytes.dropLast()))
    return end(line, size: bytes.count)
  }

  private func end(_ line: LongLine, size: Int) -> RejectedRecord? {
    let offset = unsafe state.pointee.position.offset
    unsafe state.pointee.position.offset += Int64(size)
    unsafe state.pointee.position.line += 1
    if line.isBlank { return nil }
    let text = unsafe SkippedText(
      line.start.prefix(line.textLength), length: line.textLength, at: offset,
      line: state.pointee.position.line)
    return delivery.makeReject(of: text, FramingRules(options).tooLarge())
  }
}
