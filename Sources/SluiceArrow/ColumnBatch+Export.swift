public import CSluiceArrow
import SluiceRows

extension ColumnBatch {
  /// Exports the batch as Arrow's C data interface has it: a struct array with a child for each column.
  /// Copies nothing: the array keeps the batch's memory until the consumer releases it. O(columns).
  ///
  /// Sound because `out` is for a whole array, which this initializes, and all that it points to is kept
  /// until its release callback.
  public func export(to out: UnsafeMutablePointer<ArrowArray>) {
    let array = unsafe ExportedArray(
      buffers: [nil], keeping: nil, length: count, nulls: 0, children: memory.count)
    for (number, memory) in memory.enumerated() {
      let field = schema.fields[number]
      let child = unsafe ExportedArray(
        buffers: memory.buffers(of: field), keeping: memory, length: count,
        nulls: memory.nullCount, children: 0, viewedBytes: memory.viewedBytes(of: field))
      unsafe child.move(to: array.children[number]!)
    }
    unsafe array.move(to: out)
  }
}

extension ColumnMemory {
  /// The addresses of Arrow's buffers for the type, without the sizes of variadic ones.
  fileprivate func buffers(of field: ColumnField) -> [UnsafeRawPointer?] {
    let bits = unsafe validity.map { unsafe UnsafeRawPointer($0.start) }
    let start = unsafe UnsafeRawPointer(values.start)
    guard field.layout == .bytes, let data else { return unsafe [bits, start] }
    return unsafe [bits, start, UnsafeRawPointer(data.start)]
  }

  /// The number of bytes that views point into; nil for other types.
  fileprivate func viewedBytes(of field: ColumnField) -> Int? {
    field.layout == .bytes && field.strings == .view ? data?.count : nil
  }
}

/// Everything that an `ArrowArray` points to.
///
/// Sound because it owns the lists of buffers and children, keeps the buffers' memory, and is freed by
/// the release callback alone, which the consumer calls once.
@safe
private final class ExportedArray {
  /// Keeps the buffers.
  private let memory: ColumnMemory?
  private let buffers: UnsafeMutablePointer<UnsafeRawPointer?>
  private let bufferCount: Int
  private let length: Int
  private let nulls: Int
  private let count: Int
  /// The size of the buffer that views point into.
  private let sizes: UnsafeMutablePointer<Int64>?
  let children: UnsafeMutablePointer<UnsafeMutablePointer<ArrowArray>?>

  init(
    buffers list: [UnsafeRawPointer?], keeping memory: ColumnMemory?, length: Int, nulls: Int,
    children count: Int, viewedBytes: Int? = nil
  ) {
    self.memory = memory
    self.length = length
    self.nulls = nulls
    self.count = count
    unsafe sizes = viewedBytes.map { bytes in
      let sizes = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
      unsafe sizes.initialize(to: Int64(bytes))
      return unsafe sizes
    }
    bufferCount = unsafe list.count + (viewedBytes == nil ? 0 : 1)
    unsafe buffers = .allocate(capacity: bufferCount)
    for i in unsafe list.indices { unsafe (buffers + i).initialize(to: list[i]) }
    if let sizes = unsafe sizes {
      unsafe (buffers + bufferCount - 1).initialize(to: UnsafeRawPointer(sizes))
    }
    unsafe children = .allocate(capacity: max(count, 1))
    for i in 0..<count {
      let child = UnsafeMutablePointer<ArrowArray>.allocate(capacity: 1)
      unsafe child.initialize(to: ArrowArray())
      unsafe (children + i).initialize(to: child)
    }
  }

  deinit {
    for i in 0..<count {
      guard let child = unsafe children[i] else { continue }
      // A child that was moved is released by its new owner.
      if let release = unsafe child.pointee.release { unsafe release(child) }
      unsafe child.deallocate()
    }
    unsafe children.deallocate()
    unsafe buffers.deallocate()
    unsafe sizes?.deallocate()
  }

  /// Hands this object over to an array, whose release callback frees it.
  func move(to out: UnsafeMutablePointer<ArrowArray>) {
    unsafe out.initialize(
      to: ArrowArray(
        length: Int64(length), null_count: Int64(nulls), offset: 0, n_buffers: Int64(bufferCount),
        n_children: Int64(count), buffers: buffers, children: count > 0 ? children : nil,
        dictionary: nil, release: releaseArray,
        private_data: Unmanaged.passRetained(self).toOpaque()))
  }
}

/// Frees an array, once.
private func releaseArray(_ array: UnsafeMutablePointer<ArrowArray>?) {
  guard let array = unsafe array, let data = unsafe array.pointee.private_data else { return }
  unsafe array.pointee.release = nil
  unsafe array.pointee.private_data = nil
  unsafe Unmanaged<ExportedArray>.fromOpaque(data).release()
}
