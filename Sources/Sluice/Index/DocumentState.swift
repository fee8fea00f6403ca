/// A reader's index and its context, in one piece of memory.
///
/// The context is at a fixed distance from the index, so that a position, which points at the index, reaches both with
/// one addition and no load.
///
/// Sound because no `StructuralIndex` that a position points at is made anywhere else.
@usableFromInline
struct DocumentState {
  @usableFromInline var index: StructuralIndex
  @usableFromInline var context: DecodingContext

  init() {
    index = StructuralIndex()
    context = DecodingContext()
    assert(MemoryLayout<DocumentState>.offset(of: \.context) == DocumentState.contextOffset)
  }

  /// Where the context begins: the first multiple of its alignment after the index.
  @inlinable @inline(__always)
  static var contextOffset: Int {
    let alignment = MemoryLayout<DecodingContext>.alignment
    return (MemoryLayout<StructuralIndex>.size &+ alignment &- 1) & ~(alignment &- 1)
  }
}

extension UnsafePointer<StructuralIndex> {
  /// What reading changes: the memory after the index.
  @inlinable @inline(__always)
  package var context: UnsafeMutablePointer<DecodingContext> {
    let raw = unsafe UnsafeMutableRawPointer(mutating: self)
    return unsafe (raw + DocumentState.contextOffset).assumingMemoryBound(to: DecodingContext.self)
  }
}

extension JSONPosition {
  /// What reading this document changes.
  @inlinable @inline(__always)
  package var context: UnsafeMutablePointer<DecodingContext> { unsafe index.context }
}
