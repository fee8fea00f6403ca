import CSimdJSON
import Sluice

/// Reads the values of a column that accepts more than its type has.
///
/// Sound because bytes are read inside of a string of the document, or of copies with room for what reads beyond them.
@safe
final class LenientColumn {
  let type: ColumnType
  let accepts: ColumnLeniency
  /// What was done to the value that is being read.
  private(set) var notes = NoteSet()

  typealias Text = UnsafeBufferPointer<UInt8>

  init(_ column: ImportColumn) {
    type = column.type
    accepts = column.accepts
  }

  /// The value at a position, which is not null.
  func read(_ position: JSONPosition, _ scratch: RowScratch) throws(JSONError) -> ImportValue {
    guard position.byte == UInt8(ascii: "\"") else {
      if let value = try readContainer(position, scratch) { return value }
      notes = NoteSet()
      return try readUnquoted(position, scratch)
    }
    guard accepts.text || type.takesStrings else { throw position.mismatch(.number) }
    let text = try unsafe scratch.text(position)
    do throws(CellFault) {
      return try unsafe value(of: text, scratch)
    } catch {
      throw JSONError(
        .invalidValue, at: position.offset, name: type.expectation, reason: error.words)
    }
  }

  /// Begins with a value that is taken by a word.
  func begin(_ note: ColumnNote) { notes = NoteSet(note) }

  private func readUnquoted(
    _ position: JSONPosition, _ scratch: RowScratch
  ) throws(JSONError) -> ImportValue {
    switch type {
    case .int: return .integer(try position.integer(.int64))
    case .real: return .real(try position.double())
    case .bool: return .boolean(try position.bool())
    case .text: return try scalar(position)
    case .timestamp, .epoch, .epochms, .epochus:
      guard position.isNumber, takesEpochs else { return try scratch.parsed(position, type) }
      let number = unsafe position.numberText
      guard let digits = unsafe DecimalDigits(number) else {
        throw JSONError(.invalidNumber, at: position.offset)
      }
      do throws(CellFault) {
        return .timestamp(try epoch(digits))
      } catch {
        throw JSONError(
          .invalidValue, at: position.offset, name: type.expectation, reason: error.words)
      }
    default: return try scratch.parsed(position, type)
    }
  }

  /// The text that a number or a Boolean is written as.
  private func scalar(_ position: JSONPosition) throws(JSONError) -> ImportValue {
    guard accepts.scalars, position.isNumber || position.isTrue || position.isFalse else {
      throw position.mismatch(.string)
    }
    let text = unsafe position.numberText
    if position.isNumber, unsafe DecimalDigits(text) == nil {
      throw JSONError(.invalidNumber, at: position.offset)
    }
    return unsafe scalar(text) ?? .null
  }

  /// The text of a number or a Boolean; nil: it is not accepted.
  func scalar(_ text: Text) -> ImportValue? {
    notes = NoteSet()
    guard accepts.scalars else { return nil }
    notes.insert(.scalars)
    return unsafe .text(text)
  }
}

extension LenientColumn {
  /// The value of a string's characters. Bytes of the result are those of the text, or in `scratch`.
  func value(of string: Text, _ scratch: RowScratch) throws(CellFault) -> ImportValue {
    notes = NoteSet()
    let text = unsafe trimmed(string)
    switch type {
    case .int, .real, .decimal: return try unsafe number(text)
    case .bool:
      notes.insert(.text)
      if unsafe text.elementsEqual("true".utf8) { return .boolean(true) }
      if unsafe text.elementsEqual("false".utf8) { return .boolean(false) }
      throw .boolean
    case .epoch, .epochms, .epochus:
      guard accepts.text, let digits = unsafe DecimalDigits(unsigned(text)) else { throw .number }
      notes.insert(.text)
      return .timestamp(try epoch(digits))
    case .timestamp: return .timestamp(try unsafe time(text))
    case .date: return .date(try unsafe day(text))
    default: return try unsafe type.parse(text, scratch) ?? .text(text)
    }
  }

  /// The text without white space at its ends, if that is accepted.
  private func trimmed(_ text: Text) -> Text {
    guard accepts.spaces else { return unsafe text }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte &- 0x09 <= 4 }
    guard let first = unsafe text.firstIndex(where: { !isSpace($0) }),
      let last = unsafe text.lastIndex(where: { !isSpace($0) })
    else { return unsafe text }
    if last - first + 1 < text.count { notes.insert(.spaces) }
    return unsafe Text(rebasing: text[first...last])
  }

  /// The number without a `+` before it, if that is accepted.
  private func unsigned(_ text: Text) -> Text {
    guard accepts.plus, text.count > 1, unsafe text[0] == UInt8(ascii: "+"),
      unsafe text[1] &- 0x30 <= 9
    else { return unsafe text }
    notes.insert(.plus)
    return unsafe Text(rebasing: text[1...])
  }

  private func number(_ text: Text) throws(CellFault) -> ImportValue {
    let number = unsafe unsigned(text)
    guard let digits = unsafe DecimalDigits(number) else { throw .number }
    switch type {
    case .decimal: return unsafe .decimal(number)
    case .int:
      notes.insert(.text)
      guard let value = digits.integer(as: Int64.self) else { throw .integer }
      return .integer(value)
    default:
      notes.insert(.text)
      guard let value = unsafe LenientColumn.double(number) else { throw .real }
      return .real(value)
    }
  }

  /// The nearest double to a number; nil beyond the largest.
  static func double(_ number: Text) -> Double? {
    unsafe withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: number.count + PaddedBytes.padding
    ) { copy in
      unsafe copy.initialize(repeating: 0x20)
      for i in number.indices { unsafe copy[i] = unsafe number[i] }
      var value = 0.0
      guard let start = copy.baseAddress, unsafe csj_parse_double(start, &value) else { return nil }
      return value
    }
  }
}

