import Sluice

/// The middle stage of a feed: indexes a window of many records, or one record by itself.
struct RecordIndexer {
  private let storage: IndexStorage
  private let windowSize: Int

  /// Throws `out-of-memory`.
  init(_ options: FeedOptions) throws(JSONError) {
    storage = try IndexStorage()
    unsafe storage.context.pointee.setDuplicateKeys(options.duplicateKeys)
    unsafe storage.context.pointee.depthLimit = UInt32(truncatingIfNeeded: options.depthLimit)
    windowSize = options.windowSize
  }

  /// The open record.
  @inline(__always)
  var index: UnsafeMutablePointer<StructuralIndex> { unsafe storage.index }

  /// Indexes a window of whole records. The padding after it is readable.
  func index(
    _ window: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> IndexStorage.WindowVerdict {
    try unsafe storage.index(window: window, usualSize: windowSize)
  }

  /// What the full check of records by kinds needs.
  var provenOrders: OpaquePointer? { unsafe storage.provenOrders(tokenCount: 0) }
  /// Which of several fields with the same name counts.
  var duplicates: UInt8 { unsafe storage.context.pointee.duplicateKeys.codeByte }
  var depthLimit: UInt32 { unsafe storage.context.pointee.depthLimit }
  /// Whether the full check looks for keys that occur twice.
  var refusesRepeatedKeys: Bool { unsafe storage.context.pointee.duplicateKeys == .reject }

  /// Indexes a record by itself, and opens it. Returns its fault, if it has one.
  func openAlone(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> JSONError? {
    do throws(JSONError) {
      try unsafe storage.open(text)
      return nil
    } catch {
      if error.code == .outOfMemory { throw error.aboutOneRecord }
      return error
    }
  }

  /// Whether a record that begins and ends with these bytes is enclosed in brackets.
  @inline(__always)
  func isBracketed(_ first: UInt8, _ last: UInt8) -> Bool {
    (first | 0x20 == UInt8(ascii: "{")) && last == first &+ 2
  }

  /// Whether the open record is enclosed in brackets.
  var isOpenInBrackets: Bool {
    let open = unsafe index.pointee
    return unsafe isBracketed(
      open.bytes[Int(open.tokens[Int(open.first)])], open.bytes[Int(open.tokens[Int(open.end) - 1])]
    )
  }

  /// Checks the open record in full.
  @inline(never)
  func faultInFull() -> JSONError? {
    do throws(JSONError) {
      try storage.checkInFull()
      return nil
    } catch {
      return error
    }
  }

  /// Opens a value of the window that begins with `byte` and ends with its counterpart. Returns whether
  /// it is as sound as the options require.
  @inline(__always)
  func isSound(_ value: IndexedExtent, from byte: UInt8, inFull: Bool) -> Bool {
    unsafe index.open(value)
    return !inFull && Byte.opens(byte) || faultInFull() == nil
  }

  /// Ends the reading of the window.
  func close() { unsafe storage.index.close() }

  /// Frees the memory of an index that is larger than usual.
  func releaseMemory() { storage.releaseIndexMemory() }

  /// Frees the memory of the index of a window that was larger than usual.
  func releaseMemory(ofWindow count: Int) {
    if count > max(4 * windowSize, 8 << 20) { releaseMemory() }
  }
}
