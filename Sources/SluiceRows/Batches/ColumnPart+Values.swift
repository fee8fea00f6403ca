import Sluice
import SluiceFeed

/// Values on their way into columns.
extension ColumnPart {
  /// Stores the values at their locations. False: one does not fit its column, or is a null that a
  /// contract replaces; then the plan reads the record.
  @inline(__always)
  func fill(_ locations: UnsafePointer<UInt32>, of root: JSONPosition, _ row: Int) -> Bool {
    let count = UInt32(truncatingIfNeeded: cellCount)
    var next: UInt32 = 0
    while true {
      next = unsafe fill(
        filled, next, count, root.index.pointee.bytes, root.index.pointee.tokens,
        root.index.pointee.end, locations, row)
      if next == count { return true }
      guard unsafe fillOne(locations, of: root, Int(next), row) else { return false }
      next &+= 1
    }
  }

  /// Stores the value of a cell.
  @inline(never)
  private func fillOne(
    _ locations: UnsafePointer<UInt32>, of root: JSONPosition, _ number: Int, _ row: Int
  ) -> Bool {
    let cell = unsafe cells[number]
    let store = unsafe stores + Int(cell.column)
    let token = unsafe locations[Int(cell.location)]
    if token == .max || root.at(token).isNull {
      if unsafe store.pointee.hasStandIn { return false }
      unsafe store.pointee.setNull(row)
      return true
    }
    return unsafe fill(root.at(token), cell, store, row)
  }

  @inline(__always)
  private func fill(
    _ position: JSONPosition, _ cell: CellRead, _ store: UnsafeMutablePointer<ColumnStore>,
    _ row: Int
  ) -> Bool {
    switch cell.decoding {
    case .int:
      guard let value = position.shortInteger else {
        return unsafe fillInteger(position, store, row)
      }
      unsafe store.pointee.set(value, row)
      return true
    case .real:
      do throws(JSONError) {
        unsafe store.pointee.set(try position.double(), row)
        return true
      } catch {
        return false
      }
    case .text:
      guard position.byte == UInt8(ascii: "\"") else { return false }
      return unsafe cell.layout == .views
        ? store.pointee.setView(RawString(position), row)
        : store.pointee.setBytes(RawString(position), row)
    case .bool:
      guard position.isTrue || position.isFalse else { return false }
      unsafe store.pointee.set(UInt8(position.isTrue ? 1 : 0), row)
      return true
    case .json, .parsed, .transformed, .lenient, .quotedInt, .quotedReal, .quotedBool,
      .scalarText, .place, .nested:
      return fillOther(position, cell, row)
    }
  }

  /// A long integer, or one with a fraction or an exponent.
  @inline(never)
  private func fillInteger(
    _ position: JSONPosition, _ store: UnsafeMutablePointer<ColumnStore>, _ row: Int
  ) -> Bool {
    guard let value: Int64 = try? position.integer(.int64) else { return false }
    unsafe store.pointee.set(value, row)
    return true
  }

  @inline(never)
  private func fillOther(_ position: JSONPosition, _ cell: CellRead, _ row: Int) -> Bool {
    let column = Int(cell.column)
    do throws(JSONError) {
      // Texts that are unescaped there are copied at once.
      if cell.decoding == .nested, let reader = nested[column] {
        try reader.read(position, row)
        return true
      }
      plan.scratch.removeAll()
      return set(try plan.value(position, for: column), column, row)
    } catch {
      return false
    }
  }

  /// Stores a value of the column's type. False: the column can't hold it.
  func set(_ value: ImportValue, _ column: Int, _ row: Int) -> Bool {
    unsafe stores[column].set(value, row)
  }

  /// Stores a row that a plan read. Throws for the first value that its column can't hold, unless the
  /// column's contract makes it null; the plan then names the column.
  func copy(
    _ plan: some RowPlan, _ values: borrowing ImportRow, _ record: borrowing FeedRecord,
    _ row: Int
  ) throws(JSONError) {
    for column in 0..<values.count {
      if hasNested, let reader = nested[column] {
        try copy(plan, values[column], column, reader, record.cursor.position, row)
        continue
      }
      if set(values[column], column, row) { continue }
      let error = misfit(values[column], column, record)
      guard let standIn = plan.replaces(column, error) else { throw error }
      // A stand-in that does not fit, either, is the record's fault, too.
      guard set(standIn, column, row) else { throw error }
    }
  }

  /// Reads the nested value at the position that a plan found.
  @inline(never)
  private func copy(
    _ plan: some RowPlan, _ value: ImportValue, _ column: Int, _ reader: NestedColumn,
    _ root: JSONPosition, _ row: Int
  ) throws(JSONError) {
    guard case .integer(let token) = value else { return reader.setNull(row) }
    let position = root.at(UInt32(truncatingIfNeeded: token))
    do throws(JSONError) {
      try reader.read(position, row)
    } catch {
      let error = error.orFault(of: position)
      guard plan.replaces(column, error) != nil else { throw error }
      // The texts before the error are in no row.
      noteGap()
      reader.setNull(row)
    }
  }

  private func misfit(
    _ value: ImportValue, _ column: Int, _ record: borrowing FeedRecord
  ) -> JSONError {
    let root = record.cursor.position
    var offset = root.offset
    let expected: String
    switch value {
    case .decimal(let text):
      expected = unsafe stores[column].decimalExpectation
      unsafe place(text, root, &offset)
      return JSONError(.invalidValue, at: offset, name: expected)
    case .text(let text), .json(let text), .blob(let text):
      unsafe place(text, root, &offset)
      expected = "at most \(ColumnStore.longestValue) bytes"
      return JSONError(.invalidValue, at: offset, name: expected, reason: "\(text.count) bytes")
    default:
      return JSONError(.invalidValue, at: offset, name: "a value of the column's type")
    }
  }

  /// Finds the offset of bytes that are the record's own.
  private func place(
    _ text: UnsafeBufferPointer<UInt8>, _ root: JSONPosition, _ offset: inout Int
  ) {
    guard let start = text.baseAddress else { return }
    let bytes = unsafe root.index.pointee.bytes
    let found = Int(bitPattern: start) &- Int(bitPattern: bytes)
    if found >= root.offset, unsafe found < Int(root.index.pointee.length) { offset = found }
  }
}

/// A plan that made a row, as far as values that its column can't hold are concerned.
protocol RowPlan {
  /// Makes the column the one that failed. Returns what the column's contract has instead of a value
  /// that does not fit; nil: nothing.
  func replaces(_ column: Int, _ error: JSONError) -> ImportValue?
}

extension ColumnPlan: RowPlan {
  func replaces(_ column: Int, _ error: JSONError) -> ImportValue? {
    failedColumn = Int32(column)
    guard terms.nulls(Int32(column), error) else { return nil }
    return terms.standIn(column)
  }
}

extension ElementPlan: RowPlan {
  func replaces(_ column: Int, _ error: JSONError) -> ImportValue? {
    plan(of: column).replaces(column, error)
  }
}
