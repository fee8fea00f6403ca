import Sluice

/// Scans text byte by byte, in pieces of any size, until its first records are proved to be whole, or the
/// text is proved to be damaged.
///
/// A value alone proves nothing: text that lost its head, an opening bracket or a quote has sound values
/// inside. The text after it reveals the damage, at the latest where the damaged record ends: a
/// separator, a colon or a closing bracket without a counterpart. So a record is whole in one of three
/// cases:
///
/// * The line it ends on is sound, and the feed's layout says that records end with their lines.
/// * The ``RecordLayout/lookahead`` bytes after it are sound as well.
/// * The feed ends soundly.
///
/// Examines only the structure: brackets, strings, separators. A misspelt word or a bad escape is inside
/// its record, whose end is known anyway.
struct RecordProver {
  typealias Unit = RecordLayout.Unit

  enum Finding {
    case needsMore
    /// The first of ``units`` are whole.
    case proven
    /// The structure has a fault, and everything proved before it was delivered.
    case damaged
    /// The value at the front exceeds the record limit, and has not ended.
    case tooLong
    /// The source has ended, and all of it is proved.
    case ended
  }

  enum Token { case none, string, scalar }
  enum ProofPhase { case records, tail }
  /// What may come next inside a container.
  enum ProofExpects { case value, firstValue, key, firstKey, colon, separator }

  let style: ValueScan.Style
  /// Whether separators, keys and values are examined as well as brackets: under `.full`.
  let isStrict: Bool
  let maximumRecordSize: Int
  /// Whether text that the source's end cuts is left, because it may become a record, instead of
  /// counting as damage.
  let leavesUnfinishedEnd: Bool
  var layout: RecordLayout
  /// The kinds of the containers around the array of records, outermost first; nil if unknown.
  let outer: [Bool?]

  /// The offset in the source of the proof's first byte, from which all others count.
  let origin: Int64
  /// The units found and not delivered yet.
  var units: [Unit] = []
  /// The number of delivered units.
  var delivered = 0
  /// The number of whole units.
  var proven = 0
  /// The number of scanned bytes.
  var here = 0
  var open: Unit?
  var isDamaged = false
  /// Whether the damage is that the source ends.
  var isCut = false

  var place: ValueFraming.FramingPosition
  var phase = ProofPhase.records
  var token = Token.none
  var isEscaped = false
  var isKey = false
  var expects = ProofExpects.value
  var levels = LevelStack()
  /// The last byte outside strings that is not white space.
  var last: UInt8 = 0

  /// White space since the start of the line.
  var indent = 0
  /// The column of the line's first other byte.
  var lineColumn: Int?
  var lineHasUnit = false
  /// The number of units that are whole if the next line fits.
  var awaiting: Int?
  /// The same for the array's end: if a closing bracket or a key follows.
  var awaitingTail: Int?
  /// Whether the line begins with a comma between two elements.
  var beginsWithComma = false
  /// The number of units before the last comma.
  var commaAt: Int?
  /// The start of the line, if it was seen.
  var lineStart: Int?
  /// The number of sound lines that have not proved anything yet.
  var soundLines = 0
  /// Whether the text is a line after damage where a record may begin. The first line end after a value
  /// must prove it.
  var isCandidate = false
  /// Whether the text is only scanned to learn from it: nothing is proved.
  var isTrial = false
  /// A value that begins before this place may continue only on lines that are indented further than its own.
  var tidyUpTo: Int64
  /// Whether the scan stops after the value at the front.
  var isPassing = false
  /// Whether only white space precedes `here` on its line.
  var isFirstOnLine = false
  /// The place where the scan checks whether the value is too long.
  var limit = Int.max

  /// Begins at an offset in the source.
  init(_ values: ValueFraming, at origin: Int64) {
    self.origin = origin
    tidyUpTo = values.cautiousUpTo - origin
    style = values.style
    isStrict = values.rules.checksInFull
    maximumRecordSize = values.rules.longest
    leavesUnfinishedEnd = values.rules.leavesUnfinishedEnd
    layout = values.layout
    outer = values.enclosingPath?.levels ?? []
    place = values.place
    indent = values.line.indent ?? 0
    lineColumn = values.line.indent == nil ? values.line.column : nil
    lineStart = values.line.indent.map { -$0 }
  }

  var hasProven: Bool { proven > delivered }
  /// The next of the units that are whole.
  var firstUnit: Unit? { hasProven ? units[delivered] : nil }

  /// The number of bytes between the front of the buffer, an offset in the source, and a place of the proof after it.
  func count(upTo place: Int, from front: Int64) -> Int { Int(origin + Int64(place) - front) }

  /// Scans the bytes of the buffer from `here` on. `front`: their offset in the source. `isAll`: the source ends with
  /// them.
  mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, at front: Int64, isAll: Bool
  ) -> Finding {
    if hasProven { return .proven }
    if isDamaged { return .damaged }
    let consumed = Int(front - origin)
    precondition(here >= consumed, "bytes that were not scanned have left the buffer")
    let end = consumed + bytes.count
    while here < end {
      if here >= limit {
        if isTooLong() { return .tooLong }
        if hasProven { return .proven }
      }
      unsafe step(bytes[here - consumed])
      if isDamaged {
        proveByDistance()
        return hasProven ? .proven : .damaged
      }
      if hasProven || isPassing && open == nil { return .proven }
    }
    if isAll { return finish() }
    proveByDistance()
    return hasProven ? .proven : .needsMore
  }
}
