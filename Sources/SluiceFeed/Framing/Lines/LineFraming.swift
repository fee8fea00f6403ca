import CSimdJSON
import Sluice

/// Lines, each of which is a JSON text, in windows of whole lines.
///
/// A window is indexed as a whole. If stage 1 refuses it, it is indexed in pieces, and lines that are refused even so are
/// opened alone. Otherwise no string crosses a line: a record is a line, and the tokens between two newlines are its
/// tokens.
///
/// Sound because each record is opened with its own range of tokens and bytes, which no cursor leaves, and because
/// pointers into a window are dropped by `moveOn`, before the window or its index changes.
@safe
struct LineFraming: Framing {
  var rules: FramingRules
  /// Whether lines are offered to be read many at once.
  var offersRuns = false
  let indexer: RecordIndexer
  private let ends = LineEnds()
  private var size: IndexSize

  /// The place in the window where what was not indexed begins.
  private var next = 0
  /// Lines before this place are opened alone.
  private var aloneUpTo = 0
  /// Whether the window is indexed in pieces, because there is damage nearby.
  private var isDivided = false
  /// The pieces that were refused, each inside the one before, and the size of their own pieces.
  private var refused: [(end: Int, size: Int)] = []

  /// The lines of the piece that is indexed, and where the next of them begins.
  private var lines: WindowLines?
  private var lineStart = 0
  private var first: UInt32 = 0
  private var piece: UnsafePointer<UInt8>
  /// The offset in the source at which the piece begins.
  private var pieceOffset: Int64 = 0
  /// The same lines, to be read at once, and whether they were just offered.
  private var run: LineRun?
  private var wasOffered = false
  /// What is wrong with the line that was looked at last.
  private var odd: FramingStep?
  /// Why the feed can't be read on after a line that was passed.
  private var failure: JSONError?

  init(_ indexer: RecordIndexer, _ rules: FramingRules) {
    self.indexer = indexer
    self.rules = rules
    size = IndexSize(usual: rules.windowSize)
    unsafe piece = unsafe indexer.index.pointee.bytes
  }

  mutating func moveOn(past consumed: UnsafeBufferPointer<UInt8>) {
    (next, aloneUpTo, failure) = (0, 0, nil)
    if !refused.isEmpty { refused.removeAll(keepingCapacity: true) }
    (lines, run, wasOffered, odd) = (nil, nil, false, nil)
  }

  @inline(__always)
  mutating func openFound(in window: borrowing Window, as record: inout RecordExtent) -> Bool {
    if offersRuns, run != nil, isWorthOffering() { return false }
    guard let line = lines?.next(from: lineStart, first: first) else {
      lines = nil
      return false
    }
    let newline = Int(line.newline)
    let lastByte = unsafe newline == 0 ? 0 : piece[newline &- 1]
    if lastByte == UInt8(ascii: "\\") {
      endPieceEarly(of: window)
      return false
    }
    let start = lineStart
    lineStart = newline &+ 1
    let end = min(pieceOffset &+ Int64(lineStart), window.end)
    // A line without a token is blank.
    guard line.tokens != first else {
      odd = .blank(lines: 1, to: end)
      return false
    }
    let place = IndexedExtent(
      first, line.tokens, start, lastByte == 0x0D ? newline &- 1 : newline)
    first = line.tokens
    record = unsafe RecordExtent(
      place, in: piece, at: pieceOffset, next: end)
    unsafe indexer.index.open(place)
    if place.length > rules.longest {
      odd = .faulty(rules.tooLarge())
      return false
    }
    let tokens = unsafe indexer.index.pointee.tokens
    if !rules.checksInFull,
      unsafe indexer.isBracketed(
        piece[Int(tokens[Int(place.first)])], piece[Int(tokens[Int(first &- 1)])])
    {
      return true
    }
    guard let fault = indexer.faultInFull() else { return true }
    odd = .faulty(fault)
    return false
  }

  @inline(never)
  mutating func next(in window: borrowing Window) -> FramingStep {
    while true {
      if let step = odd.take() { return step }
      if wasOffered { return .run }
      if lines != nil { return .found }
      if let step = nextPiece(of: window) { return step }
    }
  }

  /// Has the rest of the piece read line by line, because its next line ends with a backslash.
  ///
  /// simdjson's kernel without SIMD reads a backslash before a newline as an escape, and continues in the string. This
  /// line is bad regardless of what precedes the backslash, and the rest of the index can't be trusted.
  @inline(never)
  private mutating func endPieceEarly(of window: borrowing Window) {
    (aloneUpTo, next) = (next, Int(pieceOffset - window.offset) + lineStart)
    (lines, run) = (nil, nil)
  }

  /// Begins the next piece of the window, or returns what comes before it.
  @inline(never)
  private mutating func nextPiece(of window: borrowing Window) -> FramingStep? {
    (lines, run) = (nil, nil)
    if let failure { return .failed(failure) }
    if next < aloneUpTo { return nextAlone(in: window) }
    while let outer = refused.last, next >= outer.end { refused.removeLast() }
    let count = window.count
    if next == 0, refused.isEmpty {
      isDivided = count > size.bytes && size.bytes < rules.windowSize
    }
    let (limit, pieceSize) = refused.last ?? (count, isDivided ? size.bytes : count)
    guard let cut = unsafe windowEnd(in: window.bytes, next, size: pieceSize, limit: limit)
    else { return .passed }
    if !refused.isEmpty, cut - next > pieceSize {
      // A single line.
      aloneUpTo = cut
      return nil
    }
    return index(next..<cut, of: window)
  }

