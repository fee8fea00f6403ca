public import CSluiceArrow
import SluiceFeed
import SluiceRows

extension ColumnBatch {
  /// Exports the batch as Arrow's C data interface has it: a struct array with a child for each column.
  /// Copies nothing: the array keeps the batch's memory until the consumer releases it. O(columns).
  ///
  /// Sound because `out` is for a whole array, which this initializes, and all that it points to is kept
  /// until its release callback.
  public func export(to out: UnsafeMutablePointer<ArrowArray>) {
    let array = unsafe ExportedArray(buffers: [nil], length: count, children: memory.count)
    for (number, memory) in memory.enumerated() {
      unsafe memory.exported(as: schema.fields[number]).move(to: array.children[number])
    }
    unsafe array.move(to: out)
  }
}

extension ColumnMemory {
  /// The column, or what is in it. Recursive, no deeper than types are.
  fileprivate func exported(as field: ColumnField) -> ExportedArray {
    let isMap = field.layout == .map
    let array = unsafe ExportedArray(
      buffers: buffers(of: field), keeping: self, length: count, nulls: nullCount,
      children: isMap ? 1 : children.count, variadicSizes: variadicSizes(of: field))
    // A map is a list of structs with a key and a value each.
    let parent =
      isMap
      ? unsafe ExportedArray(buffers: [nil], length: children[0].count, children: 2) : array
    for (number, child) in children.enumerated() {
      unsafe child.exported(as: field.children[number]).move(to: parent.children[number])
    }
    if isMap { unsafe parent.move(to: array.children[0]) }
    return array
  }

  /// The addresses of Arrow's buffers for the type, without the sizes of variadic ones.
  private func buffers(of field: ColumnField) -> [UnsafeRawPointer?] {
    let bits = unsafe validity.map { unsafe UnsafeRawPointer($0.start) }
    if field.layout == .structure { return unsafe [bits] }
    let start = unsafe UnsafeRawPointer(values.start)
    guard field.layout == .bytes, let data else { return unsafe [bits, start] }
    return unsafe [bits, start, UnsafeRawPointer(data.start)]
      + windows.map { unsafe UnsafeRawPointer($0.bytes.baseAddress) }
  }

  /// The sizes of the buffers that views point into; nil for other types.
  private func variadicSizes(of field: ColumnField) -> [Int64]? {
    guard field.layout == .bytes, field.strings == .view, let data else { return nil }
    return [Int64(data.count)] + windows.map { unsafe Int64($0.bytes.count) }
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
  /// The sizes of the buffers that views point into.
  private let sizes: UnsafeMutablePointer<Int64>?
  let children: ExportedChildren<ArrowArray>

  init(
    buffers list: [UnsafeRawPointer?], keeping memory: ColumnMemory? = nil, length: Int,
    nulls: Int = 0, children count: Int, variadicSizes: [Int64]? = nil
  ) {
    self.memory = memory
    self.length = length
    self.nulls = nulls
    unsafe sizes = variadicSizes.map { list in
      let sizes = UnsafeMutablePointer<Int64>.allocate(capacity: list.count)
      for (i, size) in list.enumerated() { unsafe (sizes + i).initialize(to: size) }
      return unsafe sizes
    }
    bufferCount = unsafe list.count + (variadicSizes == nil ? 0 : 1)
    unsafe buffers = .allocate(capacity: bufferCount)
    for i in unsafe list.indices { unsafe (buffers + i).initialize(to: list[i]) }
    if let sizes = unsafe sizes {
      unsafe (buffers + bufferCount - 1).initialize(to: UnsafeRawPointer(sizes))
    }
    unsafe children = ExportedChildren(count, ArrowArray()) { child in
      if let release = unsafe child.pointee.release { unsafe release(child) }
    }
  }

  deinit {
    unsafe buffers.deallocate()
    unsafe sizes?.deallocate()
  }

  /// Hands this object over to an array, whose release callback frees it.
  func move(to out: UnsafeMutablePointer<ArrowArray>) {
    unsafe out.initialize(
      to: ArrowArray(
        length: Int64(length), null_count: Int64(nulls), offset: 0, n_buffers: Int64(bufferCount),
        n_children: Int64(children.count), buffers: buffers, children: children.list,
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
