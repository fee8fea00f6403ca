import Sluice
import SluiceFeed

/// What columns require of their values besides the type, and what they take from anything but a path. Only
/// columns with terms pay for them.
///
/// Sound because the texts of stand-ins are in memory that this object owns.
@safe
final class ColumnConstraints {
  private struct StandIn {
    let column: Int
    let value: ImportValue
  }

  private var required: [Int] = []
  private var standIns: [StandIn] = []
  private var constants: [StandIn] = []
  /// Columns that hold the record's position.
  private var places: [(column: Int, origin: ColumnOrigin)] = []
  private let mismatches: [ColumnContract.Mismatch]
  private let names: [String]
  /// Whether there are no terms: tested first, so that a plan without terms pays nothing for them.
  let isPlain: Bool
  /// Whether a value can have a note: tested first, too.
  let mayNote: Bool
  /// The bytes of the texts among the constants, for as long as this lives.
  private var texts: [UnsafeMutableBufferPointer<UInt8>] = unsafe []
  /// The name of the current source, and its bytes.
  private var source = ""
  private var sourceText: UnsafeMutableBufferPointer<UInt8>?
  /// What was done to values of the current record.
  let notes: ValueNotes

  init(_ columns: [ImportColumn]) {
    mismatches = columns.map(\.contract.mismatch)
    names = columns.map(\.pathText)
    notes = ValueNotes(columns: columns.count)
    for (number, column) in columns.enumerated() {
      if column.contract.isRequired { required.append(number) }
      if let standIn = column.contract.standIn {
        unsafe standIns.append(
          StandIn(column: number, value: ColumnConstraints.value(standIn, &texts)))
      }
      switch column.origin {
      case .path: break
      case .constant(let constant):
        unsafe constants.append(
          StandIn(column: number, value: ColumnConstraints.value(constant, &texts)))
      default: places.append((number, column.origin))
      }
    }
    isPlain =
      required.isEmpty && standIns.isEmpty && constants.isEmpty && places.isEmpty
    mayNote =
      mismatches.contains(.null)
      || columns.contains { !$0.accepts.isEmpty || !$0.fallbacks.isEmpty }
  }

  deinit {
    for place in unsafe texts.indices {
      let text = unsafe texts[place]
      unsafe text.deallocate()
    }
    unsafe sourceText?.deallocate()
  }

  private static func value(
    _ constant: ColumnConstant, _ texts: inout [UnsafeMutableBufferPointer<UInt8>]
  ) -> ImportValue {
    switch constant {
    case .integer(let value): return .integer(value)
    case .real(let value): return .real(value)
    case .boolean(let value): return .boolean(value)
    case .date(let days): return .date(days)
    case .timestamp(let time): return .timestamp(time)
    case .uuid(let high, let low): return .uuid(high: high, low: low)
    case .text(let text): return unsafe .text(keep(text.utf8, &texts))
    case .json(let text): return unsafe .json(keep(text.utf8, &texts))
    case .decimal(let text): return unsafe .decimal(keep(text.utf8, &texts))
    case .blob(let bytes): return unsafe .blob(keep(bytes, &texts))
    }
  }

  private static func keep(
    _ bytes: some Collection<UInt8>, _ texts: inout [UnsafeMutableBufferPointer<UInt8>]
  ) -> UnsafeBufferPointer<UInt8> {
    let copy = unsafe copy(bytes)
    unsafe texts.append(copy)
    return unsafe UnsafeBufferPointer(rebasing: copy[..<bytes.count])
  }

  /// A copy, always with an address: without one it would be NULL to some sinks.
  private static func copy(
    _ bytes: some Collection<UInt8>
  ) -> UnsafeMutableBufferPointer<UInt8> {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
    unsafe copy.initialize(repeating: 0)
    for (i, byte) in bytes.enumerated() { unsafe copy[i] = byte }
    return unsafe copy
  }

  @inline(__always)
  func begin() { if mayNote { notes.removeAll() } }

  /// Whether a value that does not have its column's type becomes NULL. Invalid JSON never does. (A field is
  /// missing in a value of a nested type.)
  func nulls(_ column: Int32, _ error: JSONError) -> Bool {
    // The columns may be followed by a place that is looked for.
    guard mismatches.indices.contains(Int(column)), mismatches[Int(column)] == .null,
      error.code == .typeMismatch || error.code == .numberOutOfRange
        || error.code == .invalidValue || error.code == .missingField
    else { return false }
    notes.insert(NoteSet(.nulled), Int(column))
    return true
  }

