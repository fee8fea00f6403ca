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

  /// Copies the tokens of the open document, and finds the partner of each bracket. The document's text is `text`.
  /// `check` checks the document, and returns whether it also wrote the links. Throws its errors and `out-of-memory`.
  init(
    copying index: UnsafePointer<StructuralIndex>, text: UnsafeBufferPointer<UInt8>,
    check: (_ links: UnsafeMutablePointer<UInt32>) throws(JSONError) -> Bool
  ) throws(JSONError) {
    try unsafe self.init(
      copying: index, from: 0, to: index.pointee.end, at: 0, text: text, check: check)
  }

  /// Copies some tokens of the open document, and finds the partner of each bracket. `text` is what lies at `offset`: a
  /// copy of the value that has these tokens, or the document itself. It is not empty.
  init(
    copying index: UnsafePointer<StructuralIndex>, from first: UInt32, to end: UInt32,
    at offset: UInt32, text: UnsafeBufferPointer<UInt8>,
    check: (_ links: UnsafeMutablePointer<UInt32>) throws(JSONError) -> Bool = { _ in false }
  ) throws(JSONError) {
    guard let start = text.baseAddress else { throw .outOfMemory(bytes: 0) }
    let count = end &- first
    let places = Int(count) + 2
    let stateBytes = (MemoryLayout<DocumentState>.size + 15) & ~15
    let tokenBytes = places * MemoryLayout<UInt32>.stride
    let memory = try DocumentMemory(
      bytes: stateBytes + tokenBytes + Int(count) * MemoryLayout<UInt32>.stride)
    let links = unsafe (memory.start + (stateBytes + tokenBytes)).bindMemory(
      to: UInt32.self, capacity: Int(count))
    let isLinked = try unsafe check(links)
    self.memory = memory
    unsafe state = self.memory.start.bindMemory(to: DocumentState.self, capacity: 1)
    unsafe state.initialize(to: DocumentState())
    let tokens = unsafe (self.memory.start + stateBytes).bindMemory(
      to: UInt32.self, capacity: places)
    unsafe DocumentIndex.copy(
      index.pointee.tokens + Int(first), Int(count), to: tokens, length: text.count, offset: offset)
    if isLinked {
      // The check has found them.
    } else if let kinds = unsafe index.pointee.kinds {
      unsafe DocumentIndex.link(kinds + Int(first), Int(count), links)
    } else {
      unsafe csj_make_links(start, tokens, count, 0, links)
    }

    let header = unsafe state.pointer(to: \.index)!
    unsafe header.pointee.bytes = unsafe start
    unsafe header.pointee.tokens = unsafe UnsafePointer(tokens)
    unsafe header.open(first: 0, end: count, length: UInt32(truncatingIfNeeded: text.count))
    let (context, options) = unsafe (UnsafePointer(header).context, index.context)
    unsafe context.pointee.links = unsafe links
    unsafe context.pointee.depthLimit = unsafe options.pointee.depthLimit
    unsafe context.pointee.setDuplicateKeys(
      options.pointee.choosesDuplicateKeys ? options.pointee.duplicateKeys : nil)
  }

  /// Copies tokens, counted from `offset`, and puts the sentinels after them.
  private static func copy(
    _ source: UnsafePointer<UInt32>, _ count: Int, to tokens: UnsafeMutablePointer<UInt32>,
    length: Int, offset: UInt32
  ) {
    if offset == 0 {
      unsafe tokens.update(from: source, count: count)
    } else {
      for place in 0..<count { unsafe tokens[place] = unsafe source[place] &- offset }
    }
    for place in count..<count + 2 { unsafe tokens[place] = UInt32(truncatingIfNeeded: length) }
  }

  /// Finds the partner of each bracket by the kinds of tokens: the same as `csj_make_links`, but eight tokens at a time
  /// and without a look at the text.
  ///
  /// Sound because 64 bytes are readable after the last kind, only entries below `count` are written, and each entry
  /// that is read was written before: the open brackets are chained through the links themselves.
  private static func link(
    _ kinds: UnsafePointer<UInt8>, _ count: Int, _ links: UnsafeMutablePointer<UInt32>
  ) {
    let none = UInt32.max
    var open = none
    var place = 0
    while place < count {
      // Among kinds, only brackets have this bit, and of these, only closing ones the 4.
      var brackets = unsafe csj_load64(kinds + place) & 0x4040_4040_4040_4040
      if count &- place < 8 {
        brackets &= (1 &<< UInt64(truncatingIfNeeded: 8 &* (count &- place))) &- 1
      }
      while brackets != 0 {
        let token = place &+ (brackets.trailingZeroBitCount &>> 3)
        brackets &= brackets &- 1
        if unsafe kinds[token] & 4 == 0 {
          unsafe links[token] = open
          open = UInt32(truncatingIfNeeded: token)
        } else if open != none {
          let enclosing = unsafe links[Int(open)]
          unsafe links[Int(open)] = UInt32(truncatingIfNeeded: token)
          open = enclosing
        }
      }
      place &+= 8
    }
    while open != none {
      let enclosing = unsafe links[Int(open)]
      unsafe links[Int(open)] = 0
      open = enclosing
    }
  }

  deinit { unsafe state.deinitialize(count: 1) }

  /// Valid as long as this value lives.
  var header: UnsafePointer<StructuralIndex> {
    unsafe UnsafePointer(state.pointer(to: \.index)!)
  }

  /// How many bytes it holds.
  var size: Int { memory.size }
}
