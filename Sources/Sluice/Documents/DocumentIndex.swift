import CSimdJSON

/// The index of a document that is kept, in one piece of memory of its size: tokens and links.
///
/// ```
/// state (index and context) · tokens and two sentinels · links
/// ```
///
/// There are no kinds: they serve the check, and skips without links. Sound because each part begins at a multiple of
/// its alignment, and all are written before anyone reads them.
@safe
struct DocumentIndex: ~Copyable {
  private let memory: DocumentMemory
  private let state: UnsafeMutablePointer<DocumentState>

  /// Copies the tokens of the open document, whose text stays where it is, and finds the partner of each bracket.
  /// Throws `out-of-memory`.
  init(copying index: UnsafePointer<StructuralIndex>) throws(JSONError) {
    let header = unsafe index.pointee
    let count = Int(header.end)
    let tokenBytes = (count + 2) * MemoryLayout<UInt32>.stride
    let stateBytes = (MemoryLayout<DocumentState>.size + 15) & ~15
    memory = try DocumentMemory(
      bytes: stateBytes + tokenBytes + count * MemoryLayout<UInt32>.stride)
    unsafe state = memory.start.bindMemory(to: DocumentState.self, capacity: 1)
    unsafe state.initialize(to: DocumentState())
    let tokens = unsafe (memory.start + stateBytes).bindMemory(to: UInt32.self, capacity: count + 2)
    unsafe tokens.update(from: header.tokens, count: count + 2)
    let links = unsafe (memory.start + (stateBytes + tokenBytes)).bindMemory(
      to: UInt32.self, capacity: count)
    unsafe csj_make_links(header.bytes, tokens, UInt32(truncatingIfNeeded: count), 0, links)

    let copy = unsafe state.pointer(to: \.index)!
    unsafe copy.pointee.bytes = unsafe header.bytes
    unsafe copy.pointee.tokens = unsafe UnsafePointer(tokens)
    unsafe copy.open(first: 0, end: header.end, length: header.length)
    let context = unsafe UnsafePointer(copy).context
    let options = unsafe index.context
    unsafe context.pointee.links = unsafe links
    unsafe context.pointee.depthLimit = unsafe options.pointee.depthLimit
    unsafe context.pointee.setDuplicateKeys(
      options.pointee.choosesDuplicateKeys ? options.pointee.duplicateKeys : nil)
  }

  deinit { unsafe state.deinitialize(count: 1) }

  /// Valid as long as this value lives.
  var header: UnsafePointer<StructuralIndex> {
    unsafe UnsafePointer(state.pointer(to: \.index)!)
  }

  /// How many bytes it holds.
  var size: Int { memory.size }
}
