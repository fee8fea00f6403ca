import SluiceFeed
import SluiceRows

/// Rows, column by column, in Arrow's memory layout.
///
/// Its memory does not change, and is freed with the last value that holds it: this one, a column of it, or an
/// `ArrowArray` that it was exported to. The columns of a large batch share one piece of memory.
public struct ColumnBatch: Sendable {
  public let schema: ColumnSchema
  /// The number of rows.
  public let count: Int
  let memory: [ColumnMemory]

  init(schema: ColumnSchema, count: Int, memory: [ColumnMemory]) {
    self.schema = schema
    self.count = count
    self.memory = memory
  }

  /// The bytes of memory that this keeps from being reused: its buffers, and the windows of the feed that
  /// its views point into. O(columns, windows).
  public var retainedBytes: Int {
    var shared: [ObjectIdentifier: Int] = [:]
    let own = memory.reduce(0) { $0 + $1.ownBytes(&shared) }
    return shared.values.reduce(own, +)
  }

  /// The column with that number.
  public subscript(column: Int) -> Column {
    precondition(schema.fields.indices.contains(column), "no such column")
    return Column(field: schema.fields[column], memory: memory[column])
  }

  /// The values of one column of a batch.
  ///
  /// Sound because each accessor checks the row and the column's layout, and the memory holds as many
  /// values as there are rows.
  @safe
  public struct Column: Sendable {
    public let field: ColumnField
    let memory: ColumnMemory

    /// The number of rows; of values, for what is in nested ones.
    public var count: Int { memory.count }

    /// The number of values that are null.
    public var nullCount: Int { memory.nullCount }

    /// Whether the value of a row is null. O(1).
    public func isNull(_ row: Int) -> Bool {
      check(row)
      guard let bits = memory.validity else { return false }
      return bits.load(row / 8, as: UInt8.self) >> UInt8(row % 8) & 1 == 0
    }

    /// The value of a column of type `int`, or microseconds since 1970 of a time; nil: null. O(1).
    public func int64(_ row: Int) -> Int64? { value(row, .int64) }

    /// The value of a column of type `real`; nil: null. O(1).
    public func double(_ row: Int) -> Double? { value(row, .double) }

    /// Days since 1970 of a column of type `date`; nil: null. O(1).
    public func days(_ row: Int) -> Int32? { value(row, .date) }

    /// The value of a decimal column times ten to the power of its scale; nil: null. O(1).
    public func scaled(_ row: Int) -> Int128? { value(row, .decimal) }

    /// The value of a column of type `bool`; nil: null. O(1).
    public func bool(_ row: Int) -> Bool? {
      check(row, .bool)
      guard !isNull(row) else { return nil }
      return memory.values.load(row / 8, as: UInt8.self) >> UInt8(row % 8) & 1 == 1
    }

    /// The text of a column of type `text` or `json`; nil: null. O(length).
    public func string(_ row: Int) -> String? {
      bytes(row).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of a text, JSON, a blob or a UUID; nil: null. O(length).
    public func bytes(_ row: Int) -> [UInt8]? {
      precondition(
        field.layout == .bytes || field.layout == .uuid, "the column \(field.name) has no bytes")
      guard !isNull(row) else { return nil }
      let values = memory.values
      guard field.layout == .bytes else {
        return (0..<16).map { values.load(row * 16 + $0, as: UInt8.self) }
      }
      let (start, end) =
        switch field.strings {
        case .large:
          (Int(values.load(row, as: Int64.self)), Int(values.load(row + 1, as: Int64.self)))
        case .small:
          (Int(values.load(row, as: Int32.self)), Int(values.load(row + 1, as: Int32.self)))
        case .view: (0, 0)
        }
      if field.strings == .view { return viewed(values.load(row, as: TextView.self), row) }
      guard let data = memory.data, start < end else { return [] }
      return unsafe copy(data.bytes, start, count: end - start)
    }

    /// What is in the values of a nested column, in the order of the field's children: the elements of all
    /// lists; the keys and the values of all maps; the fields of a struct, row by row. O(children).
    public var children: [Column] {
      zip(field.children, memory.children).map { Column(field: $0, memory: $1) }
    }

    /// The rows of the children that are in the value of a row: of a list or a map; nil: null. O(1).
    public func elements(_ row: Int) -> Range<Int>? {
      check(row)
      precondition(
        field.layout == .list || field.layout == .map,
        "the column \(field.name) is \(field.type)")
      guard !isNull(row) else { return nil }
      let (start, end) = (
        memory.values.load(row, as: Int32.self), memory.values.load(row + 1, as: Int32.self)
      )
      return Int(start)..<Int(end)
    }

    /// The bytes of a view: in the view itself, in the column's own buffer, or in a window of the feed.
    private func viewed(_ view: TextView, _ row: Int) -> [UInt8] {
      let count = Int(view.count)
      if view.isShort { return unsafe copy(memory.values.bytes, row * 16 + 4, count: count) }
      let (buffer, offset) = view.place
      if buffer > 0 { return unsafe copy(memory.windows[buffer - 1].bytes, offset, count: count) }
      guard let data = memory.data else { return [] }
      return unsafe copy(data.bytes, offset, count: count)
    }

    private func copy(
      _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, count: Int
    ) -> [UInt8] {
      precondition(start >= 0 && start + count <= bytes.count, "bytes of the column")
      return unsafe Array(bytes[start..<start + count])
    }

    private func value<Value: BitwiseCopyable>(_ row: Int, _ layout: ColumnLayout) -> Value? {
      check(row, layout)
      return isNull(row) ? nil : memory.values.load(row, as: Value.self)
    }

    private func check(_ row: Int, _ layout: ColumnLayout? = nil) {
      precondition(row >= 0 && row < count, "no such row")
      precondition(
        layout == nil || field.layout == layout, "the column \(field.name) is \(field.type)")
    }
  }
}
