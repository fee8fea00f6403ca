import SluiceRows

/// How much a column of a batch holds, or will about hold.
struct ColumnSize {
  var rows = 0
  /// The bytes of texts, without those that are in views or windows.
  var bytes = 0
  var children: [ColumnSize] = []

  init(rows: Int = 0, bytes: Int = 0, children: [ColumnSize] = []) {
    (self.rows, self.bytes, self.children) = (rows, bytes, children)
  }

  /// What `rows` rows would hold if all were as those of a piece are. Recursive, no deeper than types are.
  init(of column: ColumnStore, in piece: Range<Int>, rows: Int) {
    let scale = Double(rows) / Double(max(piece.count, 1))
    func scaled(_ count: Int) -> Int { Int(min(Double(count) * scale, Double(Int32.max))) }
    self.rows = rows
    switch column.layout {
    case .bytes: bytes = scaled(column.byteCount(of: piece))
    case .views:
      bytes = scaled(column.viewedBytes > 0 ? column.dataCount : column.byteCount(of: piece))
    case .list, .map:
      let elements = unsafe Int(column.ends[piece.lowerBound])..<Int(column.ends[piece.upperBound])
      children = (0..<column.childCount).map {
        ColumnSize(of: column.child($0), in: elements, rows: scaled(elements.count))
      }
    case .structure:
      children = (0..<column.childCount).map {
        ColumnSize(of: column.child($0), in: piece, rows: rows)
      }
    case .int64, .double, .bool, .date, .decimal, .uuid: break
    }
    bytes += bytes / 16
  }

  func child(_ number: Int) -> ColumnSize {
    children.indices.contains(number) ? children[number] : ColumnSize()
  }

  /// The bytes of a field's buffers: its values, and the texts they refer to. Its validity is not among them.
  func room(of field: ColumnField) -> (values: Int, data: Int?) {
    switch field.batchLayout {
    case .bool: (BitBuilder.capacity(rows), nil)
    case .structure: (0, nil)
    case .list, .map: ((rows + 1) * 4, nil)
    case .bytes: ((rows + 1) * (field.strings == .small ? 4 : 8), bytes)
    case .views: ((rows + 1) * 16, bytes)
    case .int64, .double, .date, .decimal, .uuid:
      ((rows + 1) * field.batchLayout.width, nil)
    }
  }

  /// The bytes that a batch's memory needs for all buffers of a field. Recursive, no deeper than types are.
  func memory(of field: ColumnField) -> Int {
    let room = room(of: field)
    let buffers = [room.values, room.data ?? 0, BitBuilder.capacity(rows)]
    // An empty one has room, too.
    return buffers.reduce(0) { $0 + BatchMemory.size(of: max($1, 64)) }
      + field.children.enumerated().reduce(0) { $0 + child($1.offset).memory(of: $1.element) }
  }
}
