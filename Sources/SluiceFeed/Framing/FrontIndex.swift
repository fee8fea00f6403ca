import Sluice

/// The index of the text at the front of a window, for framings whose records may span lines, and what was found in it.
///
/// A window is cut where no string appears to be open (``ValueCut``) and indexed as a whole. A record that the cut divides
/// stays for the next window.
///
/// Sound because `found` is emptied by `moveOn`, before the window or its index changes.
@safe
struct FrontIndex {
  let indexer: RecordIndexer
  var rules: FramingRules
  var size: IndexSize
  /// The offset in the source at which reading began.
  let start: Int64

  /// The records that were found in the index, in order. Kept to reuse its memory.
  var found: [IndexedExtent] = []
  /// How many of `found` are certain, and how many of those were returned.
  var certain = 0
  private var returned = 0
  /// The start of the indexed text in memory and in the source.
  private var base: UnsafePointer<UInt8>
  private var offset: Int64 = 0
  /// Where the last record ends in the window, until it is passed.
  private(set) var done: Int?

  /// Text before this offset in the source is scanned byte by byte.
  var provenUpTo: Int64 = 0
  /// Up to this offset, windows have the smallest size.
  var finestUpTo: Int64 = 0
  /// The number of bytes in indexed windows that were left to be scanned byte by byte.
  private var indexedInVain: Int64 = 0
  /// The total number of bytes indexed or scanned.
  var lookedAt: Int64 = 0
  /// The index found that the record at the front needs at least this many bytes. They are requested
  /// only if reading them does not wait.
  var wanted = 0
  /// The maximum of ``wanted``; the end of longer records is found byte by byte.
  private static let mostWanted = 8 << 20

  init(_ indexer: RecordIndexer, _ rules: FramingRules, from start: Int64) {
    (self.indexer, self.rules, self.start) = (indexer, rules, start)
    size = IndexSize(usual: rules.windowSize)
    unsafe base = unsafe indexer.index.pointee.bytes
  }

  mutating func moveOn() {
    found.removeAll(keepingCapacity: true)
    (certain, returned, done) = (0, 0, nil)
  }

  /// Whether to request more before an index is made.
  func lacks(_ window: borrowing Window) -> Bool { window.count < wanted && window.hasMore }

  /// Whether a number or word may end with an index.
  func endsScalar(_ isAll: Bool) -> Bool { isAll && !rules.leavesUnfinishedEnd }

  /// Whether records were found that were not opened yet.
  var hasFound: Bool { returned < certain }

  /// Opens the next of them. False: there is none.
  @inline(__always)
  mutating func openFound(as record: inout RecordExtent) -> Bool {
    guard hasFound else { return false }
    let place = found[returned]
    returned &+= 1
    unsafe indexer.index.open(place)
    record = unsafe RecordExtent(place, in: base, at: offset)
    return true
  }

  /// Notes that the records that were found end at a place in the window.
  mutating func end(at place: Int) { done = place }

  // MARK: Indexing

  /// Where the records of an index end.
  enum WindowEnd: Equatable {
    /// The whole window is done.
    case over
    /// The window holds too little to decide.
    case cut
    /// A value begins here that is bad, or that the index can't resolve.
    case odd(Int)
  }

  enum Verdict {
    /// Records were found. `isOneLine`: there is no newline among them.
    case found
    /// The index can't tell where the text at the front ends: it must be scanned byte by byte.
    case unclear
    case needsMore
    case failed(JSONError)
  }

  /// The size of the next index, and whether stage 1 refused a larger one.
  func firstSize(at offset: Int64) -> (size: Int, isRefused: Bool) {
    if offset < finestUpTo { return (IndexSize.finest, true) }
    let usual = size.bytes < rules.windowSize ? size.bytes : 2 * rules.windowSize
    return (max(usual, wanted), false)
  }

  /// Notes that text at an offset is indexed.
  mutating func begin(_ text: UnsafeBufferPointer<UInt8>, at offset: Int64) {
    moveOn()
    if let start = text.baseAddress { unsafe base = unsafe start }
    self.offset = offset
  }

