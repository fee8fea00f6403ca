import Sluice
import SluiceSystem

/// JSON text sequences (RFC 7464): everything between two record separators is one text, and so either one
/// record or one bad record.
extension RecordFramer {
  /// Delivers the texts of an indexed window, each once the token after it is known.
  func readTexts(
    _ window: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ count: UInt32,
    isAll: Bool, _ body: Body
  ) throws -> WindowEnd {
    guard let base = window.baseAddress else { return .over }
    let delivery = delivery
    let state = unsafe delivery.state
    let indexer = indexer
    let windowOffset = unsafe state.pointee.position.offset
    let checksInFull = options.checking == .full
    var done = 0
    var token: UInt32 = 0
    var place = values.place
    // A separator is consumed with its text: alone it would not show that its text belongs to it.
    var placeWhereDone = place
    unsafe state.pointee.uncounted = unsafe base
    defer {
      values.place = placeWhereDone
      consumeValues(done, from: windowOffset)
    }

    while token < count {
      let start = unsafe Int(tokens[Int(token)])
      let byte = unsafe base[start]
      if byte == FeedFraming.recordSeparator {
        // A number or word directly after the separator belongs to the same token.
        guard unsafe ValueEnds.endsScalar(base[start &+ 1]) else { return .odd(start) }
        place = .value
        token &+= 1
        continue
      }
      guard place == .value else { return .odd(start) }
      guard let (end, next) = unsafe endOfValue(window, tokens, token, count, isAll: isAll) else {
        return isAll ? .odd(start) : .cut
      }
      guard next > token else { return .odd(start) }
      // The text extends to the next separator.
      if next == count {
        guard isAll else { return .cut }
      } else if unsafe base[Int(tokens[Int(next)])] != FeedFraming.recordSeparator {
        return .odd(start)
      }
      let text = unsafe UnsafeBufferPointer(start: base + start, count: end &- start)
      // The index can't see a separator inside the text, or a number that may be cut short.
      let isSound =
        unsafe Byte.opens(byte) || byte == Byte.quote || end < window.count && base[end].isJSONSpace
      guard isSound, unsafe ByteSearch.first(FeedFraming.recordSeparator, in: text) == nil else {
        return .odd(start)
      }
      let record = IndexedExtent(token, next, start, end)
      guard text.count <= options.maximumRecordSize,
        indexer.isSound(record, from: byte, inFull: checksInFull)
      else { return .odd(start) }

      unsafe state.pointee.begin(RecordExtent(record, in: base, at: windowOffset))
      done = end
      token = next
      place = .separator
      placeWhereDone = place
      try delivery.lend(body)
    }
    return .over
  }

  /// Skips a separator, or delivers the text up to the next one.
  func passText(_ body: Body, _ rejected: Rejected) throws -> ReadingStep {
    let rest = unsafe buffer.rest
    let searched = max(Int(values.searchedUpTo - front), 0)
    if searched == 0, unsafe rest.first == FeedFraming.recordSeparator {
      values.place = .value
      values.separator = unsafe state.pointee.position
      pass(1)
      return .progress
    }
    let found = unsafe ByteSearch.first(
      FeedFraming.recordSeparator, in: UnsafeBufferPointer(rebasing: rest.dropFirst(searched)))
    let end = found.map { $0 + searched } ?? rest.count
    values.lookedAt += Int64(end - searched)
    var length = end
    while length > 0, unsafe rest[length - 1].isJSONSpace { length -= 1 }
    let isTooLong = length > options.maximumRecordSize
    guard isTooLong || found != nil || buffer.isAtEnd else {
      values.searchedUpTo = front + Int64(rest.count)
      return .needsMore
    }
    values.searchedUpTo = 0
    if isTooLong { return try skip(to: .separator, tooLarge(), rejected) }
    let text = unsafe buffer.first(length)
    if found == nil, options.leavesUnfinishedEnd, values.place == .value,
      unsafe isUnfinished(text, before: rest[length..<end])
    {
      return .needsMore
    }
    return try readUnit(length: length, body, rejected)
  }

  /// Whether a text that ends with the source, but for this white space, may still become whole.
  func isUnfinished(
    _ text: UnsafeBufferPointer<UInt8>, before space: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Bool {
    guard let first = unsafe text.first else { return true }
    // A text with this first byte can never become whole.
    if Byte.closes(first) || first == Byte.comma || first == Byte.colon { return false }
    // A value that has ended stays what it is, whole or bad: the index, which sees no more than that, says the same.
    var scan = ValueScan(.sequence, indent: 0)
    if Byte.opens(first) || first == Byte.quote {
      guard unsafe !scan.scan(text) else { return false }
      // On a line that has ended, it is bad if nothing that comes can make it good.
      guard unsafe space.contains(UInt8(ascii: "\n")) else { return true }
      return unsafe FaultScan.firstFault(in: text, depthLimit: options.depthLimit)?.code
        == .incomplete
    }
    // RFC 7464 section 2.4: white space after a number or word shows that it is whole.
    return unsafe space.isEmpty
  }
}
