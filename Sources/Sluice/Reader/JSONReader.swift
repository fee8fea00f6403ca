import CSimdJSON

/// Opens documents and lends cursors into them. Reuse a reader to keep its buffers.
///
/// ```swift
/// var reader = JSONReader()
/// let id = try reader.withDocument(bytes) { root in try root["user"]["id"].int }
/// ```
///
/// Cost of opening: one pass of stage 1 (2–8 GB/s; with AVX-512 up to 15), and with ``JSONChecking/full`` another over
/// the index; five bytes of memory for each token. Input that is followed by ``PaddedBytes/padding`` readable bytes is
/// used in place; other input is copied once into a reused buffer. A UTF-8 byte order mark is skipped.
///
/// A new reader takes over the buffers of one that was released, if it finds any: up to 8 MiB of them are kept for the
/// whole program. ``JSONReaderPool/releaseMemory()`` frees these.
///
/// A reader is not Sendable: one thread uses it at a time, and opens one document at a time.
///
/// Sound because it holds one reference to its storage from the first document until it is released.
@safe
public struct JSONReader: ~Copyable {
  /// How the next document is opened.
  public var options: JSONOptions
  /// Unmanaged: counting references would cost as much as reading a field of a small document.
  private var unmanaged: Unmanaged<IndexStorage>?

  /// Allocates nothing until the first document.
  public init(options: JSONOptions = JSONOptions()) {
    self.options = options
    unsafe unmanaged = nil
  }

  deinit {
    if let unmanaged = unsafe unmanaged {
      IndexStoragePool.shared.put(unsafe unmanaged.takeRetainedValue())
    }
  }

  /// A reader with this checking mode.
  public init(checking: JSONChecking) {
    self.init(options: JSONOptions(checking: checking))
  }

  /// The storage, created on first use.
  package mutating func storage() throws(JSONError) -> Unmanaged<IndexStorage> {
    if let unmanaged = unsafe unmanaged { return unsafe unmanaged }
    if let used = unsafe IndexStoragePool.shared.borrow() {
      unsafe unmanaged = unsafe used
      return unsafe used
    }
    let made = unsafe Unmanaged.passRetained(try IndexStorage())
    unsafe unmanaged = unsafe made
    return unsafe made
  }

  /// The approximate number of bytes that it holds: the buffer for input without padding, the index, the links between
  /// brackets, and the shapes of records.
  package var memory: Int {
    unsafe unmanaged?._withUnsafeGuaranteedRef { storage in
      let shapes = unsafe storage.context.pointee.shapes == nil ? 0 : DecodingContext.memoryOfShapes
      return storage.memory + shapes
    } ?? 0
  }

  /// Frees all memory.
  public mutating func releaseMemory() {
    unsafe unmanaged?.release()
    unsafe unmanaged = nil
  }
}
