import Sluice

/// Some columns of a row as a key: of one column its value as plain text (of a blob its bytes), of several a JSON
/// object.
package struct RowKey: Sendable {
  private let columns: [Int]
  private let objects: ObjectRows

  /// `columns`: the numbers of the key's columns; `names`: those of all columns.
  package init(_ columns: [Int], of names: [String]) {
    self.columns = columns
    objects = ObjectRows(columns.map { names[$0] })
  }

  /// Appends a row's key. Returns the number of a column that is NULL, and leaves the buffer unchanged then.
  package func write(_ row: borrowing ImportRow, to out: inout OutputBuffer) -> Int? {
    for column in columns {
      if case .null = row[column] { return column }
    }
    guard columns.count == 1 else {
      objects.write(row, only: columns, to: &out)
      return nil
    }
    switch row[columns[0]] {
    case .null: break
    case .integer(let value): out.append(decimal: value)
    case .real(let value): out.append(number: value)
    case .boolean(let value): out.append(value ? "true" : "false")
    case .text(let bytes), .json(let bytes), .decimal(let bytes), .blob(let bytes):
      unsafe out.append(bytes)
    case .date, .timestamp, .uuid: out.append(textOf: row[columns[0]])
    }
    return nil
  }
}
