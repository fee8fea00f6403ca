import Sluice

/// The text that a feed leaves at its end because its writer may still continue it.
package struct UnfinishedEnd: Sendable, Hashable {
  /// The number of bytes of text after the feed's position.
  package var bytes: Int64
  /// Whether the array of records has not ended.
  package var isInArray = false
  /// Whether there was nothing but white space, where the value with the array should be.
  package var isBlank = false
}

extension JSONFeed {
  /// The text left at the end under `FeedOptions.leavesUnfinishedEnd`. Nil: nothing was left, or the
  /// end was not reached.
  package var unfinishedEnd: UnfinishedEnd? { reader.framer.unfinishedEnd }
}

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

  /// Notes what is left of values at the source's end, after `passed` skipped bytes. Returns false if
  /// nothing is unfinished.
  ///
  /// Moves the position back to where a later feed can resume: before a record separator without a value,
  /// and to the start if the array was not found yet.
  func leaveValues(passed: Int = 0) -> Bool {
    guard options.leavesUnfinishedEnd else { return false }
    if passed == 0 { passSeparators() }
    var left = unsafe UnfinishedEnd(bytes: Int64(passed + buffer.rest.count))
    if let enclosingPath = values.enclosingPath {
      switch enclosingPath.phase {
      case .after: return false
      case .inside: left.isInArray = true
      case .before:
        unsafe left.bytes += state.pointee.position.offset - state.pointee.start.offset
        left.isInArray = true
        let isBlank = unsafe buffer.rest.allSatisfy(\.isJSONSpace)
        left.isBlank =
          isBlank && enclosingPath.isEmpty && enclosingPath.levels.isEmpty && passed == 0
        unsafe state.pointee.position = unsafe state.pointee.start
      }
    } else if values.style == .sequence, values.place == .value, let separator = values.separator {
      left.bytes += front - separator.offset
      unsafe state.pointee.position = separator
    }
    guard left.bytes > 0 || left.isInArray else { return false }
    unfinishedEnd = left
    return true
  }

  /// Skips the separators between the value that is left and the one before it.
  private func passSeparators() {
    guard values.style != .sequence, values.enclosingPath.map({ $0.phase == .inside }) ?? true
    else {
      return
    }
    passSpace()
    guard values.style == .elements, unsafe buffer.rest.first == Byte.comma else { return }
    pass(1)
    passSpace()
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
