import Sluice
import SluiceSystem

/// JSON text sequences (RFC 7464): everything between two record separators is one text, and so either one
/// record or one bad record.
struct SequenceFraming: IndexedFraming {
  var rules: FramingRules {
    didSet { front.rules = rules }
  }
  var front: FrontIndex
  var passed = 0
  /// Whether a separator was read, but not its text.
  private var isInText = false
  /// Where that separator is.
  private var separator: FeedPosition?
  /// Up to this offset in the source there is no separator after the front.
  private var searchedUpTo: Int64 = 0
  /// A text that is too long, as far as it was skipped.
  private var skipped: (text: SkippedText, start: FeedPosition)?
  /// The length of a text that is whole if nothing more comes.
  private var resting: Int?
  private var restedAt: Int64 = -1
  var isDone = false

  /// Reads a part of a source from an offset on; 0: from its start.
  init(_ indexer: RecordIndexer, _ rules: FramingRules, from offset: Int64) {
    self.rules = rules
    front = FrontIndex(indexer, rules, from: offset)
  }

  var lookedAt: Int64 { front.lookedAt }
  var held: FeedPosition? { isDone ? nil : isInText ? separator : skipped?.start }

  @inline(__always)
  mutating func openFound(in window: borrowing Window, as record: inout RecordExtent) -> Bool {
    guard front.openFound(as: &record) else { return false }
    isInText = false
    return true
  }

  mutating func step(_ rest: inout Window) -> FramingStep {
    if skipped != nil { return skipOn(&rest) }
    if let length = resting.take() { return text(length: length, rest) }
    if searchedUpTo > rest.offset { return passText(&rest) }
    pass(rest.spaceCount, &rest)
    if rest.isEmpty { return .needsMore }
    if rest.offset < front.provenUpTo { return passText(&rest) }
    if front.lacks(rest) { return .needsMore }
    switch index(rest) {
    case .needsMore: return .needsMore
    case .failed(let error): return .failed(error)
    case .found: return front.hasFound ? .found : .passed
    case .unclear:
      front.wanted = 0
      return passText(&rest)
    }
  }

  // MARK: Texts in an index

  /// Finds the texts of an index, each once the token after it is known.
  mutating func scan(
    _ text: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ count: UInt32,
    isAll: Bool
  ) -> (end: FrontIndex.WindowEnd, used: Int) {
    guard let base = text.baseAddress else { return (.over, 0) }
    let indexer = front.indexer
    let (longest, checksInFull) = (rules.longest, rules.checksInFull)
    var token: UInt32 = 0
    var isInText = isInText
    let endsScalar = front.endsScalar(isAll)
    // In a variable, so that it is not copied.
    var found: [IndexedExtent] = []
    swap(&found, &front.found)
    defer {
      front.certain = found.count
      swap(&found, &front.found)
    }
    // A separator is consumed with its text: alone it would not show that its text belongs to it.
    func used() -> Int { found.last?.end ?? 0 }

    while token < count {
      let start = unsafe Int(tokens[Int(token)])
      let byte = unsafe base[start]
      if byte == FeedFraming.recordSeparator {
        // A number or word directly after the separator belongs to the same token.
        guard unsafe ValueEnds.endsScalar(base[start &+ 1]) else { return (.odd(start), used()) }
        isInText = true
        token &+= 1
        continue
      }
      guard isInText else { return (.odd(start), used()) }
      guard
        let (end, next) = unsafe IndexedValue.end(
          text, tokens, token, count, endsScalar: endsScalar)
      else { return (isAll ? .odd(start) : .cut, used()) }
      guard next > token else { return (.odd(start), used()) }
      // The text extends to the next separator.
      if next == count {
        guard isAll else { return (.cut, used()) }
      } else if unsafe base[Int(tokens[Int(next)])] != FeedFraming.recordSeparator {
        return (.odd(start), used())
      }
      let own = unsafe UnsafeBufferPointer(start: base + start, count: end &- start)
      // The index can't see a separator inside the text, or a number that may be cut short.
      let isSound =
        unsafe Byte.opens(byte) || byte == Byte.quote || end < text.count && base[end].isJSONSpace
      guard isSound, unsafe ByteSearch.first(FeedFraming.recordSeparator, in: own) == nil else {
        return (.odd(start), used())
      }
      let record = IndexedExtent(token, next, start, end)
      guard own.count <= longest, indexer.isSound(record, from: byte, inFull: checksInFull)
      else { return (.odd(start), used()) }
      found.append(record)
      token = next
      isInText = false
    }
    return (.over, used())
  }

  // MARK: One text at a time