  private mutating func index(
    _ range: Range<Int>, of window: borrowing Window
  ) -> FramingStep? {
    let bytes = unsafe UnsafeBufferPointer(rebasing: window.bytes[range])
    do throws(JSONError) {
      switch try unsafe indexer.index(bytes) {
      case .indexed(let tokens, let count, let noted):
        size.isSound(bytes.count)
        if let base = bytes.baseAddress { unsafe piece = unsafe base }
        (pieceOffset, lineStart, first) = (window.offset + Int64(range.lowerBound), 0, 0)
        next = range.upperBound
        let lines = unsafe WindowLines(bytes, tokens, count, noted: noted, ends: ends)
        run = offersRuns ? makeRun(lines, in: window) : nil
        self.lines = lines
      case .blank:
        next = range.upperBound
        return unsafe .blank(
          lines: Int64(ValueEnds.newlines(in: bytes)), to: window.offset(of: next))
      case .refused:
        size.isDamaged()
        if let smaller = IndexSize.pieces(ofRefused: bytes.count) {
          refused.append((range.upperBound, smaller))
        } else {
          aloneUpTo = range.upperBound
        }
      }
      return nil
    } catch {
      return .failed(error)
    }
  }
}

/// The slow path: lines of a window that stage 1 refused, each indexed alone. A line that has a fault is rejected with
/// the error of exactly that line, and the others are not affected.
extension LineFraming {
  private mutating func nextAlone(in window: borrowing Window) -> FramingStep? {
    let start = next
    let rest = unsafe UnsafeBufferPointer(rebasing: window.bytes[start..<aloneUpTo])
    guard let base = rest.baseAddress, var length = unsafe firstNewline(in: rest) else {
      next = aloneUpTo
      return nil
    }
    next = start + length + 1
    let end = window.offset(of: next)
    if length > 0, unsafe rest[length - 1] == 0x0D { length -= 1 }
    let line = unsafe UnsafeBufferPointer(start: base, count: length)
    let extent = unsafe RecordExtent(
      line, in: base, at: window.offset + Int64(start), next: end, lines: 1)
    do throws(JSONError) {
      guard let fault = try unsafe fault(in: line) else { return .record(extent) }
      return fault.code == .empty ? .blank(lines: 1, to: end) : .rejected(extent, fault)
    } catch {
      failure = error
      return .blank(lines: 1, to: end)
    }
  }

  /// Opens a line as its own document. Its padding is the text after it in the window: first the newline, which ends
  /// whatever the line leaves open. Returns nil if the line is open, and as sound as the rules require.
  private func fault(in line: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONError? {
    if line.count > rules.longest {
      return unsafe line.allSatisfy(\.isJSONSpace) ? JSONError(.empty, at: 0) : rules.tooLarge()
    }
    if let fault = try unsafe indexer.openAlone(line) { return fault }
    return !rules.checksInFull && indexer.isOpenInBrackets ? nil : indexer.faultInFull()
  }
}

/// Lines that are read many at once, instead of one after another.
extension LineFraming {
  /// The lines of a piece as a run; nil if they are read one by one: the kernel's stage 1 provides too little, or
  /// keys that occur twice must be found in each record.
  private func makeRun(_ lines: borrowing WindowLines, in window: borrowing Window) -> LineRun? {
    guard !(rules.checksInFull && indexer.refusesRepeatedKeys),
      let kinds = unsafe indexer.index.pointee.kinds,
      let escapes = unsafe indexer.index.pointee.escapes, let ends = unsafe lines.tokenEnds,
      let first = ends.baseAddress
    else { return nil }
    return unsafe LineRun(
      csj_lines(
        bytes: indexer.index.pointee.bytes, tokens: lines.tokens, kinds: kinds, escapes: escapes,
        token_ends: first, count: UInt32(truncatingIfNeeded: ends.count), next: 0, first: 0,
        start: 0, longest: UInt32(clamping: rules.longest),
        checks_in_full: rules.checksInFull, duplicates: indexer.duplicates,
        depth_limit: indexer.depthLimit,
        proven: rules.checksInFull ? indexer.provenOrders : nil),
      windowOffset: pieceOffset, end: window.end)
  }

  /// Whether the next lines should be read at once: not if that was just tried, or has brought little.
  private mutating func isWorthOffering() -> Bool {
    if wasOffered {
      wasOffered = false
      return false
    }
    wasOffered = run?.isWorthTrying() == true
    return wasOffered
  }

  @inline(never)
  mutating func readRun(by reader: any LineRunTaker) -> LineRunRead {
    guard var run, let line = lines?.next, run.move(to: line, start: lineStart, first: first)
    else { return LineRunRead(count: 0, offset: 0) }
    let count = reader.read(&run)
    run.noteRead(count)
    self.run = run
    guard count > 0 else { return LineRunRead(count: 0, offset: 0) }
    lines?.skip(count)
    unsafe (lineStart, first) = (Int(run.lines.start), run.lines.first)
    return LineRunRead(count: count, offset: run.offset)
  }
}
