import Sluice
import SluiceFeed

/// The rows of a record whose array is exploded: a row for each element.
///
/// Reads the record's values once, and then each element into the same row. Keeps nothing of an element
/// when it reads the next one, except texts when they are to be kept.
package final class ElementPlan {
  package let exploded: ExplodedArray
  /// The record's columns, and the row.
  private let record: ColumnPlan
  /// The element's columns.
  private let element: ColumnPlan
  private let elementColumns: [Int]
  /// The columns whose values are the record's.
  private let recordColumns: [Int]
  /// The columns that hold an element's index.
  private let indexColumns: [Int]

  /// The record's array; nil when it has none.
  package private(set) var array: JSONPosition?
  private let rowNotes: ValueNotes
  private var token: UInt32 = 0
  /// The element in the row, counted from 0.
  package private(set) var index: Int64 = -1
  /// What was being read when an error was thrown.
  private var failing = Failing.record

  private enum Failing {
    case record, element, array
  }

  init(_ columns: [ImportColumn], _ exploded: ExplodedArray, keepsText: Bool) {
    self.exploded = exploded
    rowNotes = ValueNotes(columns: columns.count)
    record = ColumnPlan(
      columns, exploded.recordPaths, placing: exploded.path, keepsText: keepsText)
    element = ColumnPlan(columns, exploded.elementPaths, keepsText: keepsText)
    elementColumns = columns.indices.filter { exploded.elementPaths[$0] != nil }
    recordColumns = columns.indices.filter {
      columns[$0].path != nil && exploded.elementPaths[$0] == nil
    }
    indexColumns = columns.indices.filter { columns[$0].origin == .element }
  }

  /// Releases the memory of kept texts.
  func removeTexts() {
    record.scratch.removeAll()
    element.scratch.removeAll()
  }

  /// Reads the record's own values.
  package func begin(_ record: borrowing FeedRecord) throws(JSONError) {
    let root = record.cursor.position
    failing = .record
    array = nil
    rewind()
    try self.record.read(root)
    guard case .integer(let token) = unsafe self.record.values[self.record.columns.count] else {
      return
    }
    let value = root.at(UInt32(truncatingIfNeeded: token))
    if value.isNull { return }
    failing = .array
    guard value.byte == UInt8(ascii: "[") else {
      throw value.mismatch(.array).orFault(of: value)
    }
    array = value
    rewind()
  }

  /// Returns to before the first element.
  package func rewind() {
    token = array?.token ?? 0
    index = -1
  }

  /// Makes the row of the next element. False at the end. After an error, the record is finished.
  ///
  /// A record without elements makes no row. What its own columns require is required of it all the same, as their
  /// types are.
  package func next(_ record: borrowing FeedRecord) throws(JSONError) -> Bool {
    guard let array else { return try end(record) }
    failing = .array
    guard let token = try array.nextElement(after: token) else { return try end(record) }
    self.token = token
    index += 1
    failing = .element
    try element.read(element: array.at(token))
    let values = unsafe self.record.values
    for column in elementColumns { unsafe values[column] = unsafe element.values[column] }
    for column in indexColumns { unsafe values[column] = .integer(index) }
    failing = .record
    try self.record.complete(record)
    return true
  }

  @inline(never)
  private func end(_ record: borrowing FeedRecord) throws(JSONError) -> Bool {
    if index >= 0 { return false }
    failing = .record
    try self.record.require(recordColumns, record)
    return false
  }

  /// The row that `next` made.
  package var row: ImportRow {
    @_lifetime(borrow self)
    get {
      let values = unsafe UnsafePointer(record.values.baseAddress!)
      let row = unsafe ImportRow(unchecked: values, count: record.columns.count)
      return unsafe _overrideLifetime(row, borrowing: self)
    }
  }

  /// The row's values.
  var values: Slice<UnsafeMutableBufferPointer<ImportValue>> {
    unsafe record.values[..<record.columns.count]
  }

  /// What was done to the row's values.
  package var notes: ValueNotes {
    rowNotes.removeAll()
    rowNotes.insert(record.notes)
    rowNotes.insert(element.notes)
    return rowNotes
  }

  @inline(__always)
  package var hasNotes: Bool { record.hasNotes || element.hasNotes }

  /// The plan that reads a column, which is now the one that an error is about.
  func plan(of column: Int) -> ColumnPlan {
    let isElement = elementColumns.contains(column)
    failing = isElement ? .element : .record
    return isElement ? element : record
  }

  /// The column that an error is about, or the array.
  package var failedColumnName: ByteName {
    switch failing {
    case .element: element.failedColumnName
    case .record where record.failedColumn < record.columns.count: record.failedColumnName
    case .record, .array: ByteName(exploded.path.description)
    }
  }
}
