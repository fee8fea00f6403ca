import SluiceRows

/// Builds a batch value by value, for the few rows that come from no feed, such as rejects.
package struct PlainColumns {
  private struct Column {
    let values: AlignedMemory
    let data: AlignedMemory?
    var validity: BitBuilder
    var nullCount = 0
  }

  private let schema: ColumnSchema
  private var columns: [Column]
  /// The bytes of texts so far.
  package private(set) var byteCount = 0
  package private(set) var rows = 0

  /// Columns of types int, text, json and blob.
  package init(_ schema: ColumnSchema) {
    self.schema = schema
    columns = schema.fields.map { field in
      let values = AlignedMemory(capacity: 1024)
      guard field.layout == .bytes else {
        precondition(field.layout == .int64, "a column of integers or bytes")
        return Column(values: values, data: nil, validity: BitBuilder(rows: 0))
      }
      switch field.strings {
      case .large: values.append(Int64(0))
      case .small: values.append(Int32(0))
      case .view: break
      }
      return Column(
        values: values, data: AlignedMemory(capacity: 1024), validity: BitBuilder(rows: 0))
    }
  }

  package mutating func append(_ integer: Int64?, to column: Int) {
    columns[column].values.append(integer ?? 0)
    note(isNull: integer == nil, column)
  }

  package mutating func append(_ text: ArraySlice<UInt8>?, to column: Int) {
    guard let data = columns[column].data else { preconditionFailure("a column of bytes") }
    let values = columns[column].values
    let isView = schema.fields[column].strings == .view
    byteCount += text?.count ?? 0
    unsafe (text ?? []).withUnsafeBufferPointer { bytes in
      // An empty slice may have no address.
      var none: UInt8 = 0
      unsafe withUnsafePointer(to: &none) { none in
        let start = unsafe bytes.baseAddress ?? none
        if isView {
          unsafe values.append(TextView(start, count: bytes.count, at: data))
        } else {
          unsafe data.append(start, count: bytes.count)
        }
      }
    }
    switch schema.fields[column].strings {
    case .large: values.append(Int64(data.count))
    case .small: values.append(Int32(truncatingIfNeeded: data.count))
    case .view: break
    }
    note(isNull: text == nil, column)
  }

  /// Ends a row, to which each column got a value.
  package mutating func endRow() { rows += 1 }

  private mutating func note(isNull: Bool, _ column: Int) {
    unsafe withUnsafePointer(to: isNull ? 0 : 1) {
      unsafe columns[column].validity.append(bytes: $0, count: 1)
    }
    if isNull { columns[column].nullCount += 1 }
  }

  package func finished() -> ColumnBatch {
    ColumnBatch(
      schema: schema, count: rows,
      memory: columns.map { column in
        ColumnMemory(
          count: rows, validity: column.nullCount > 0 ? column.validity.finished() : nil,
          values: column.values,
          data: column.data, nullCount: column.nullCount)
      })
  }
}
