import Sluice

/// Writes cells of one row: values that a program's type made. A value takes any form that its column's type has; another
/// is a fault, which the column's contract may turn into NULL.
///
/// Sound because columns are checked against the row's width, and texts are copied into the plan's memory.
@safe
package struct CellWriter {
  private let plan: ColumnPlan
  /// Where the record is: cells have no place of their own.
  private let offset: Int

  init(_ plan: ColumnPlan, at offset: Int) {
    self.plan = plan
    self.offset = offset
  }

  package func writeNull(to column: Int) { set(.null, column) }

  package func write(_ value: Bool, to column: Int) throws(JSONError) {
    let type = columnType(column)
    if type == .text { return try write(number: "\(value)", to: column) }
    guard type == .bool else { return try refuse("\(value)", column) }
    set(.boolean(value), column)
  }

  package func write<T: FixedWidthInteger>(_ value: T, to column: Int) throws(JSONError) {
    switch columnType(column) {
    case .int:
      guard let integer = Int64(exactly: value) else { return try refuse("\(value)", column) }
      set(.integer(integer), column)
    case .real: set(.real(Double(value)), column)
    default: try write(number: "\(value)", to: column)
    }
  }

  package func write(_ value: Double, to column: Int) throws(JSONError) {
    guard value.isFinite else { return try refuse("\(value)", column) }
    if columnType(column) == .real { return set(.real(value), column) }
    try write(number: "\(value)", to: column)
  }

  /// Writes a number whose text JSON could have, or the word of a Boolean for a column of texts.
  package func write(number text: String, to column: Int) throws(JSONError) {
    let type = columnType(column)
    if type == .real, let value = Double(text), value.isFinite { return set(.real(value), column) }
    if type == .int, let value = Int64(text) { return set(.integer(value), column) }
    let bytes = unsafe plan.scratch.copied(text)
    if let reader = plan.lenient[column], type == .text {
      guard let value = unsafe reader.scalar(bytes) else { return try refuse(text, column) }
      note(reader, column)
      return set(value, column)
    }
    guard type.isParsed, type.takesNumbers, let digits = unsafe DecimalDigits(bytes) else {
      return try refuse(text, column)
    }
    try write(text, to: column) { () throws(CellFault) in try unsafe type.parse(digits, of: bytes) }
  }

  package func write(_ text: String, to column: Int) throws(JSONError) {
    let type = columnType(column)
    let bytes = unsafe plan.scratch.copied(text)
    if let reader = plan.lenient[column], type != .text {
      return try write("\"\(text)\"", to: column) { () throws(CellFault) in
        let value = try unsafe reader.value(of: bytes, plan.scratch)
        note(reader, column)
        return value
      }
    }
    if type == .text {
      let transform = plan.columns[column].contract.transform
      return unsafe set(.text(transform?.apply(bytes, plan.scratch) ?? bytes), column)
    }
    let words = "\"\(text)\""
    guard type.isParsed, type.takesStrings else { return try refuse(words, column) }
    try write(words, to: column) { () throws(CellFault) in
      try unsafe type.parse(bytes, plan.scratch) ?? .null
    }
  }

  /// Writes a value's JSON.
  package func write(json: UnsafeRawBufferPointer, to column: Int) throws(JSONError) {
    let bytes = unsafe json.bindMemory(to: UInt8.self)
    guard columnType(column) == .json else {
      return try refuse(unsafe String(decoding: bytes, as: UTF8.self), column)
    }
    unsafe set(.json(plan.scratch.copied(bytes)), column)
  }

  /// Writes a point in time, in microseconds since 1970.
  package func write(time microseconds: Int64, to column: Int) throws(JSONError) {
    let isTime = columnType(column).storage == .timestamp
    guard isTime, TimestampText.range.contains(microseconds) else {
      return try refuse("a time outside of the years 0000 to 9999, or for another type", column)
    }
    set(.timestamp(microseconds), column)
  }

  package func write(uuid high: UInt64, _ low: UInt64, to column: Int) throws(JSONError) {
    if columnType(column) == .uuid { return set(.uuid(high: high, low: low), column) }
    try write(ImportValue.uuid(high: high, low: low).description, to: column)
  }

  package func write(bytes: UnsafeRawBufferPointer, to column: Int) throws(JSONError) {
    guard columnType(column) == .blob else { return try refuse("bytes", column) }
    unsafe set(.blob(plan.scratch.copied(bytes.bindMemory(to: UInt8.self))), column)
  }
}

extension CellWriter {
  @inline(__always)
  private func columnType(_ column: Int) -> ColumnType { plan.columns[column].type }

  private func note(_ reader: LenientColumn, _ column: Int) {
    plan.terms.notes.insert(reader.notes, column)
  }

  @inline(__always)
  private func set(_ value: ImportValue, _ column: Int) {
    precondition(plan.columns.indices.contains(column), "no such column")
    unsafe plan.values[column] = value
  }

  private func write(
    _ words: String, to column: Int, _ parse: () throws(CellFault) -> ImportValue
  ) throws(JSONError) {
    do throws(CellFault) {
      set(try parse(), column)
    } catch {
      try refuse(words, column, ": \(error.words)")
    }
  }

  /// Handles a value that its column does not take.
  @inline(never)
  private func refuse(
    _ words: String, _ column: Int, _ reason: String = ""
  ) throws(JSONError) {
    let column32 = Int32(truncatingIfNeeded: column)
    let (name, expected) = (plan.columns[column].name, columnType(column).expectation)
    let error = JSONError(
      .invalidValue, at: offset, name: "\(expected) for the column \"\(name)\"",
      reason: "the type encoded \(words)\(reason)")
    plan.failedColumn = column32
    guard plan.terms.nulls(column32, error) else { throw error }
    plan.failedColumn = ColumnPlan.noColumn
    set(.null, column)
  }
}
