import CSimdJSON

/// Owns what a document needs: the stage-1 engine, the padded copy of the input if one is needed, the index that
/// positions point at, and the context beside it. Each reader has one. A client that keeps positions (a decoder) also keeps this alive and
/// compares generations, so a stale position is refused instead of reading freed memory.
///
/// Not Sendable: one thread uses it at a time.
@usableFromInline
@safe
package final class IndexStorage {
  @usableFromInline package let index: UnsafeMutablePointer<StructuralIndex>
  /// What reading changes.
  package let context: UnsafeMutablePointer<DecodingContext>
  private let state: UnsafeMutablePointer<DocumentState>
  package let engine: OpaquePointer
  /// The reused buffer for input that comes without padding.
  package var buffer: PaddedBytes
  /// The full check's levels, reused.
  var levels: UnsafeMutableBufferPointer<Bool>?
  /// The orders of tokens that full checks found valid.
  private var proven: OpaquePointer?
  private var wasCheckedInFull = false
  /// The state of the check for duplicate keys, reused.
  private var repeatedKeys = RepeatedKeys()

  /// Fails only when memory is short.
  package init() throws(JSONError) {
    guard let engine = unsafe csj_engine_create() else { throw JSONError(.outOfMemory, at: 0) }
    unsafe self.engine = unsafe engine
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: DocumentState())
    unsafe index = unsafe state.pointer(to: \.index)!
    unsafe context = unsafe state.pointer(to: \.context)!
    buffer = PaddedBytes()
  }

  deinit {
    unsafe levels?.deallocate()
    unsafe csj_proven_destroy(proven)
    unsafe context.releaseMemory()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
    unsafe csj_engine_destroy(engine)
  }

  /// Forgets what belongs to the reader that used it: what layers keep with it. Buffers and known orders stay.
  func prepareForNextReader() { unsafe context.pointee.forgetLayers() }

  /// The approximate number of bytes it holds. The engine has room for a token and its kind at each byte.
  package var memory: Int {
    let capacity = unsafe Int(csj_engine_capacity(engine))
    let tokens = unsafe capacity + Int(context.pointee.linkCapacity)
    return buffer.capacity + capacity + tokens * MemoryLayout<UInt32>.stride
  }

  /// The error for a failed allocation of an index: a token and its kind for each byte.
  var noIndexMemory: JSONError {
    let bytes = unsafe Int(csj_engine_capacity(engine)) * (MemoryLayout<UInt32>.stride + 1)
    return .outOfMemory(bytes: bytes)
  }

  /// Opens a document with `options`.
  @inline(__always)
  package func open(
    _ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONOptions
  ) throws(JSONError) -> UnsafeMutablePointer<StructuralIndex> {
    unsafe context.pointee.setDuplicateKeys(options.duplicateKeys)
    unsafe context.pointee.depthLimit = UInt32(truncatingIfNeeded: options.depthLimit)
    do throws(JSONError) {
      try unsafe open(bytes)
      if options.checking == .full { try checkInFull() }
      return unsafe index
    } catch {
      unsafe index.close()
      throw error
    }
  }

  /// The orders that earlier full checks found valid. Nil for documents of more tokens than orders have, for the first
  /// that has no more, because a reader that is used once has no use for them, and if memory is short.
  @inline(__always)
  package func provenOrders(tokenCount: UInt32) -> OpaquePointer? {
    guard tokenCount <= UInt32(CSJ_PROVEN_TOKENS) else { return nil }
    if let proven = unsafe proven { return unsafe proven }
    if wasCheckedInFull { unsafe proven = unsafe csj_proven_create() }
    wasCheckedInFull = true
    return unsafe proven
  }

  /// Throws `duplicate-key` if the reader refuses duplicate keys and an object of the document, which was found to be
  /// valid, has a key twice.
  func refuseRepeatedKeys() throws(JSONError) {
    guard unsafe context.pointee.duplicateKeys == .reject else { return }
    try unsafe repeatedKeys.check(JSONPosition(rootOf: index))
  }

  /// Indexes `bytes` (the `CSJ_PADDING` bytes after them are readable) and opens the document.
  ///
  /// The caller keeps the bytes alive and unchanged until `close()`.
  @inline(__always)
  package func open(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { throw JSONError(.empty, at: 0) }
    var found = unsafe csj_structurals()
    let status = unsafe csj_stage1(engine, base, UInt64(bytes.count), CSJ_DOCUMENT, &found)
    guard status == CSJ_OK, let tokens = unsafe found.tokens else {
      if status == CSJ_NO_MEMORY { throw noIndexMemory }
      throw unsafe StageOneFault.error(
        for: status, in: bytes, depthLimit: Int(context.pointee.depthLimit))
    }
    unsafe index.pointee.bytes = unsafe base
    unsafe index.pointee.tokens = unsafe tokens
    unsafe index.pointee.kinds = unsafe found.kinds
    unsafe index.pointee.escapes = unsafe found.escapes
    unsafe index.open(first: 0, end: found.count, length: UInt32(truncatingIfNeeded: bytes.count))
  }
}