  /// Notes how far an index of `cut` bytes was used, of which `used` are records. Returns whether that is progress.
  mutating func note(_ end: WindowEnd, of cut: Int, used: Int) -> Bool {
    switch end {
    case .odd(let place):
      size.isDamaged()
      provenUpTo = offset + Int64(place) + 1
      // An index pays only if most of it is used. If most of it is not, scanning bytes is cheaper.
      indexedInVain += Int64(cut) - Int64(used)
      if isIndexedInVain(offset + Int64(used)) { provenUpTo = offset + Int64(cut) }
    case .over, .cut: size.isSound(cut)
    }
    if used > 0 { wanted = end == .cut ? rules.windowSize : 0 }
    return used > 0
  }

  /// Whether indexing cost too much in vain: over eight times the bytes read.
  private func isIndexedInVain(_ front: Int64) -> Bool {
    indexedInVain > 1 << 20 + 8 * (front - start)
  }

  /// Whether a larger index may hold the record that an index of `size` bytes cuts.
  func mayGrow(_ size: Int) -> Bool {
    size < min(FrontIndex.mostWanted, max(rules.longest, 128 << 10))
  }

  // MARK: Records alone

  /// Opens a text as a record of its own. Returns its fault, or nil on success.
  mutating func openAlone(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> JSONError? {
    if text.count > rules.longest { return rules.tooLarge() }
    lookedAt += Int64(text.count)
    if let fault = try unsafe indexer.openAlone(text) { return fault }
    guard unsafe Byte.opens(text[0]) else { return indexer.faultInFull() }
    let index = unsafe indexer.index.pointee
    switch unsafe ValueEnds.end(
      ofContainerAt: 0, index.tokens, before: index.end, in: index.bytes)
    {
    case .token(let end) where end == index.end && !rules.checksInFull: return nil
    default: return indexer.faultInFull()
    }
  }

  /// The first bytes of a window as a record by itself.
  func extent(_ count: Int, of window: borrowing Window) -> RecordExtent {
    unsafe RecordExtent(window.first(count), in: base, at: window.offset)
  }
}

/// A framing that looks for records in an index of the text at the front.
protocol IndexedFraming: TextFraming {
  /// Adds the records of an indexed text to `front.found`, and says how many of them are certain. Returns where they
  /// end, and the number of bytes that they, and what surrounds them, take.
  mutating func scan(
    _ text: UnsafeBufferPointer<UInt8>, _ tokens: UnsafePointer<UInt32>, _ count: UInt32,
    isAll: Bool
  ) -> (end: FrontIndex.WindowEnd, used: Int)
}

extension IndexedFraming {
  /// Indexes text at the front, and finds its records. Retries with less if stage 1 refuses it, and with more if no
  /// record ends in it, but never alternates between the two.
  mutating func index(_ window: borrowing Window) -> FrontIndex.Verdict {
    var (size, isRefused) = front.firstSize(at: window.offset)
    while true {
      let piece = unsafe window.first(min(window.count, size))
      let isAll = piece.count == window.count && window.isLast
      guard let cut = unsafe isAll ? piece.count : ValueCut.end(in: piece) else {
        // Searched only once: text without a cut is scanned byte by byte to its end.
        front.provenUpTo = window.offset + Int64(piece.count)
        return .unclear
      }
      let text = unsafe window.first(cut)
      front.lookedAt += Int64(cut)
      do throws(JSONError) {
        switch try unsafe front.indexer.index(text) {
        case .blank: return .unclear
        case .refused:
          front.size.isDamaged()
          isRefused = true
          guard let pieces = IndexSize.pieces(ofRefused: cut) else {
            front.provenUpTo = window.offset + Int64(cut)
            return .unclear
          }
          size = pieces
          if pieces == IndexSize.finest { front.finestUpTo = window.offset + Int64(cut) }
          continue
        case .indexed(let tokens, let count, _):
          unsafe front.begin(text, at: window.offset)
          let (end, used) = unsafe scan(text, tokens, count, isAll: isAll)
          if front.note(end, of: cut, used: used) {
            front.end(at: passed + used)
            return .found
          }
          guard end == .cut, !isRefused else { return .unclear }
        }
      } catch {
        return .failed(error)
      }
      // The first record does not end in the window.
      guard front.mayGrow(size) else { return .unclear }
      if piece.count < window.count {
        size *= 2
      } else if window.hasMore {
        front.wanted = 2 * piece.count
        return .needsMore
      } else {
        return .unclear
      }
    }
  }
}