  /// Skips a separator, or finds the text up to the next one.
  private mutating func passText(_ rest: inout Window) -> FramingStep {
    let searched = max(Int(searchedUpTo - rest.offset), 0)
    if searched == 0, unsafe rest.bytes.first == FeedFraming.recordSeparator {
      isInText = true
      separator = rest.start
      pass(1, &rest)
      return .passed
    }
    let found = unsafe ByteSearch.first(FeedFraming.recordSeparator, in: rest.rest(from: searched))
    let end = found.map { $0 + searched } ?? rest.count
    front.lookedAt += Int64(end - searched)
    let length = rest.lengthWithoutSpace(upTo: end)
    let isTooLong = length > rules.longest
    guard isTooLong || found != nil || rest.isLast else {
      searchedUpTo = rest.offset + Int64(rest.count)
      return .needsMore
    }
    searchedUpTo = 0
    if isTooLong {
      skipped = (SkippedText(at: rest.start), rest.start)
      return skipOn(&rest)
    }
    if found == nil, rules.leavesUnfinishedEnd, isInText,
      unsafe isUnfinished(rest.first(length), before: rest.bytes[length..<end])
    {
      return .needsMore
    }
    return text(length: length, rest)
  }

  /// Makes the first bytes of the window a record, or a bad one.
  private mutating func text(length: Int, _ rest: borrowing Window) -> FramingStep {
    do throws(JSONError) {
      let fault = try fault(inText: length, rest)
      let extent = front.extent(length, of: rest)
      front.end(at: passed + length)
      isInText = false
      return fault.map { .rejected(extent, $0) } ?? .record(extent)
    } catch {
      return .failed(error)
    }
  }

  private mutating func fault(
    inText length: Int, _ rest: borrowing Window
  ) throws(JSONError) -> JSONError? {
    guard isInText || length > rules.longest else {
      return JSONError(.unexpectedToken, at: 0, expected: .recordSeparator)
    }
    let text = unsafe rest.first(length)
    if let fault = try unsafe front.openAlone(text) { return fault }
    if unsafe !Byte.opens(text[0]) && text[0] != Byte.quote,
      unsafe length == rest.count || !rest.bytes[length].isJSONSpace
    {
      return JSONError(.incomplete, at: length, expected: .spaceBehindScalar)
    }
    return nil
  }

  /// Skips what the window holds of a text that is too long.
  private mutating func skipOn(_ rest: inout Window) -> FramingStep {
    // Taken out, so that nothing of it is copied.
    guard var skip = skipped.take() else { return .passed }
    let found = unsafe ByteSearch.first(FeedFraming.recordSeparator, in: rest.bytes)
    let count = found ?? rest.count
    front.lookedAt += Int64(count)
    if count > 0 { unsafe skip.text.append(rest.first(count)[...]) }
    pass(count, &rest)
    guard found != nil || rest.isLast else {
      skipped = skip
      return .needsMore
    }
    if found == nil, rules.leavesUnfinishedEnd, isInText {
      // It may still become a record.
      isDone = true
      return leave(rest, from: skip.start, passed: skip.text.passed) ?? .passed
    }
    isInText = false
    return .skipped(skip.text, rules.tooLarge())
  }

  // MARK: The end

  mutating func end(_ rest: inout Window) -> FramingStep { leave(rest) ?? .end }

  /// Leaves what is not finished for a later feed, which resumes before a record separator without a text.
  private func leave(
    _ rest: Window, from start: FeedPosition? = nil, passed: Int = 0
  ) -> FramingStep? {
    guard rules.leavesUnfinishedEnd else { return nil }
    var position = start ?? rest.start
    var left = UnfinishedEnd(bytes: Int64(passed + rest.count))
    if isInText, let separator {
      left.bytes += position.offset - separator.offset
      position = separator
    }
    return left.bytes > 0 ? .left(left, at: position) : nil
  }

  mutating func settle(for window: borrowing Window) -> Bool {
    let end = window.offset + Int64(window.count)
    guard restedAt != end, skipped == nil else { return false }
    restedAt = end
    guard isInText else { return false }
    let length = window.lengthWithoutSpace(upTo: window.count)
    guard length > 0, length <= rules.longest else { return false }
    let text = unsafe window.first(length)
    let space = unsafe window.bytes[length...]
    guard unsafe !isUnfinished(text, before: space) else { return false }
    // Until its line has ended, a bad text may get longer.
    guard
      unsafe space.contains(UInt8(ascii: "\n"))
        || FaultScan.firstFault(in: text, depthLimit: rules.depthLimit) == nil
    else { return false }
    searchedUpTo = 0
    resting = length
    return true
  }

  /// Whether a text that ends with the source, but for this white space, may still become whole.
  private func isUnfinished(
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
      return unsafe FaultScan.firstFault(in: text, depthLimit: rules.depthLimit)?.code
        == .incomplete
    }
    // RFC 7464 section 2.4: white space after a number or word shows that it is whole.
    return unsafe space.isEmpty
  }
}
