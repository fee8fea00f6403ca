import Sluice
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
  private var children: [ColumnBuilder]

  /// How much a column holds: a hint for the next one.
  struct Size {
    var rows = 0
    var bytes = 0
    var children: [Size] = []
  }

  /// Recursive, no deeper than types are.
  init(_ field: ColumnField, expected: Size) throws(JSONError) {
    self.field = field
    layout = field.layout
    let rows = expected.rows
    data = layout == .bytes ? try AlignedMemory(capacity: expected.bytes) : nil
    bits = layout == .bool ? try BitBuilder(rows: rows) : nil
    children = try field.children.enumerated().map { (number, child) throws(JSONError) in
      let known = expected.children.indices.contains(number)
      return try ColumnBuilder(child, expected: known ? expected.children[number] : Size())
    }
    switch layout {
    case .bool, .structure: values = try AlignedMemory(capacity: 0)
    case .list, .map:
      values = try AlignedMemory(capacity: (rows + 1) * 4)
      try values.append(Int32(0))
    case .bytes:
      switch field.strings {
      case .large:
        values = try AlignedMemory(capacity: (rows + 1) * 8)
        try values.append(Int64(0))
      case .small:
        values = try AlignedMemory(capacity: (rows + 1) * 8)
        try values.append(Int32(0))
      case .view: values = try AlignedMemory(capacity: (rows + 1) * 16)
      }
    case .int64, .double, .date, .decimal, .uuid:
      values = try AlignedMemory(capacity: (rows + 1) * layout.width)
    }
  }

  /// How much it holds, and a sixteenth more bytes.
  var size: Size {
    let bytes = data?.count ?? 0
    return Size(rows: rows, bytes: bytes + bytes / 16, children: children.map(\.size))
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

  mutating func append(_ column: ColumnStore, _ piece: Range<Int>) throws(JSONError) {
    try appendValidity(column, piece)
    let count = piece.count
    switch layout {
    case .bool:
      let bytes = unsafe column.memory.assumingMemoryBound(to: UInt8.self) + piece.lowerBound
      unsafe try bits?.append(bytes: bytes, count: count)
    case .bytes: try appendBytes(column, piece)
    case .list, .map: try appendElements(column, piece)
    case .structure:
      for child in children.indices { try children[child].append(column.child(child), piece) }
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
      validity = try BitBuilder(rows: rows + piece.count)
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
    case .view:
      for row in piece {
        let start = unsafe Int(ends[row])
        let length = unsafe Int(ends[row + 1]) - start
        unsafe try values.append(TextView(column.bytes + start, count: length, at: data))
      }
      return
    }
    unsafe try data.append(column.bytes + first, count: count)
  }

  /// Appends lists or maps. `BatchBuilder` sees to it that 32 bits count what is in them.
  private mutating func appendElements(
    _ column: ColumnStore, _ piece: Range<Int>
  ) throws(JSONError) {
    let ends = unsafe column.ends
    let elements = unsafe Int(ends[piece.lowerBound])..<Int(ends[piece.upperBound])
    let shift = Int64(children[0].rows - elements.lowerBound)
    let out = unsafe try values.append(piece.count * 4).assumingMemoryBound(to: Int32.self)
    let source = unsafe ends + piece.lowerBound + 1
    for i in 0..<piece.count { unsafe out[i] = Int32(truncatingIfNeeded: source[i] &+ shift) }
    for child in children.indices { try children[child].append(column.child(child), elements) }
  }

  func finished() throws(JSONError) -> ColumnMemory {
    try ColumnMemory(
      count: rows, validity: nullCount > 0 ? validity?.finished() : nil,
      values: bits?.finished() ?? values, data: data, nullCount: nullCount,
      children: children.map { (child) throws(JSONError) in try child.finished() })
  }
}

/// A view of Arrow: the length, and the bytes themselves, or their first four and where they are.
struct TextView: BitwiseCopyable {
  let count: Int32
  private let start: UInt32
  /// The bytes after the fourth, or the buffer's number (0 for the only one) and the offset in it.
  private let rest: UInt64

  /// Sound because it reads the `count` bytes only.
  init(
    _ bytes: UnsafePointer<UInt8>, count: Int, at data: AlignedMemory
  ) throws(JSONError) {
    self.count = Int32(truncatingIfNeeded: count)
    start = unsafe TextView.word(bytes, min(count, 4), as: UInt32.self)
    if count <= 12 {
      rest = unsafe TextView.word(bytes + 4, max(count - 4, 0), as: UInt64.self)
    } else {
      rest = UInt64(data.count) << 32
      unsafe try data.append(bytes, count: count)
    }
  }

  /// The offset of the bytes in their buffer; nil: they are in the view.
  var offset: Int? { count <= 12 ? nil : Int(rest >> 32) }

  private static func word<Word: FixedWidthInteger>(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, as type: Word.Type
  ) -> Word {
    var word: Word = 0
    for i in 0..<count { word |= unsafe Word(truncatingIfNeeded: bytes[i]) << Word(8 * i) }
    return word
  }
}
