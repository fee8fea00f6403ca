import Sluice
import SluiceFeed

/// Memory of a batch's column, aligned to 64 bytes as Arrow recommends. It grows while the batch is
/// built, and does not change after that. Throws `out-of-memory` where there is none.
///
/// Sound because it owns the memory, or keeps the batch's, and `BatchBuilder` alone writes to it, before it is shared.
@safe
final class AlignedMemory: @unchecked Sendable {
  private(set) var start: UnsafeMutableRawPointer
  private var capacity: Int
  /// Where the memory is taken from while there is room.
  private let batch: BatchMemory?
  /// Otherwise owns the memory, which is where `start` is. Its own count stays 0.
  private var owner: PaddedBytes
  /// The bytes in use.
  private(set) var count = 0

  /// The bytes that it keeps besides those of `all`, to which it adds its batch's region.
  func ownBytes(_ all: inout [ObjectIdentifier: Int]) -> Int {
    if let batch { all[ObjectIdentifier(batch)] = batch.size }
    return owner.capacity
  }

  private static let alignment = 64

  init(capacity: Int, in batch: BatchMemory? = nil) throws(JSONError) {
    self.capacity = max(capacity, AlignedMemory.alignment)
    self.batch = batch
    var owner = PaddedBytes()
    if let piece = unsafe batch?.allocate(self.capacity) {
      unsafe start = piece
    } else {
      try owner.reserve(self.capacity)
      unsafe start = AlignedMemory.start(of: owner)
    }
    self.owner = owner
  }

  private static func start(of memory: borrowing PaddedBytes) -> UnsafeMutableRawPointer {
    guard let start = unsafe memory.unsafeBytes.baseAddress else {
      preconditionFailure("memory was reserved")
    }
    return unsafe UnsafeMutableRawPointer(mutating: start)
  }

  /// Room for `room` more bytes, which count from now on.
  func append(_ room: Int) throws(JSONError) -> UnsafeMutableRawPointer {
    if capacity - count < room { try grow(by: room) }
    let end = unsafe start + count
    count += room
    return unsafe end
  }

  func append(_ bytes: UnsafeRawPointer, count: Int) throws(JSONError) {
    guard count > 0 else { return }
    unsafe try append(count).copyMemory(from: bytes, byteCount: count)
  }

  func append<Value: BitwiseCopyable>(_ value: Value) throws(JSONError) {
    unsafe try append(MemoryLayout<Value>.size).storeBytes(of: value, as: Value.self)
  }

  private func grow(by room: Int) throws(JSONError) {
    let doubled = max(capacity * 2, count + room)
    if let piece = unsafe batch?.allocate(doubled) {
      unsafe move(to: piece)
      capacity = doubled
      owner = PaddedBytes()
      return
    }
    var larger = PaddedBytes()
    do throws(JSONError) {
      try larger.reserve(doubled)
    } catch {
      // The requested size may be available where twice as much is not.
      try larger.reserve(count + room)
    }
    unsafe move(to: AlignedMemory.start(of: larger))
    capacity = larger.capacity
    owner = larger
  }

  private func move(to target: UnsafeMutableRawPointer) {
    unsafe target.copyMemory(from: start, byteCount: count)
    unsafe start = unsafe target
  }

  func load<Value: BitwiseCopyable>(_ index: Int, as type: Value.Type) -> Value {
    precondition(index >= 0 && (index + 1) * MemoryLayout<Value>.size <= count, "no such value")
    return unsafe start.load(fromByteOffset: index * MemoryLayout<Value>.size, as: type)
  }
}

extension AlignedMemory {
  var bytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
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
  /// The windows of the feed that views point into: their buffers after `data`.
  var windows: [KeptWindow] = []

  /// The bytes of its buffers besides those of `all`, to which it adds what they share with other columns: the
  /// batch's region, and windows. Recursive, no deeper than types are.
  func ownBytes(_ all: inout [ObjectIdentifier: Int]) -> Int {
    for window in windows { all[ObjectIdentifier(window)] = window.capacity }
    let buffers = [validity, values, data].compactMap { $0 }
    return buffers.reduce(0) { $0 + $1.ownBytes(&all) }
      + children.reduce(0) { $0 + $1.ownBytes(&all) }
  }
}
