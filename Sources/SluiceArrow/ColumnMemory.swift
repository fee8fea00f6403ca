/// Memory of a batch's column, aligned to 64 bytes as Arrow recommends. It grows while the batch is
/// built, and does not change after that.
///
/// Sound because it owns the memory, and `BatchBuilder` alone writes to it, before it is shared.
@safe
final class AlignedMemory: @unchecked Sendable {
  private(set) var start: UnsafeMutableRawPointer
  private var capacity: Int
  /// The bytes in use.
  private(set) var count = 0

  private static let alignment = 64

  init(capacity: Int) {
    self.capacity = max(capacity, AlignedMemory.alignment)
    unsafe start = .allocate(byteCount: self.capacity, alignment: AlignedMemory.alignment)
  }

  deinit { unsafe start.deallocate() }

  /// Room for `room` more bytes, which count from now on.
  func append(_ room: Int) -> UnsafeMutableRawPointer {
    if capacity - count < room { grow(by: room) }
    let end = unsafe start + count
    count += room
    return unsafe end
  }

  func append(_ bytes: UnsafeRawPointer, count: Int) {
    guard count > 0 else { return }
    unsafe append(count).copyMemory(from: bytes, byteCount: count)
  }

  func append<Value: BitwiseCopyable>(_ value: Value) {
    unsafe append(MemoryLayout<Value>.size).storeBytes(of: value, as: Value.self)
  }

  private func grow(by room: Int) {
    capacity = max(capacity * 2, count + room)
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: capacity, alignment: AlignedMemory.alignment)
    unsafe larger.copyMemory(from: start, byteCount: count)
    unsafe start.deallocate()
    unsafe start = unsafe larger
  }

  func load<Value: BitwiseCopyable>(_ index: Int, as type: Value.Type) -> Value {
    precondition(index >= 0 && (index + 1) * MemoryLayout<Value>.size <= count, "no such value")
    return unsafe start.load(fromByteOffset: index * MemoryLayout<Value>.size, as: type)
  }
}

/// A column of a finished batch: Arrow's buffers.
struct ColumnMemory: Sendable {
  /// The number of values: rows, or what is in the values of a nested column.
  let count: Int
  /// A bit for each row, 1 where there is a value; nil: every row has one.
  let validity: AlignedMemory?
  /// Values, offsets or views.
  let values: AlignedMemory
  /// The bytes of texts and bytes.
  let data: AlignedMemory?
  let nullCount: Int
  /// What is in the values of a nested type.
  var children: [ColumnMemory] = []
}
