import Sluice
import SluiceFeed
import SluiceRows

/// A column of a batch that is being built from the columns of pieces.
///
/// Sound because a piece's column has as many rows as it says, and the memory makes room for each.
struct ColumnBuilder {
  let field: ColumnField
  private let layout: ColumnLayout
  /// Values, offsets or views; of Booleans, `bits`.
  private let values: AlignedMemory
  private let data: AlignedMemory?
  private var bits: BitBuilder?
  /// Begun with the first null.
  private var validity: BitBuilder?
  private var nullCount = 0
  private var rows = 0
  private let expectedRows: Int
  private let batch: BatchMemory?
  private var children: [ColumnBuilder]
  /// The windows that views point into: the buffers after `data`.
  private var windows: [KeptWindow] = []

  /// Where the texts of a piece are that views point to.
  struct Texts {
    /// Those of the feed that stay; nil: texts are copied from there.
    let windows: [KeptWindow]?
    /// Whether all that is in the column's own bytes is in the rows that are appended.
    let areWhole: Bool
  }

  /// Recursive, no deeper than types are.
  init(_ field: ColumnField, expected: ColumnSize, in batch: BatchMemory?) throws(JSONError) {
    self.field = field
    self.batch = batch
    layout = field.batchLayout
    expectedRows = expected.rows
    let room = expected.room(of: field)
    values = try AlignedMemory(capacity: layout == .bool ? 0 : room.values, in: batch)
    data = try room.data.map { (bytes) throws(JSONError) in
      try AlignedMemory(capacity: bytes, in: batch)
    }
    bits = layout == .bool ? try BitBuilder(rows: expected.rows, in: batch) : nil
    children = try field.children.enumerated().map { (number, child) throws(JSONError) in
      try ColumnBuilder(child, expected: expected.child(number), in: batch)
    }
    switch layout {
    case .list, .map: try values.append(Int32(0))
    case .bytes where field.strings == .small: try values.append(Int32(0))
    case .bytes: try values.append(Int64(0))
    default: break
    }
  }

  /// How much it holds, and a sixteenth more bytes.
  var size: ColumnSize {
    let bytes = data?.count ?? 0
    return ColumnSize(rows: rows, bytes: bytes + bytes / 16, children: children.map(\.size))
  }

  /// The bytes of texts, and of what is in lists and maps, so far: as `ColumnStore.byteCount(of:)` counts.
  var byteCount: Int {
    let isStructure = layout == .structure
    return children.reduce(data?.count ?? 0) { sum, child in
      sum + child.byteCount + (isStructure ? 0 : child.rows * child.elementWidth)
    }
  }

  private var elementWidth: Int {
    layout == .structure ? children.reduce(0) { $0 + $1.elementWidth } : layout.width
  }

  mutating func append(
    _ column: ColumnStore, _ piece: Range<Int>, texts: Texts
  ) throws(JSONError) {
    try appendValidity(column, piece)
    let count = piece.count
    switch layout {
    case .bool:
      let bytes = unsafe column.memory.assumingMemoryBound(to: UInt8.self) + piece.lowerBound
      unsafe try bits?.append(bytes: bytes, count: count)
    case .bytes: try appendBytes(column, piece)
    case .views: try appendViews(column, piece, texts: texts)
    case .list, .map: try appendElements(column, piece, texts: texts)
    case .structure:
      for child in children.indices {
        try children[child].append(column.child(child), piece, texts: texts)
      }
    case .int64, .double, .date, .decimal, .uuid:
      let width = layout.width
      unsafe try values.append(column.memory + piece.lowerBound * width, count: count * width)
    }
    rows += count
  }

  private mutating func appendValidity(_ column: ColumnStore, _ piece: Range<Int>) throws(JSONError)
  {
    if !column.hasNulls, validity == nil { return }
    if validity == nil {
      validity = try BitBuilder(rows: max(rows + piece.count, expectedRows), in: batch)
      try validity?.append(ones: rows)
    }
    guard column.hasNulls else {
      try validity?.append(ones: piece.count)
      return
    }
    unsafe try validity?.append(column.validBits, from: piece.lowerBound, count: piece.count)
    nullCount += column.nullCount(in: piece)
  }

  private func appendBytes(_ column: ColumnStore, _ piece: Range<Int>) throws(JSONError) {
    guard let data else { return }
    let ends = unsafe column.ends
    let first = unsafe Int(ends[piece.lowerBound])
    let count = unsafe Int(ends[piece.upperBound]) - first
    let shift = data.count - first
    switch field.strings {
    case .large:
      let out = unsafe try values.append(piece.count * 8).assumingMemoryBound(to: Int64.self)
      let source = unsafe ends + piece.lowerBound + 1
      for i in 0..<piece.count { unsafe out[i] = source[i] &+ Int64(shift) }
    case .small:
      let out = unsafe try values.append(piece.count * 4).assumingMemoryBound(to: Int32.self)
      let source = unsafe ends + piece.lowerBound + 1
      for i in 0..<piece.count {
        unsafe out[i] = Int32(truncatingIfNeeded: source[i] &+ Int64(shift))
      }
    case .view: preconditionFailure("views have a layout of their own")
    }
    unsafe try data.append(column.bytes + first, count: count)
  }

