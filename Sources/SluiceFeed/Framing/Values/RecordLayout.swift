import Sluice

/// How the records of a feed lie on its lines, as the first records show.
///
/// After damage, the layout determines at which lines a record can begin again. At a sound line end,
/// it determines whether the line proves its records to be whole.
struct RecordLayout {
  /// A value at the level of the records, and how it lies on its lines. Offsets count from the
  /// front of the buffer.
  struct Unit {
    var start: Int
    var end = 0
    /// The column of its line, or of its own first byte if only a comma precedes it there.
    var column: Int
    /// Whether the line ends after it.
    var endsLine = false
    /// Whether its first line holds only its opening bracket.
    var isBare = false
    /// Whether it begins and ends on one line.
    var isOneLine = true
    /// The column of its closing bracket, if the bracket is the first byte on its line.
    var closerColumn: Int?
    /// Whether all its inner lines are indented further than the line it begins on.
    var isTidy = true
    /// Whether the comma before it comes first on its line.
    var isAfterComma = false
    /// Whether the comma after it comes last on its line.
    var isBeforeComma = false
    /// Whether it is the closing bracket of the array of records.
    var isArrayEnd = false

    /// Whether a value of several lines ends at the column at which it begins, with all its lines further right.
    var isRegular: Bool { isTidy && closerColumn == column }
  }

  /// What the end of a line proves about the records before it.
  enum Evidence {
    /// They are whole.
    case whole
    /// They are whole if the next line begins like a record or a separator.
    case ifNextLineFits
    case nothing
  }

  /// The maximum number of records from which the layout is learned, and of their bytes.
  static let mostRecords = 64
  static let mostBytes = 64 << 10

  private var (oneLine, severalLines, bare, bytes) = (0, 0, 0, 0)
  private var (lineEnds, commasFirst, commasLast) = (0, 0, 0)
  private var isLoose = false
  private var longest = 0
  /// The largest column at which records begin.
  private(set) var column = 0

  init() {}

  /// Whether anything is known.
  var isKnown: Bool { oneLine + severalLines > 0 }
  /// Whether learning is complete.
  var isComplete: Bool {
    oneLine + severalLines >= RecordLayout.mostRecords || bytes >= RecordLayout.mostBytes
  }
  /// Whether each record has its own line, with at most one exception in nine.
  var isOnLines: Bool { lineEnds > 0 && oneLine > 0 && oneLine >= 8 * severalLines }
  /// Whether too little may be known: nothing, or few records with a line each.
  var isVague: Bool { !isKnown || !isComplete && severalLines == 0 }
  /// Whether lines show where records begin.
  var tellsStarts: Bool { isKnown && (isOnLines || !isLoose) }

  /// The number of sound bytes that must follow a record if no line end proves it whole: enough to
  /// hold the rest of any record that it may be a part of.
  var lookahead: Int {
    isComplete ? min(max(2 * longest, 8 << 10), RecordLayout.mostBytes) : RecordLayout.mostBytes
  }

  /// Learns from a record that is proved to be whole.
  mutating func note(_ unit: Unit) {
    guard !isComplete, !unit.isArrayEnd else { return }
    let length = unit.end - unit.start
    bytes += length
    longest = max(longest, length)
    column = isKnown ? max(column, unit.column) : unit.column
    if unit.isOneLine { oneLine += 1 } else { severalLines += 1 }
    if unit.isAfterComma { commasFirst += 1 }
    if unit.isBeforeComma { commasLast += 1 }
    if unit.endsLine { lineEnds += 1 }
    if unit.isBare { bare += 1 }
    if !unit.isOneLine, !unit.isRegular { isLoose = true }
  }

  /// Whether commas come first on the lines of the elements that they precede.
  var hasCommasFirst: Bool { commasFirst > commasLast }
  /// Whether they may: no comma was seen, if only the first element is known.
  var mayHaveCommasFirst: Bool { commasFirst >= commasLast }

  /// What the end of the line proves about the last record on it. `hasComma`: a comma follows the
  /// record.
  func evidence(_ unit: Unit, hasComma: Bool, _ style: ValueScan.Style) -> Evidence {
    if unit.isArrayEnd {
      let isOnItsOwn = unit.closerColumn.map { !isLoose && $0 < column } ?? false
      return isKnown && (isOnLines || isOnItsOwn) ? .ifNextLineFits : .nothing
    }
    guard isKnown else {
      // Only where no fragment can look the same. Fragments of elements may, and a record without
      // its head at the start of the feed begins where the feed does.
      return style == .concatenated && unit.column == 0 && unit.isTidy && isClosedInPlace(unit)
        ? .whole : .nothing
    }
    if unit.isOneLine, !isOnLines {
      return isLoose || oneLine < 2 || unit.column > column ? .nothing : .ifNextLineFits
    }
    if !unit.isOneLine {
      guard !isLoose, unit.column == column, isClosedInPlace(unit), unit.isTidy || !isOnLines
      else { return .nothing }
      if isOnLines, severalLines == 0 { return .nothing }
      if 2 * bare > severalLines, !unit.isBare { return .nothing }
    }
    return style == .concatenated || hasComma || hasCommasFirst ? .whole : .ifNextLineFits
  }

  private func isClosedInPlace(_ unit: Unit) -> Bool {
    !unit.isOneLine && unit.closerColumn == unit.column
  }

  /// Whether a line may begin with this byte, at this column, after whole records. `hasComma`: the
  /// byte follows a comma.
  func mayFollow(
    _ byte: UInt8, at column: Int, hasComma: Bool, _ style: ValueScan.Style
  ) -> Bool {
    if style == .elements, !hasComma {
      return byte == Byte.comma || byte == Byte.closeBracket && (isOnLines || column < self.column)
    }
    return column <= self.column && RecordLayout.beginsValue(byte)
  }

  /// Whether a value may begin with this byte.
  static func beginsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case Byte.openBrace, Byte.openBracket, Byte.quote, Byte.minus, 0x30...0x39: true
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): true
    default: false
    }
  }
}
