import CSimdJSON
import Sluice

/// How a value is read.
enum ColumnDecoding {
  case int, real, text, bool, json
  /// By the parser of the column's type.
  case parsed
  /// As a text, which the column's contract transforms.
  case transformed
  /// By the column's ``LenientColumn``.
  case lenient
  /// The same for a number or a Boolean, of which the usual ones in strings are read at once.
  case quotedInt, quotedReal, quotedBool
  /// The same for a text that may be a scalar.
  case scalarText
  /// Not at all: its position is located.
  case place
  /// The same for a value of a nested type, which a batch reads from there; null is NULL.
  case nested

  init(_ column: ImportColumn) {
    self.init(column.type)
    if self == .text, column.contract.transform != nil { self = .transformed }
    if !column.accepts.isEmpty { self = ColumnDecoding(column.accepts, of: self) }
  }

  private init(_ accepts: ColumnLeniency, of plain: ColumnDecoding) {
    self =
      switch plain {
      case .int where accepts.text: .quotedInt
      case .real where accepts.text: .quotedReal
      case .bool where accepts.text: .quotedBool
      case .text where accepts.scalars: .scalarText
      default: .lenient
      }
  }

  var isQuoted: Bool { self == .quotedInt || self == .quotedReal || self == .quotedBool }

  init(_ type: ColumnType) {
    self =
      switch type {
      case .int: .int
      case .real: .real
      case .text: .text
      case .bool: .bool
      case .json: .json
      case .list, .structure, .map: .nested
      default: .parsed
      }
  }
}

/// Reads one value for a column: exactly its type, or an error.
extension ColumnPlan {
  @inline(__always)
  func value(_ position: JSONPosition, for column: Int) throws(JSONError) -> ImportValue {
    let type = unsafe types[column]
    if position.isNull, type != .place { return .null }
    switch type {
    case .int: return .integer(try position.integer(.int64))
    case .real: return .real(try position.double())
    case .bool: return .boolean(try position.bool())
    case .text: return unsafe .text(try scratch.text(position))
    case .json: return unsafe .json(try position.checkedRawBytes())
    case .place, .nested: return .integer(Int64(position.token))
    case .parsed: return try scratch.parsed(position, columns[column].type)
    case .transformed: return try transformed(position, columns[column].contract.transform)
    case .lenient: return try lenient(position, column)
    case .quotedInt: return try quotedInt(position, column)
    case .quotedReal: return try quotedReal(position, column)
    case .quotedBool: return try quotedBool(position, column)
    case .scalarText:
      return position.byte == UInt8(ascii: "\"")
        ? unsafe .text(try scratch.text(position)) : try lenient(position, column)
    }
  }

  @inline(never)
  private func lenient(_ position: JSONPosition, _ column: Int) throws(JSONError) -> ImportValue {
    guard let reader = lenient[column] else { throw position.mismatch(.string) }
    let value = try reader.read(position, scratch)
    terms.notes.insert(reader.notes, column)
    guard case .text(let text) = value, let transform = columns[column].contract.transform else {
      return value
    }
    return unsafe .text(transform.apply(text, scratch))
  }

  @inline(never)
  private func transformed(
    _ position: JSONPosition, _ transform: ColumnTransform?
  ) throws(JSONError) -> ImportValue {
    let text = try unsafe scratch.text(position)
    return unsafe .text(transform?.apply(text, scratch) ?? text)
  }
}

/// Numbers and Booleans that may be in strings: the usual ones at once, the others by the column's reader. Outlined from
/// the plain types, whose callers they would make larger.
///
/// Sound because a token that is a quote begins a string, whose end is there: see RawString.
extension ColumnPlan {
  @inline(never)
  private func quotedInt(
    _ position: JSONPosition, _ column: Int
  ) throws(JSONError) -> ImportValue {
    guard position.byte == UInt8(ascii: "\"") else {
      return position.byte == UInt8(ascii: "{")
        ? try lenient(position, column) : .integer(try position.integer(.int64))
    }
    var value: Int64 = 0
    guard unsafe csj_parse_quoted_integer(position.pointer + 1, &value) else {
      return try lenient(position, column)
    }
    terms.notes.insert(NoteSet(.text), column)
    return .integer(value)
  }

  @inline(never)
  private func quotedReal(
    _ position: JSONPosition, _ column: Int
  ) throws(JSONError) -> ImportValue {
    guard position.byte == UInt8(ascii: "\"") else {
      return position.byte == UInt8(ascii: "{")
        ? try lenient(position, column) : .real(try position.double())
    }
    let text = RawString(position)
    var value = 0.0
    guard unsafe csj_parse_quoted_double(text.base, text.count, &value) else {
      return try lenient(position, column)
    }
    terms.notes.insert(NoteSet(.text), column)
    return .real(value)
  }

  @inline(never)
  private func quotedBool(
    _ position: JSONPosition, _ column: Int
  ) throws(JSONError) -> ImportValue {
    guard position.byte == UInt8(ascii: "\"") else { return .boolean(try position.bool()) }
    let value = unsafe csj_parse_quoted_bool(position.pointer + 1)
    guard value >= 0 else { return try lenient(position, column) }
    terms.notes.insert(NoteSet(.text), column)
    return .boolean(value == 1)
  }
}
