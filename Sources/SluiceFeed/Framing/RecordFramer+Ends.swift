import Sluice

/// The ends of lines that their writer may still continue.
extension RecordFramer {
  /// Whether a last line without a newline is certainly whole: a closed, valid object or array. A number
  /// may get more digits, and a word more letters.
  func isWhole(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    if let former {
      return unsafe line.count <= options.maximumRecordSize
        && former.isWhole(line, depthLimit: options.depthLimit)
    }
    guard line.count <= options.maximumRecordSize,
      let first = unsafe line.first(where: { !$0.isJSONSpace }),
      Byte.opens(first)
    else { return false }
    return unsafe FaultScan.firstFault(in: line, depthLimit: options.depthLimit) == nil
  }

  /// Whether to leave the last line for a later feed. Blank lines are always skipped.
  func leaves(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    unsafe options.leavesUnfinishedEnd && !isWhole(line) && !line.allSatisfy(\.isJSONSpace)
  }

  /// The end of the whole lines of a plain file; includes its last line if that is whole without a
  /// newline. Throws `io`.
  func wholeEnd(of file: FileInput, from start: Int64, size: Int64) throws(JSONError) -> Int64 {
    guard options.leavesUnfinishedEnd else { return size }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
    defer { unsafe room.deallocate() }
    var tail: [UInt8] = []
    var lineStart = size
    while lineStart > start {
      let from = max(lineStart - Int64(room.count), start)
      let piece = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<Int(lineStart - from)])
      var done = 0
      while done < piece.count {
        let got = try unsafe file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: piece[done...]), at: from + Int64(done))
        guard got > 0 else { return size }
        done += got
      }
      let bytes = unsafe UnsafeRawBufferPointer(piece).assumingMemoryBound(to: UInt8.self)
      let newline = unsafe lastNewline(in: bytes)
      let rest = newline.map { $0 + 1 } ?? 0
      lineStart = from + Int64(rest)
      if tail.count <= options.maximumRecordSize {
        unsafe tail.insert(contentsOf: bytes[rest...], at: 0)
      }
      if newline != nil { break }
    }
    guard lineStart < size, unsafe tail.withUnsafeBufferPointer({ unsafe leaves($0) }) else {
      return size
    }
    return lineStart
  }
}