/// Times.
extension LenientColumn {
  private var takesEpochs: Bool {
    type != .timestamp
      || accepts.forms.contains { form in if case .epoch = form { true } else { false } }
  }

  /// Microseconds since 1970 of a number in the column's unit.
  private func epoch(_ digits: DecimalDigits) throws(CellFault) -> Int64 {
    var shift = type.epochShift
    for case .epoch(let own) in accepts.forms { shift = own }
    if type == .timestamp { notes.insert(.epoch) }
    return try epoch(digits, shift: shift ?? 0)
  }

  /// The same of a number in units that are `shift` digits above a microsecond.
  func epoch(_ digits: DecimalDigits, shift: Int) throws(CellFault) -> Int64 {
    try change { (isChanged) throws(CellFault) in
      try EpochNumber.microseconds(
        digits, shift: shift, accepts.fraction, isChanged: &isChanged)
    }
  }

  private func change(
    _ make: (inout Bool) throws(CellFault) -> Int64
  ) throws(CellFault) -> Int64 {
    var isChanged = false
    let time = try make(&isChanged)
    if isChanged { notes.insert(.fraction) }
    return time
  }

  /// Tries RFC 3339 first, then the other forms in their order.
  func time(_ text: Text) throws(CellFault) -> Int64 {
    let before = notes
    let fault: CellFault
    do throws(CellFault) {
      return try unsafe standardTime(text)
    } catch {
      if accepts.forms.isEmpty { throw error }
      fault = error
    }
    for form in accepts.forms {
      notes = before
      switch form {
      case .epoch:
        guard accepts.text, let digits = unsafe DecimalDigits(unsigned(text)) else { continue }
        notes.insert(.text)
        return try epoch(digits)
      case .pattern(let pattern):
        guard let parts = unsafe TimePatternReader.read(text, as: pattern) else { continue }
        notes.insert(.pattern)
        return try instant(parts)
      }
    }
    // What is wrong with the form of the column's own type says more where the text begins as one.
    throw fault == .dateForm ? .forms : fault
  }

  private func standardTime(_ text: Text) throws(CellFault) -> Int64 {
    var text = unsafe text
    var isUTC = false
    if accepts.utc, let rest = unsafe LenientColumn.beforeUTC(text) {
      unsafe text = unsafe rest
      isUTC = true
    }
    let time: RFC3339.DateTime
    do throws(RFC3339.Fault) {
      time = try unsafe RFC3339.dateTime(text)
    } catch {
      throw CellFault(error)
    }
    if !accepts.iso8601 {
      guard !time.forms.contains(.noSeconds) else { throw .timeForm }
      guard time.forms.isDisjoint(with: [.comma, .shortOffset]) else { throw .zone }
    } else if !time.forms.isDisjoint(with: [.noSeconds, .comma, .shortOffset]) {
      notes.insert(.iso8601)
    }
    let isLocal = time.forms.contains(.noZone)
    if isUTC {
      guard isLocal else { throw .zone }
      notes.insert(.utc)
    }
    return try instant(
      TimeParts(
        seconds: time.secondsSince1970, nanosecond: time.nanosecond,
        isFiner: time.forms.contains(.finer), isLocal: isLocal && !isUTC))
  }

  /// The text before `UTC` or `GMT` and a space.
  private static func beforeUTC(_ text: Text) -> Text? {
    guard text.count > 4,
      unsafe text.suffix(3).elementsEqual("UTC".utf8) || text.suffix(3).elementsEqual("GMT".utf8)
    else { return nil }
    let end = unsafe text[text.count - 4] == 0x20 ? text.count - 4 : text.count - 3
    return unsafe Text(rebasing: text[..<end])
  }

  private func instant(_ time: TimeParts) throws(CellFault) -> Int64 {
    var time = time
    if time.isLocal {
      guard let zone = accepts.zone else { throw .zone }
      switch zone.instant(ofLocal: Int64(time.seconds)) {
      case .one(let seconds): time.seconds = Int(seconds)
      case .firstOfTwo(let seconds):
        time.seconds = Int(seconds)
        notes.insert(.overlap)
      case .none: throw .gap
      }
      notes.insert(.zone)
    }
    return try change { (isChanged) throws(CellFault) in
      try TimestampText.microseconds(time, accepts.fraction, isChanged: &isChanged)
    }
  }

  private func day(_ text: Text) throws(CellFault) -> Int32 {
    let fault: CellFault
    do throws(CellFault) {
      return try unsafe DateText.days(text)
    } catch {
      if accepts.forms.isEmpty { throw error }
      fault = error
    }
    for case .pattern(let pattern) in accepts.forms {
      guard let parts = unsafe TimePatternReader.read(text, as: pattern) else { continue }
      notes.insert(.pattern)
      return Int32(truncatingIfNeeded: parts.seconds / 86_400)
    }
    throw fault == .dateForm ? .forms : fault
  }
}
