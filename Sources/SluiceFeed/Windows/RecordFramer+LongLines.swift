import Sluice

/// A line longer than any record may be, as far as it was skipped.
struct LongLine {
  var start: [UInt8] = []
  var length = 0
  var lastByte: UInt8 = 0
}

/// Skips lines that exceed the record limit. Each is one bad record.
extension RecordFramer {
  /// Returns false if the line is left, and nothing comes after it.
  func rejectLongLine(_ rejected: Rejected) throws -> Bool {
    guard let reject = try skipLongLine() else { return false }
    try rejected(reject)
    return true
  }

  /// Skips a line that exceeds the record limit, in bounded memory. Nil: it has no end yet, and is left.
  func skipLongLine() throws(InputEvent) -> RejectedRecord? {
    let offset = unsafe state.pointee.position.offset
    while true {
      let rest = unsafe buffer.rest
      let newline = unsafe firstNewline(in: rest)
      let piece = newline ?? rest.count
      // Kept outside the function: reading may throw because more is to come, and then resumes
      // here.
      var line = longLine ?? LongLine()
      longLine = nil
      line.length += piece
      unsafe line.start += rest.prefix(min(piece, RejectedRecord.mostBytes - line.start.count))
      if piece > 0 { line.lastByte = unsafe rest[piece - 1] }
      longLine = line
      buffer.consume(newline.map { $0 + 1 } ?? piece)
      let isOver = newline != nil ? true : !(try buffer.readOn(from: source))
      if isOver {
        longLine = nil
        if newline == nil, options.leavesUnfinishedEnd {
          unfinishedEnd = UnfinishedEnd(bytes: Int64(line.length))
          return nil
        }
        unsafe state.pointee.position.offset += Int64(line.length + (newline == nil ? 0 : 1))
        if line.lastByte == 0x0D { line.length -= 1 }
        return rejectLongLine(
          at: offset, length: line.length, start: line.start.prefix(line.length))
      }
    }
  }

  func rejectLongLine(_ line: UnsafeBufferPointer<UInt8>) -> RejectedRecord {
    let offset = unsafe state.pointee.position.offset
    unsafe state.pointee.position.offset += Int64(line.count)
    let length = unsafe line.count - (line[line.count - 2] == 0x0D ? 2 : 1)
    return unsafe rejectLongLine(
      at: offset, length: length, start: line.prefix(min(length, RejectedRecord.mostBytes)))
  }

  private func rejectLongLine(
    at offset: Int64, length: Int, start: some Sequence<UInt8>
  ) -> RejectedRecord {
    unsafe state.pointee.position.line += 1
    let line = unsafe SkippedText(
      start, length: length, at: offset, line: state.pointee.position.line)
    return delivery.makeReject(of: line, tooLarge())
  }

  func tooLarge(reason: String? = nil) -> JSONError {
    JSONError(.tooLarge, at: 0, name: "\(options.maximumRecordSize)", reason: reason)
  }
}
