import Sluice

/// Records other than lines: values that follow each other, found by their brackets.
///
/// A window is cut where no string appears to be open (`ValueCut`) and indexed as a whole, and its values
/// are found in that index (`RecordFramer+ValueWindow`). A value that the window cuts moves to the front of
/// the buffer, and reading continues. Three kinds of text are scanned byte by byte (`RecordProver`,
/// `RecordFramer+Proof`): the first records, text that stage 1 refuses, and text that the index can't
/// resolve. After a fault, everything up to the next possible start of a record is one bad record
/// (`RecordFramer+Damage`).
extension RecordFramer {
  /// The offset in the source of the buffer's first byte, between two steps.
  var front: Int64 { unsafe state.pointee.position.offset }

  /// Delivers the contents of the buffer, and reads on only if that delivers nothing.
  func readValueWindow(
    waits: Bool = true, _ body: Body, _ rejected: Rejected
  ) throws -> ReadingStep {
    guard !values.isDone else { return .end }
    if buffer.shrink() { indexer.releaseMemory() }
    while true {
      let found = try step(body, rejected)
      guard case .needsMore = found else { return found }
      if buffer.isAtEnd {
        // What is left is nothing, or an end that is left (``UnfinishedEnd``).
        values.isDone = true
        if !leaveValues() { try rejectCutArray(rejected) }
        return .end
      }
      guard waits || source.isReady else { return .needsMore }
      let followed = source.followed
      followed?.reportsQuiet = true
      if try buffer.readMore(from: source) { continue }
      guard let followed else { return .needsMore }
      if try readResting(body, rejected) { return .progress }
      if followed.ownerHearsQuiet { return .needsMore }
    }
  }

  private func step(_ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    if values.skip != nil { return try skipOn(rejected) }
    if values.damage != nil { return try resynchronize(rejected) }
    if values.prover != nil { return try proveOn(body, rejected) }
    if values.style == .sequence, framing != .document { return try stepInSequence(body, rejected) }
    passSpace()
    if buffer.isEmpty { return .needsMore }
    if framing == .document { return try readDocument(body, rejected) }
    values.enclosingPath?.isEmpty = false
    if let enclosingPath = values.enclosingPath, enclosingPath.phase != .inside {
      return try passSurroundings(enclosingPath, rejected)
    }
    if front < max(values.provenUpTo, values.cautiousUpTo) || !values.layout.isComplete {
      return try proveOn(body, rejected)
    }
    if unsafe buffer.rest.count < values.wanted, buffer.lastReadWasFull, !buffer.isAtEnd {
      return .needsMore
    }
    return try indexWindow(body, rejected)
  }

  private func stepInSequence(_ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    if values.searchedUpTo > front { return try passText(body, rejected) }
    passSpace()
    if buffer.isEmpty { return .needsMore }
    if front < values.provenUpTo { return try passText(body, rejected) }
    if unsafe buffer.rest.count < values.wanted, buffer.lastReadWasFull, !buffer.isAtEnd {
      return .needsMore
    }
    return try indexWindow(body, rejected)
  }

  /// Scans the text at the front byte by byte, because the index can't tell where it ends.
  private func inspectClosely(_ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    values.wanted = 0
    return values.style == .sequence
      ? try passText(body, rejected) : try proveOn(body, rejected)
  }

  /// Indexes a window at the front, and delivers its values. Retries with a smaller window if stage 1
  /// refuses it, and with a larger one if no value ends in it, but never alternates between the two.
  private func indexWindow(_ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    let offset = front
    let rest = unsafe buffer.rest
    var isRefused = offset < values.finestUpTo
    let usual = indexSize.bytes < options.windowSize ? indexSize.bytes : 2 * options.windowSize
    var size = isRefused ? IndexSize.finest : max(usual, values.wanted)
    while true {
      let piece = unsafe UnsafeBufferPointer(rebasing: rest[..<min(rest.count, size)])
      let isAll = piece.count == rest.count && buffer.isAtEnd
      guard let cut = unsafe isAll ? piece.count : ValueCut.end(in: piece) else {
        // Searched only once: text without a cut is scanned byte by byte to its end.
        values.provenUpTo = offset + Int64(piece.count)
        break
      }
      let window = unsafe UnsafeBufferPointer(rebasing: rest[..<cut])
      values.lookedAt += Int64(cut)
      switch try unsafe indexer.index(window) {
      case .blank: return try inspectClosely(body, rejected)
      case .refused:
        indexSize.isDamaged()
        isRefused = true
        guard let pieces = IndexSize.pieces(ofRefused: cut) else {
          values.provenUpTo = offset + Int64(cut)
          return try inspectClosely(body, rejected)
        }
        size = pieces
        if pieces == IndexSize.finest { values.finestUpTo = offset + Int64(cut) }
        continue
      case .indexed(let tokens, let count, _):
        let end =
          unsafe values.style == .sequence
          ? try readTexts(window, tokens, count, isAll: isAll, body)
          : try readValues(window, tokens, count, isAll: isAll, body)
        let isProgress = front > offset
        switch end {
        case .odd(let place):
          indexSize.isDamaged()
          values.provenUpTo = offset + Int64(place) + 1
          // An index pays only if most of it is used. If most of it is not, scanning bytes is
          // cheaper.
          values.indexedInVain += Int64(cut) - (front - offset)
          if isIndexedInVain { values.provenUpTo = offset + Int64(cut) }
        case .over, .cut: indexSize.isSound(cut)
        }
        if isProgress {
          values.wanted = end == .cut ? options.windowSize : 0
          return .progress
        }
        guard end == .cut, !isRefused else { return try inspectClosely(body, rejected) }
      }
      // The first value does not end in the window.
      guard size < min(ValueFraming.mostWanted, max(options.maximumRecordSize, 128 << 10)) else {
        break
      }
      if piece.count < rest.count {
        size *= 2
      } else if buffer.lastReadWasFull, !buffer.isAtEnd {
        values.wanted = 2 * piece.count
        return .needsMore
      } else {
        break
      }
    }
    return try inspectClosely(body, rejected)
  }

