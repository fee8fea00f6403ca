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
        full(try makeBatch())
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
        full(try makeBatch())
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
    if usualSizes.isEmpty { usualSizes = firstSizes(stores, piece) }
    let memory = BatchMemory(bytes: memory(for: usualSizes))
    columns = try zip(schema.fields, usualSizes).map { (field, size) throws(JSONError) in
      try ColumnBuilder(field, expected: size, in: memory)
    }
  }

  /// About the sizes of the first batch's columns: no more than the bytes of a batch, as a filter may take few of the
  /// records that are expected.
  private func firstSizes(_ stores: [ColumnStore], _ piece: Range<Int>) -> [ColumnSize] {
    let rows = min(expectedRows(piece.count), options.batchRows)
    func sizes(_ rows: Int) -> [ColumnSize] {
      stores.map { ColumnSize(of: $0, in: piece, rows: rows) }
    }
    let all = sizes(rows)
    let excess = memory(for: all) / options.batchBytes
    return excess == 0 ? all : sizes(rows / (excess + 1))
  }

  private func memory(for sizes: [ColumnSize]) -> Int {
    zip(schema.fields, sizes).reduce(0) { $0 + $1.1.memory(of: $1.0) }
  }

  /// About how many rows the feed has, of which `count` are in a piece. Where its size is not known, no more than many
  /// a feed has.
  private func expectedRows(_ count: Int) -> Int {
    let state = progress.snapshot
    guard let read = state.fraction, read > 0 else { return max(count, 4096) }
    let all = 1.05 * Double(state.counts.records) / read
    return max(count, Int(min(all, Double(Int32.max))))
  }

  private mutating func makeBatch() throws(JSONError) -> ColumnBatch {
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
  mutating func takeRest() throws(JSONError) -> ColumnBatch? { rows > 0 ? try makeBatch() : nil }
}
