import CSimdJSON

/// Where one document is in memory, and where its tokens start: every position points at this.
///
/// ```
/// bytes    { " i d " : 1 2 , " t a g s " : [ ] } ·  ·  ·      (· = padding, readable)
/// offset   0 1       5 6   8 9           15    18
/// tokens   0 1       5 6   8 9           15 16 17 18 | 19      tokens[count] = length
/// token    0 1       2 3   4 5           6  7  8  9
/// ```
///
/// Stage 1 writes one token per bracket, colon, comma, string (its opening quote) and other scalar (its first byte).
/// The tokens do not change while the document is open, so cursors can be copied and used in any order.
///
/// Sound because: `bytes` is readable for `length + padding` bytes; `tokens` for `end + 2` entries,
/// ascending, each an offset inside the readable bytes; a position's token is always below `end`;
/// and every step forward compares with `end` before it looks.
@usableFromInline
package struct StructuralIndex {
  /// The window. Offsets count from here.
  @usableFromInline package var bytes: UnsafePointer<UInt8>
  /// simdjson's `structural_indexes`.
  @usableFromInline package var tokens: UnsafePointer<UInt32>
  /// The kind of each token, if stage 1 provides it: the token's first byte, or 0 for numbers and literals. The 64
  /// bytes after the last are readable.
  @usableFromInline package var kinds: UnsafePointer<UInt8>?
  /// The document's first token: 0, or a record's first token in a window of many.
  @usableFromInline package var first: UInt32
  /// One past the document's last token.
  @usableFromInline package var end: UInt32
  /// The offset at which the document's text begins: 0, or a record's first byte in a window.
  @usableFromInline package var start: UInt32
  /// The offset at which the document ends.
  @usableFromInline package var length: UInt32
  /// Counts the documents opened here, so that a stale position can be recognised.
  @usableFromInline package var generation: UInt32

  /// The hint: inside the container at token `hintContainer`, a walk already came to `hintToken`, which is directly in
  /// it. A skip of that container continues from there. Correctness never depends on it; `UInt32.max` means no hint.
  @usableFromInline package var hintContainer: UInt32
  @usableFromInline package var hintToken: UInt32

  /// Partners: `links[token - first]` is the closing bracket of the opening bracket at `token`, or 0 if it has none.
  /// Nil until enough was skipped twice for links to pay (see `JSONPosition.skip`).
  @usableFromInline package var links: UnsafeMutablePointer<UInt32>?
  /// How many tokens skips may still walk over before links are made: about twice as many as the document has.
  @usableFromInline package var skipBudget: Int64
  package var linkMemory: UnsafeMutablePointer<UInt32>?
  package var linkCapacity: Int

  /// Which of several fields of one name counts when a cursor looks it up.
  @usableFromInline package private(set) var duplicateKeys: DuplicateKeys
  /// The same for mappings: schemas, rules, reflection, searches, conversions.
  @usableFromInline package private(set) var mappedDuplicateKeys: DuplicateKeys
  /// Whether the caller chose one policy for all layers.
  @usableFromInline package private(set) var choosesDuplicateKeys: Bool
  @usableFromInline package var depthLimit: UInt32

  /// Where plans record and read what they bind.
  @usableFromInline package var scratch: ScratchStack
  /// How many plans are running inside each other.
  @usableFromInline package var planDepth: UInt32
  /// Where the outermost plan found the stack, and how much of it plans may use.
  @usableFromInline package var planStackStart: UInt
  @usableFromInline package var planStackRoom: UInt
  /// The document in which a plan met a key that counts a second time. From there on, its plans walk a record to its
  /// end before they read any of it. So two equal keys never cause values to be read twice, at each level of nesting
  /// again.
  @usableFromInline package var lateGeneration: UInt32
  /// What a plan keeps for the plans inside it; the plan owns it meanwhile.
  package var planContext: Unmanaged<AnyObject>?
  /// The depth of the plan that collects all faults of a value instead of the first; `UInt32.max` for no plan.
  package var collectingDepth: UInt32
  /// How many mappings that may contain themselves are running inside each other.
  @usableFromInline package var mappingDepth: UInt32
  /// What schemas keep from document to document: see `SchemaSites`.
  package var schemaSites: AnyObject?

  package init() {
    bytes = StructuralIndex.nothing.bytes
    tokens = StructuralIndex.nothing.tokens
    kinds = nil
    first = 0
    end = 0
    start = 0
    length = 0
    generation = 0
    hintContainer = .max
    hintToken = 0
    links = nil
    skipBudget = 0
    linkMemory = nil
    linkCapacity = 0
    duplicateKeys = .firstWins
    mappedDuplicateKeys = .lastWins
    choosesDuplicateKeys = false
    depthLimit = 1024
    scratch = ScratchStack()
    planDepth = 0
    planStackStart = 0
    planStackRoom = 0
    lateGeneration = .max
    planContext = nil
    collectingDepth = .max
    mappingDepth = 0
    schemaSites = nil
  }

  /// Sets which of several fields of one name counts; nil selects each layer's own default.
  package mutating func setDuplicateKeys(_ chosen: DuplicateKeys?) {
    duplicateKeys = chosen ?? .firstWins
    mappedDuplicateKeys = chosen ?? .lastWins
    choosesDuplicateKeys = chosen != nil
  }

  /// Readable memory to point at while no document is open, so that pointers never dangle.
  private static let nothing = Nothing()

  private struct Nothing: @unchecked Sendable {
    let bytes: UnsafePointer<UInt8>
    let tokens: UnsafePointer<UInt32>
    init() {
      let padding = UnsafeMutablePointer<UInt8>.allocate(capacity: PaddedBytes.padding)
      padding.initialize(repeating: 0x20, count: PaddedBytes.padding)
      bytes = UnsafePointer(padding)
      let sentinels = UnsafeMutablePointer<UInt32>.allocate(capacity: 4)
      sentinels.initialize(repeating: 0, count: 4)
      tokens = UnsafePointer(sentinels)
    }
  }
}

extension UnsafeMutablePointer<StructuralIndex> {
  /// Points the index at a document: the tokens `first..<end` of a window, and its text, which begins at `start` and
  /// ends at `length`.
  @inlinable
  package func open(first: UInt32, end: UInt32, start: UInt32 = 0, length: UInt32) {
    pointee.start = start
    pointee.first = first
    pointee.end = end
    pointee.length = length
    pointee.generation &+= 1
    pointee.hintContainer = .max
    pointee.links = nil
    pointee.skipBudget = 2 &* Int64(end &- first) &+ 64
  }

  /// Frees the memory of links, which must no longer be in use.
  package func releaseLinks() {
    csj_free(pointee.linkMemory)
    pointee.links = nil
    pointee.linkMemory = nil
    pointee.linkCapacity = 0
  }

  /// Invalidates every position in the document that was open: `isOpen` is now false for them.
  @inlinable
  package func close() {
    pointee.first = 0
    pointee.end = 0
    pointee.generation &+= 1
  }
}
