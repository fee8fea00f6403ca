import SluiceRows

/// Puts the rows of pieces together to batches.
struct BatchBuilder {
  private let schema: ColumnSchema
  private let options: ColumnOptions
  private var columns: [ColumnBuilder] = []
  private var rows = 0
  /// The sizes of the last batch's columns: about those of the next.
  private var usualSizes: [ColumnBuilder.Size]

  init(_ schema: ColumnSchema, _ options: ColumnOptions) {
    self.schema = schema
    self.options = options
    usualSizes = schema.fields.map { _ in ColumnBuilder.Size(rows: min(options.batchRows, 4096)) }
  }

  /// Appends the first rows of a piece, and passes on each batch that they fill.
  mutating func append(_ part: ColumnPart, rows count: Int, _ full: (ColumnBatch) -> Void) {
    let stores = schema.fields.indices.map { part.column($0) }
    var next = 0
    while next < count {
      if columns.isEmpty { begin() }
      let most = min(count - next, options.batchRows - rows)
      let fitting = fitting(stores, next, most)
      if fitting == 0 {
        full(take())
        continue
      }
      for column in columns.indices {
        columns[column].append(stores[column], next..<next + fitting)
      }
      rows += fitting
      next += fitting
      if rows == options.batchRows || fitting < most { full(take()) }
    }
  }

  /// How many rows fit the batch's bytes; at least one in an empty batch.
  private func fitting(_ stores: [ColumnStore], _ first: Int, _ most: Int) -> Int {
    let room = options.batchBytes - columns.reduce(0) { $0 + $1.byteCount }
    func bytes(_ count: Int) -> Int {
      stores.reduce(0) { $0 + $1.byteCount(of: first..<first + count) }
    }
    if bytes(most) <= room { return most }
    var (fits, tooMany) = (0, most)
    while tooMany - fits > 1 {
      let middle = (fits + tooMany) / 2
      if bytes(middle) <= room { fits = middle } else { tooMany = middle }
    }
    return rows == 0 ? max(fits, 1) : fits
  }

  private mutating func begin() {
    columns = zip(schema.fields, usualSizes).map { ColumnBuilder($0, expected: $1) }
  }

  private mutating func take() -> ColumnBatch {
    usualSizes = columns.map(\.size)
    let batch = ColumnBatch(schema: schema, count: rows, memory: columns.map { $0.finished() })
    columns = []
    rows = 0
    return batch
  }

  /// The rows after the last full batch; nil without any.
  mutating func takeRest() -> ColumnBatch? { rows > 0 ? take() : nil }
}
