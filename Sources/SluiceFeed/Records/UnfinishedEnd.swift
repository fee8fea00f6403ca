import Sluice

/// What a feed leaves at its end because it may not be whole: its writer may still continue it.
package struct UnfinishedEnd: Sendable, Hashable {
  /// How many bytes of text come after the feed's position.
  package var bytes: Int64
  /// Whether the array whose elements are the records has not ended.
  package var isInArray = false
}

extension JSONFeed {
  /// What was left at the end under `FeedOptions.leavesUnfinishedEnd`; nil: nothing, or the end was not
  /// reached.
  package var unfinishedEnd: UnfinishedEnd? { reader.unfinishedEnd }
}

extension FeedReader {
  /// Whether a last line that has no newline is whole beyond doubt: an object or array that is closed and
  /// valid. A number may get more digits, and a word more letters.
  func isWhole(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count <= options.maximumRecordSize,
      let first = line.first(where: { !$0.isJSONSpace }),
      Byte.opens(first)
    else { return false }
    return FaultScan.firstFault(in: line, depthLimit: options.depthLimit) == nil
  }

  /// Whether the last line is to be left for a later feed. Blank ones are passed over in any case.
  func leaves(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    options.leavesUnfinishedEnd && !isWhole(line) && !line.allSatisfy(\.isJSONSpace)
  }

  /// Notes what is left of values at the source's end, after `passed` bytes that were passed over.
  /// Returns false when nothing is unfinished.
  ///
  /// The position goes back to where a later feed can resume: before a record separator that has no value
  /// yet, and to the start when the array was not found yet.
  func leaveValues(passed: Int = 0) -> Bool {
    guard options.leavesUnfinishedEnd else { return false }
    if passed == 0 { passSeparators() }
    var left = UnfinishedEnd(bytes: Int64(passed + buffer.rest.count))
    if let surroundings = values.surroundings {
      switch surroundings.phase {
      case .after: return false
      case .inside: left.isInArray = true
      case .before:
        left.bytes += state.pointee.position.offset - state.pointee.start.offset
        left.isInArray = true
        state.pointee.position = state.pointee.start
      }
    } else if values.style == .sequence, values.place == .value, let separator = values.separator {
      left.bytes += state.pointee.position.offset - separator
      state.pointee.position.offset = separator
    }
    guard left.bytes > 0 || left.isInArray else { return false }
    unfinishedEnd = left
    return true
  }

  /// Passes over what separates the value that is left from the one before.
  private func passSeparators() {
    guard values.style != .sequence, values.surroundings.map({ $0.phase == .inside }) ?? true else {
      return
    }
    passSpace()
    guard values.style == .elements, buffer.rest.first == Byte.comma else { return }
    pass(1)
    passSpace()
  }

  /// The end of the lines of a plain file that are whole: of its last one when that is whole without a
  /// newline. Throws `io`.
  func wholeEnd(of file: FileDescriptor, from start: Int64, size: Int64) throws(JSONError) -> Int64
  {
    guard options.leavesUnfinishedEnd else { return size }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
    defer { room.deallocate() }
    var tail: [UInt8] = []
    var lineStart = size
    while lineStart > start {
      let from = max(lineStart - Int64(room.count), start)
      let piece = UnsafeMutableRawBufferPointer(rebasing: room[..<Int(lineStart - from)])
      var done = 0
      while done < piece.count {
        let got = try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: piece[done...]), at: from + Int64(done))
        guard got > 0 else { return size }
        done += got
      }
      let bytes = UnsafeRawBufferPointer(piece).assumingMemoryBound(to: UInt8.self)
      let newline = lastNewline(in: bytes)
      let rest = newline.map { $0 + 1 } ?? 0
      lineStart = from + Int64(rest)
      if tail.count <= options.maximumRecordSize { tail.insert(contentsOf: bytes[rest...], at: 0) }
      if newline != nil { break }
    }
    guard lineStart < size, tail.withUnsafeBufferPointer({ leaves($0) }) else { return size }
    return lineStart
  }
}
