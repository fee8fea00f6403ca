import Sluice
import SluiceFeed
import SluiceRows

/// Puts the rows of pieces together to batches.
struct BatchBuilder {
  private let schema: ColumnSchema
  private let options: ColumnOptions
  private var columns: [ColumnBuilder] = []
  private var rows = 0
  /// The memory of windows in the batch, counted once for each time that rows were appended.
  private var windowBytesKept = 0
  /// The sizes of the last batch's columns: about those of the next. Empty before the first.
  private var usualSizes: [ColumnSize] = []
  private let progress: FeedProgress

  init(_ schema: ColumnSchema, _ options: ColumnOptions, progress: FeedProgress) {
    self.schema = schema
    self.options = options
    self.progress = progress
  }

  /// Appends the first rows of a piece, and passes on each batch that they fill.
  ///
  /// Throws `out-of-memory`: the rows of the batch that was being built are lost then.
  mutating func append(
    _ part: ColumnPart, rows count: Int, _ full: (ColumnBatch) -> Void
  ) throws(JSONError) {
    do throws(JSONError) {
      try appendRows(part, count, full)
    } catch {
      columns = []
      rows = 0
      throw error
    }
  }

  private mutating func appendRows(
    _ part: ColumnPart, _ count: Int, _ full: (ColumnBatch) -> Void
  ) throws(JSONError) {
    let stores = schema.fields.indices.map { part.column($0) }
    let windows = part.keptWindows
    let windowBytes = windows?.reduce(0) { $0 + $1.capacity } ?? 0
    var next = 0
    while next < count {
      if columns.isEmpty { try begin(stores, next..<count) }
      let most = min(count - next, options.batchRows - rows)
      let fitting = fitting(stores, next, most)
      if fitting == 0 {
        full(try take())
        continue
      }
      for column in columns.indices {
        let rows = next..<next + fitting
        try columns[column].append(
          stores[column], rows,
          texts: ColumnBuilder.Texts(windows: windows, areWhole: part.isWhole(rows)))
      }
      rows += fitting
      next += fitting
      windowBytesKept += windowBytes
      if rows == options.batchRows || fitting < most || windowBytesKept > options.batchBytes {
        full(try take())
      }
    }
  }

  /// How many rows fit the batch's bytes; at least one in an empty batch.
  private func fitting(_ stores: [ColumnStore], _ first: Int, _ most: Int) -> Int {
    let room = options.batchBytes - columns.reduce(0) { $0 + $1.byteCount }
    func bytes(_ count: Int, isEstimated: Bool = false) -> Int {
      stores.reduce(0) {
        $0 + $1.byteCount(of: first..<first + count, isEstimated: isEstimated)
      }
    }
    if bytes(most, isEstimated: true) <= room || bytes(most) <= room { return most }
    var (fits, tooMany) = (0, most)
    while tooMany - fits > 1 {
      let middle = (fits + tooMany) / 2
      if bytes(middle) <= room { fits = middle } else { tooMany = middle }
    }
    return rows == 0 ? max(fits, 1) : fits
  }

  /// Begins a batch whose first rows are those of the piece.
  private mutating func begin(_ stores: [ColumnStore], _ piece: Range<Int>) throws(JSONError) {
    if usualSizes.isEmpty {
      let rows = expectedRows(piece.count, stores.reduce(0) { $0 + $1.byteCount(of: piece) })
      usualSizes = stores.map { ColumnSize(of: $0, in: piece, rows: rows) }
    }
    let memory = BatchMemory(
      bytes: zip(schema.fields, usualSizes).reduce(0) { $0 + $1.1.memory(of: $1.0) })
    columns = try zip(schema.fields, usualSizes).map { (field, size) throws(JSONError) in
      try ColumnBuilder(field, expected: size, in: memory)
    }
  }

  /// About how many rows the first batch will have, after those of a piece and their bytes. Where the size of
  /// the feed is not known, no more than many a feed has.
  private func expectedRows(_ count: Int, _ bytes: Int) -> Int {
    let state = progress.snapshot
    var rows = max(count, 4096)
    if let read = state.fraction, read > 0 {
      let all = Double(state.counts.records) / read
      rows = max(count, Int(min(all * 1.05, Double(Int32.max))))
    }
    let fitting = Double(options.batchBytes) * Double(count) / Double(max(bytes, 1))
    return min(rows, options.batchRows, Int(min(fitting, Double(Int32.max))))
  }

  private mutating func take() throws(JSONError) -> ColumnBatch {
    defer {
      columns = []
      rows = 0
      windowBytesKept = 0
    }
    usualSizes = columns.map(\.size)
    let memory = try columns.map { (column) throws(JSONError) in try column.finished() }
    return ColumnBatch(schema: schema, count: rows, memory: memory)
  }

  /// The rows after the last full batch; nil without any.
  mutating func takeRest() throws(JSONError) -> ColumnBatch? { rows > 0 ? try take() : nil }
}
