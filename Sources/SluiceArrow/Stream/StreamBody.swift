import SluiceFeed
import SluiceRows

/// The buffers of a batch, one after another as a stream has them, each at a multiple of 64 bytes.
struct StreamBody {
  /// For each column and what is in it: the number of values, and of nulls.
  private(set) var nodes: [Int64] = []
  /// For each buffer: where it begins, and its length.
  private(set) var buffers: [Int64] = []
  /// For each column of views: its number of buffers of bytes.
  private(set) var variadicCounts: [Int64] = []
  /// The buffers that are not empty.
  private(set) var memory: [Memory] = []
  /// The bytes in all.
  private(set) var count = 0

  static let alignment = 64

  enum Memory {
    case own(AlignedMemory)
    case window(KeptWindow)

    var bytes: UnsafeBufferPointer<UInt8> {
      switch self {
      case .own(let memory): unsafe memory.bytes
      case .window(let window): unsafe window.bytes
      }
    }
  }

  init(_ batch: ColumnBatch) {
    for (field, memory) in zip(batch.schema.fields, batch.memory) { add(memory, field) }
  }

  /// The bytes after a buffer, up to the next one.
  static func padding(after count: Int) -> Int { -count & (alignment - 1) }

  /// Recursive, no deeper than types are.
  private mutating func add(_ column: ColumnMemory, _ field: ColumnField) {
    add(node: column.count, nulls: column.nullCount, column.validity)
    switch field.layout {
    case .structure: break
    case .bytes:
      add(column.values)
      add(column.data)
      if field.strings == .view {
        for window in column.windows { add(.window(window)) }
        variadicCounts.append(1 + Int64(column.windows.count))
      }
    case .map:
      add(column.values)
      add(node: column.children[0].count, nulls: 0, nil)
    default: add(column.values)
    }
    for (child, field) in zip(column.children, field.children) { add(child, field) }
  }

  private mutating func add(node count: Int, nulls: Int, _ validity: AlignedMemory?) {
    nodes += [Int64(count), Int64(nulls)]
    add(validity)
  }

  private mutating func add(_ buffer: AlignedMemory?) {
    if let buffer { add(.own(buffer)) } else { buffers += [Int64(count), 0] }
  }

  private mutating func add(_ buffer: Memory) {
    let length = unsafe buffer.bytes.count
    buffers += [Int64(count), Int64(length)]
    guard length > 0 else { return }
    memory.append(buffer)
    count += length + StreamBody.padding(after: length)
  }
}