  /// Fills in what does not come from the record's values. Throws for the first column that requires a
  /// value and has none, and stores its number in `failed`.
  func complete(
    _ values: UnsafeMutableBufferPointer<ImportValue>, _ record: borrowing FeedRecord,
    failed: inout Int32
  ) throws(JSONError) {
    try unsafe fillConstants(values, record, failed: &failed)
    for standIn in standIns {
      if case .null = unsafe values[standIn.column] {
        unsafe values[standIn.column] = standIn.value
      }
    }
    for column in required { try unsafe require(column, values, record, failed: &failed) }
  }

  /// Throws for the first of these columns that requires a value and has none, not even a default.
  func require(
    _ columns: [Int], _ values: UnsafeMutableBufferPointer<ImportValue>,
    _ record: borrowing FeedRecord, failed: inout Int32
  ) throws(JSONError) {
    for column in required where columns.contains(column) {
      if case .null = standIn(column) {
        try unsafe require(column, values, record, failed: &failed)
      }
    }
  }

  private func require(
    _ column: Int, _ values: UnsafeMutableBufferPointer<ImportValue>,
    _ record: borrowing FeedRecord, failed: inout Int32
  ) throws(JSONError) {
    guard case .null = unsafe values[column] else { return }
    failed = Int32(column)
    throw JSONError(.missingField, at: record.cursor.position.offset, name: names[column])
  }

  /// Fills in what comes from no path: constants, and where the record is. Throws if the record is asked for and is not
  /// valid JSON, which a feed that checks only what is accessed has not found out.
  func fillConstants(
    _ values: UnsafeMutableBufferPointer<ImportValue>, _ record: borrowing FeedRecord,
    failed: inout Int32
  ) throws(JSONError) {
    for constant in constants { unsafe values[constant.column] = constant.value }
    for (column, origin) in places {
      switch origin {
      case .source: unsafe values[column] = unsafe .text(name(of: record.source))
      case .offset: unsafe values[column] = .integer(record.offset)
      case .line: unsafe values[column] = .integer(record.line)
      case .record: unsafe values[column] = .integer(record.number)
      case .raw:
        do throws(JSONError) { try record.cursor.position.checkDocument() } catch {
          failed = Int32(column)
          throw error
        }
        unsafe values[column] = unsafe .json(record.withJSON { unsafe $0 })
      case .path, .constant, .element: break
      }
    }
  }

  /// What the column has instead of NULL.
  func standIn(_ column: Int) -> ImportValue {
    standIns.first { $0.column == column }?.value ?? .null
  }

  /// The source's name as bytes, which stay until another source follows.
  private func name(of source: String) -> UnsafeBufferPointer<UInt8> {
    if let sourceText = unsafe sourceText, source == self.source {
      return unsafe UnsafeBufferPointer(rebasing: sourceText[..<source.utf8.count])
    }
    unsafe sourceText?.deallocate()
    let text = unsafe ColumnConstraints.copy(source.utf8)
    unsafe sourceText = unsafe text
    self.source = source
    return unsafe UnsafeBufferPointer(rebasing: text[..<source.utf8.count])
  }
}

extension ColumnPlan {
  /// Reads one record's row. Throws as `read(_:)` of its root does, and `missing-field`.
  @inline(__always)
  package func read(_ record: borrowing FeedRecord) throws(JSONError) {
    if hasRows, let rows {
      try write(record.cursor.position, by: rows)
    } else {
      try read(record.cursor.position)
    }
    try complete(record)
  }

  /// Fills in what does not come from the record's values.
  @inline(__always)
  func complete(_ record: borrowing FeedRecord) throws(JSONError) {
    if terms.isPlain { return }
    // Uses a copy: passing a field of an object requires an exclusivity check for the time of the call.
    var failed = failedColumn
    defer { failedColumn = failed }
    try unsafe terms.complete(values, record, failed: &failed)
  }

  /// Requires of a record without a row what these columns do.
  func require(_ columns: [Int], _ record: borrowing FeedRecord) throws(JSONError) {
    if terms.isPlain { return }
    var failed = failedColumn
    defer { failedColumn = failed }
    try unsafe terms.require(columns, values, record, failed: &failed)
  }

  /// What was done to values of the last record.
  package var notes: ValueNotes { terms.notes }

  /// Whether there are any.
  @inline(__always)
  package var hasNotes: Bool { terms.mayNote && !terms.notes.isEmpty }
}
