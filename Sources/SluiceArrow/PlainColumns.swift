import Sluice
import SluiceRows

/// Builds a batch value by value, for the few rows that come from no feed, such as rejects.
package struct PlainColumns {
  private struct PlainColumn {
    let values: AlignedMemory
    let data: AlignedMemory?
    var validity: BitBuilder
    var nullCount = 0
  }

  private let schema: ColumnSchema
  private var columns: [PlainColumn]
  /// The bytes of texts so far.
  package private(set) var byteCount = 0
  package private(set) var rows = 0

  /// Columns of types int, text, json and blob.
  package init(_ schema: ColumnSchema) throws(JSONError) {
    self.schema = schema
    columns = try schema.fields.map { (field) throws(JSONError) in
      let values = try AlignedMemory(capacity: 1024)
      guard field.layout == .bytes else {
        precondition(field.layout == .int64, "a column of integers or bytes")
        return PlainColumn(values: values, data: nil, validity: try BitBuilder(rows: 0))
      }
      switch field.strings {
      case .large: try values.append(Int64(0))
      case .small: try values.append(Int32(0))
      case .view: break
      }
      return PlainColumn(
        values: values, data: try AlignedMemory(capacity: 1024), validity: try BitBuilder(rows: 0))
    }
  }

  package mutating func append(_ integer: Int64?, to column: Int) throws(JSONError) {
    try columns[column].values.append(integer ?? 0)
    try note(isNull: integer == nil, column)
  }

  package mutating func append(_ text: ArraySlice<UInt8>?, to column: Int) throws(JSONError) {
    guard let data = columns[column].data else { preconditionFailure("a column of bytes") }
    let values = columns[column].values
    let isView = schema.fields[column].strings == .view
    byteCount += text?.count ?? 0
    unsafe try (text ?? []).withUnsafeBufferPointer { (bytes) throws(JSONError) in
      // An empty slice may have no address.
      var none: UInt8 = 0
      unsafe try withUnsafePointer(to: &none) { (none) throws(JSONError) in
        let start = unsafe bytes.baseAddress ?? none
        if isView {
          unsafe try values.append(TextView(start, count: bytes.count, at: data.count))
          if bytes.count > TextView.most { unsafe try data.append(start, count: bytes.count) }
        } else {
          unsafe try data.append(start, count: bytes.count)
        }
      }
    }
    switch schema.fields[column].strings {
    case .large: try values.append(Int64(data.count))
    case .small: try values.append(Int32(truncatingIfNeeded: data.count))
    case .view: break
    }
    try note(isNull: text == nil, column)
  }

  /// Ends a row, to which each column got a value.
  package mutating func endRow() { rows += 1 }

  private mutating func note(isNull: Bool, _ column: Int) throws(JSONError) {
    unsafe try withUnsafePointer(to: isNull ? 0 : 1) { (bit) throws(JSONError) in
      unsafe try columns[column].validity.append(bytes: bit, count: 1)
    }
    if isNull { columns[column].nullCount += 1 }
  }

  package func finished() throws(JSONError) -> ColumnBatch {
    try ColumnBatch(
      schema: schema, count: rows,
      memory: columns.map { (column) throws(JSONError) in
        try ColumnMemory(
          count: rows, validity: column.nullCount > 0 ? column.validity.finished() : nil,
          values: column.values,
          data: column.data, nullCount: column.nullCount)
      })
  }
}