  /// Appends views: those of long texts with a place in this batch's buffers.
  ///
  /// Sound because a long text that is not the column's own is in one of the piece's windows, which are in
  /// memory until the piece is delivered.
  private mutating func appendViews(
    _ column: ColumnStore, _ piece: Range<Int>, texts: Texts
  ) throws(JSONError) {
    guard let data else { return }
    let views = unsafe column.views
    let out = unsafe try values.append(piece.count * 16).assumingMemoryBound(to: TextView.self)
    if column.viewedBytes == 0 {
      // Arrow's offsets have 31 bits.
      return texts.areWhole && column.dataCount <= Int(Int32.max) - data.count
        ? unsafe try appendAllOwn(column, piece, data, out)
        : unsafe try appendOwn(column, piece, data, out)
    }
    // The window that the last view was in: rows are in the feed's order.
    var (number, first, end) = (0, UInt.max, UInt(0))
    for (i, row) in piece.enumerated() {
      let view = unsafe views[row]
      if view.isShort {
        unsafe out[i] = view
      } else if let offset = view.ownOffset {
        unsafe out[i] = view.at(buffer: 0, offset: data.count)
        unsafe try data.append(column.bytes + offset, count: Int(view.count))
      } else if let kept = texts.windows {
        if view.address < first || view.address >= end {
          (number, first, end) = find(view.address, in: kept)
        }
        unsafe out[i] = view.at(buffer: number, offset: Int(view.address - first))
      } else if let source = unsafe UnsafeRawPointer(bitPattern: view.address) {
        unsafe out[i] = view.at(buffer: 0, offset: data.count)
        unsafe try data.append(source, count: Int(view.count))
      }
    }
  }

  /// Appends all views of a piece, of which the long ones are in the column's own bytes.
  private func appendAllOwn(
    _ column: ColumnStore, _ piece: Range<Int>, _ data: AlignedMemory,
    _ out: UnsafeMutablePointer<TextView>
  ) throws(JSONError) {
    unsafe TextView.copy(
      column.views + piece.lowerBound, count: piece.count, movedBy: data.count, to: out)
    unsafe try data.append(column.bytes, count: column.dataCount)
  }

  /// Appends views of which the long ones are in the column's own bytes. Those that are adjacent there, as
  /// the texts of successive rows are, are copied together.
  private func appendOwn(
    _ column: ColumnStore, _ piece: Range<Int>, _ data: AlignedMemory,
    _ out: UnsafeMutablePointer<TextView>
  ) throws(JSONError) {
    let views = unsafe column.views + piece.lowerBound
    // The bytes that are next to be copied, and how far they move.
    var (first, end) = (0, 0)
    var shift = data.count
    for i in 0..<piece.count {
      let view = unsafe views[i]
      // Without a branch on the length, which is not predictable.
      let offset = view.isShort ? end : view.knownOwnOffset
      if offset != end {
        unsafe try data.append(column.bytes + first, count: end - first)
        (first, end) = (offset, offset)
        shift = data.count - offset
      }
      unsafe out[i] = view.isShort ? view : view.at(buffer: 0, offset: offset &+ shift)
      end &+= view.isShort ? 0 : Int(view.count)
    }
    unsafe try data.append(column.bytes + first, count: end - first)
  }

  /// The window with the address, as a buffer of this column: its number, and its bounds.
  private mutating func find(
    _ address: UInt, in kept: [KeptWindow]
  ) -> (number: Int, first: UInt, end: UInt) {
    guard let window = kept.first(where: { $0.holds(address..<address + 1) }) else {
      preconditionFailure("a view points into a window of its piece")
    }
    if windows.last !== window { windows.append(window) }
    let first = unsafe UInt(bitPattern: window.bytes.baseAddress)
    return unsafe (windows.count, first, first + UInt(window.bytes.count))
  }

  /// Appends lists or maps. `BatchBuilder` sees to it that 32 bits count what is in them.
  private mutating func appendElements(
    _ column: ColumnStore, _ piece: Range<Int>, texts: Texts
  ) throws(JSONError) {
    let ends = unsafe column.ends
    let elements = unsafe Int(ends[piece.lowerBound])..<Int(ends[piece.upperBound])
    let shift = Int64(children[0].rows - elements.lowerBound)
    let out = unsafe try values.append(piece.count * 4).assumingMemoryBound(to: Int32.self)
    let source = unsafe ends + piece.lowerBound + 1
    for i in 0..<piece.count { unsafe out[i] = Int32(truncatingIfNeeded: source[i] &+ shift) }
    for child in children.indices {
      try children[child].append(column.child(child), elements, texts: texts)
    }
  }

  func finished() throws(JSONError) -> ColumnMemory {
    try ColumnMemory(
      count: rows, validity: nullCount > 0 ? validity?.finished() : nil,
      values: bits?.finished() ?? values, data: data, nullCount: nullCount,
      children: children.map { (child) throws(JSONError) in try child.finished() },
      windows: windows)
  }
}
