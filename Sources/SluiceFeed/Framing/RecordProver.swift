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
  enum Phase { case records, tail }
  /// What may come next inside a container.
  enum Expects { case value, firstValue, key, firstKey, colon, separator }

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

  /// The units found and not delivered yet. Offsets count from the start of the proof.
  var units: [Unit] = []
  /// The number of delivered units.
  var delivered = 0
  /// The number of whole units.
  var proven = 0
  /// The number of bytes of the text that have left the buffer.
  var consumed = 0
  /// The number of scanned bytes.
  var here = 0
  var open: Unit?
  var isDamaged = false
  /// Whether the damage is that the source ends.
  var isCut = false

  var place: ValueFraming.FramingPosition
  var phase = Phase.records
  var token = Token.none
  var isEscaped = false
  var isKey = false
  var expects = Expects.value
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
  /// Whether a value may continue only on lines that are indented further than its own.
  var mustBeTidy = false
  /// Whether the scan stops after the value at the front.
  var isPassing = false
  /// Whether only white space precedes `here` on its line.
  private var isFirstOnLine = false
  /// The place where the scan checks whether the value is too long.
  var limit = Int.max

  init(_ values: ValueFraming, _ options: FeedOptions) {
    style = values.style
    isStrict = options.checking == .full
    maximumRecordSize = options.maximumRecordSize
    leavesUnfinishedEnd = options.leavesUnfinishedEnd
    layout = values.layout
    outer = values.enclosingPath?.levels ?? []
    place = values.place
    indent = values.lineIndent ?? 0
    lineColumn = values.lineIndent == nil ? values.lineColumn : nil
    lineStart = values.lineIndent.map { -$0 }
  }

  var hasProven: Bool { proven > delivered }
  /// Whether the scan is between records, with nothing left to deliver.
  var isIdle: Bool { delivered == units.count && open == nil && phase == .records }

  /// Scans the bytes of the buffer from `here` on. `isAll`: the source ends with them.
  mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, isAll: Bool) -> Finding {
    if hasProven { return .proven }
    if isDamaged { return .damaged }
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

  private mutating func step(_ byte: UInt8) {
    switch token {
    case .string: passInString(byte)
    case .scalar where byte.isJSONSpace || RecordProver.isStructural(byte):
      token = .none
      endScalar()
      step(byte)
    case .scalar:
      if byte == Byte.quote || byte == Byte.backslash { isDamaged = true }
      here += 1
    case .none where byte.isJSONSpace:
      here += 1
      if byte == UInt8(ascii: "\n") { endLine() } else if lineColumn == nil { indent += 1 }
      isEscaped = false
    case .none:
      isFirstOnLine = lineColumn == nil
      if isFirstOnLine {
        beginLine(byte)
        if isDamaged { return }
      }
      pass(byte)
      here += 1
      if let count = awaitingTail, byte == Byte.colon || Byte.closes(byte), !isDamaged {
        awaitingTail = nil
        prove(count)
      }
    }
  }

  private static func isStructural(_ byte: UInt8) -> Bool {
    byte == Byte.comma || byte == Byte.colon || Byte.opens(byte) || Byte.closes(byte)
  }

  private mutating func passInString(_ byte: UInt8) {
    here += 1
    if byte == UInt8(ascii: "\n") {
      isDamaged = true
    } else if isEscaped {
      isEscaped = false
    } else if byte == Byte.backslash {
      isEscaped = true
    } else if byte == Byte.quote {
      token = .none
      last = byte
      if isKey { expects = .colon } else { endValue() }
    }
  }

  private mutating func endScalar() {
    last = 0
    endValue()
  }

  /// Handles a byte outside strings and scalars that is not white space.
  private mutating func pass(_ byte: UInt8) {
    if open == nil, phase == .records { return passBetween(byte) }
    if !isStrict, phase == .records { return passBracket(byte) }
    switch byte {
    case Byte.quote: beginScalar(.string)
    case Byte.openBrace, Byte.openBracket:
      guard expects == .value || expects == .firstValue else { return isDamaged = true }
      openLevel(byte)
    case Byte.closeBrace, Byte.closeBracket: closeLevel(byte)
    case Byte.comma:
      guard expects == .separator, !levels.isEmpty else { return isDamaged = true }
      expects = levels.isInObject ? .key : .value
    case Byte.colon:
      guard expects == .colon else { return isDamaged = true }
      expects = .value
    case Byte.backslash: isDamaged = true
    default: beginScalar(.scalar)
    }
  }

  private mutating func beginScalar(_ kind: Token) {
    switch expects {
    case .value, .firstValue: isKey = false
    case .key, .firstKey:
      isKey = true
      if kind != .string { return isDamaged = true }
    case .colon, .separator: return isDamaged = true
    }
    token = kind
  }

  private mutating func openLevel(_ byte: UInt8) {
    let isObject = byte == Byte.openBrace
    levels.open(isObject: isObject)
    expects = isObject ? .firstKey : .firstValue
    last = byte
  }

  private mutating func closeLevel(_ byte: UInt8) {
    let isObject = byte == Byte.closeBrace
    let mayClose =
      expects == .separator || expects == (isObject ? .firstKey : .firstValue)
    guard !levels.isEmpty, levels.isInObject == isObject, mayClose || !isStrict else {
      return isDamaged = true
    }
    levels.close(isObject: isObject)
    last = byte
    if levels.isEmpty, phase == .records {
      open?.closerColumn = isFirstOnLine ? indent : nil
    }
    expects = .separator
    if levels.isEmpty, phase == .records { endValue(includingThis: true) }
  }

  /// Handles a byte inside a record where only brackets count, as when walking the index.
  private mutating func passBracket(_ byte: UInt8) {
    let wasEscaped = isEscaped
    isEscaped = false
    switch byte {
    case Byte.quote where !wasEscaped:
      isKey = false
      token = .string
    case Byte.backslash: isEscaped = !wasEscaped
    case Byte.openBrace, Byte.openBracket:
      let mayOpen =
        levels.isInObject
        ? last == Byte.colon : last == Byte.comma || last == Byte.openBracket
      guard mayOpen else { return isDamaged = true }
      openLevel(byte)
    case Byte.closeBrace, Byte.closeBracket: closeLevel(byte)
    default: last = byte
    }
  }

  /// Handles a byte between two records.
  private mutating func passBetween(_ byte: UInt8) {
    if style == .elements {
      switch byte {
      case Byte.comma where place == .separator || place == .anything:
        beginsWithComma = isFirstOnLine
        commaAt = units.count
        return place = .value
      case Byte.closeBracket where place != .value: return endArray()
      default: if place == .separator { return isDamaged = true }
      }
    }
    switch byte {
    case Byte.openBrace, Byte.openBracket:
      begin()
      openLevel(byte)
    case Byte.quote:
      begin()
      token = .string
    case Byte.closeBrace, Byte.closeBracket, Byte.comma, Byte.colon, Byte.backslash:
      isDamaged = true
    default:
      begin()
      token = .scalar
    }
  }

  private mutating func begin() {
    open = Unit(start: here, column: lineColumn ?? indent)
    open?.isAfterComma = beginsWithComma
    if let lineStart, let comma = commaAt, beginsWithComma, comma == units.count {
      open?.column = here - lineStart
    }
    isKey = false
    limit = here + maximumRecordSize + 1
  }

  /// Ends a value before `here`, or with the byte there.
  private mutating func endValue(includingThis: Bool = false) {
    expects = .separator
    guard phase == .records, levels.isEmpty, var unit = open else { return }
    unit.end = includingThis ? here + 1 : here
    units.append(unit)
    open = nil
    limit = .max
    place = style == .elements ? .separator : .value
    lineHasUnit = true
    proveByDistance()
  }

  private mutating func endArray() {
    var unit = Unit(start: here, column: lineColumn ?? indent)
    unit.end = here + 1
    unit.isArrayEnd = true
    unit.closerColumn = isFirstOnLine ? lineColumn : nil
    units.append(unit)
    lineHasUnit = true
    if outer.contains(nil) {
      // In a feed that was opened inside its array, anything may follow.
      return isCandidate ? (isDamaged = true) : proveAll()
    }
    phase = .tail
    for case let isObject? in outer { levels.open(isObject: isObject) }
    expects = .separator
  }

  /// Handles the first byte on a line that is not white space.
  private mutating func beginLine(_ byte: UInt8) {
    lineColumn = indent
    if open != nil {
      open?.isOneLine = false
      let isLast = Byte.closes(byte) && levels.depth == 1
      if let column = open?.column, indent <= column, !isLast {
        open?.isTidy = false
        if isCandidate || mustBeTidy { isDamaged = true }
      }
    } else if let count = awaiting {
      awaiting = nil
      let hasComma = place != .separator
      if phase == .tail {
        awaitingTail = count
      } else if layout.mayFollow(byte, at: indent, hasComma: hasComma, style) {
        prove(count)
      } else if isCandidate {
        isDamaged = true
      }
    }
  }
}