  /// Whether indexing cost too much in vain: over eight times the bytes read.
  private var isIndexedInVain: Bool {
    values.indexedInVain > 1 << 20 + 8 * (front - values.start)
  }

  /// Consumes `count` bytes at the front of the buffer. Moves the position past them if it is not
  /// already there.
  func consumeValues(_ count: Int, from before: Int64) {
    let front = unsafe buffer.first(count)
    var mayHaveLines = true
    // Some newlines may already have been counted for a record's line number.
    let base = unsafe state.pointee.uncounted ?? front.baseAddress
    if let base = unsafe base, let start = front.baseAddress {
      let left = unsafe UnsafeBufferPointer(start: base, count: max(start + count - base, 0))
      let lines = unsafe ValueEnds.newlines(in: left)
      mayHaveLines = unsafe lines > 0 || base != start
      unsafe state.pointee.position.line += Int64(lines)
    }
    unsafe state.pointee.uncounted = nil
    unsafe state.pointee.position.offset = before + Int64(count)

    var lineStart = 0
    if mayHaveLines, let newline = unsafe lastNewline(in: front) {
      lineStart = newline + 1
      values.lineIndent = 0
    }
    if let indent = values.lineIndent {
      var i = lineStart
      while i < count, unsafe front[i].isJSONSpace { i += 1 }
      values.lineIndent = i == count ? indent + i - lineStart : nil
      values.lineColumn = indent + i - lineStart
    }
    buffer.consume(count)
  }

  /// Skips bytes that belong to no record.
  func pass(_ count: Int) { consumeValues(count, from: front) }

  func passSpace() {
    let rest = unsafe buffer.rest
    guard let first = unsafe rest.first, first.isJSONSpace else { return }
    var count = 1
    while count < rest.count, unsafe rest[count].isJSONSpace { count += 1 }
    pass(count)
  }
}

/// Finds where a window of values may end.
enum ValueCut {
  /// After the last newline, which no valid string contains, or after the last closing bracket whose
  /// next byte begins another value or that ends the bytes. Without either, after the last comma or
  /// space between two scalars. Text in a string may look the same, and then stage 1 refuses the
  /// window. Nil: there is no such place.
  static func end(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var scalarEnd: Int?
    // The next two bytes that are neither white space nor separators.
    var next: UInt8?
    var afterNext: UInt8?
    var i = bytes.count
    while i > 0 {
      i -= 1
      let byte = unsafe bytes[i]
      switch byte {
      case UInt8(ascii: "\n"): return i + 1
      case Byte.closeBrace, Byte.closeBracket:
        if next == nil { return i + 1 }
        if let next, Byte.opens(next), afterNext.map(beginsInside) ?? true { return i + 1 }
      case 0x20, 0x0D, 0x09, Byte.comma, FeedFraming.recordSeparator:
        if scalarEnd == nil, let next, beginsScalar(next), i > 0, unsafe endsScalar(bytes[i - 1]) {
          scalarEnd = i + 1
        }
        continue
      default: break
      }
      afterNext = next
      next = byte
    }
    return scalarEnd
  }

  private static func beginsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.quote, Byte.minus, 0x30...0x39, UInt8(ascii: "t"), UInt8(ascii: "f"),
      UInt8(ascii: "n"):
      true
    default: false
    }
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.quote, 0x30...0x39, UInt8(ascii: "e"), UInt8(ascii: "l"): true
    default: false
    }
  }

  /// Whether a byte may follow an opening bracket.
  private static func beginsInside(_ byte: UInt8) -> Bool {
    byte != Byte.backslash && byte != Byte.colon
  }
}
