import CSimdJSON

/// What changes while a reader's documents are read. One for each reader, beside its index; every position reaches it.
///
/// It holds how far skips have walked, how deep plans call each other, the memory that they use, and one slot for each
/// layer that keeps something here. Values read from a document never depend on it.
///
/// One thread uses it at a time, as it does the reader.
///
/// Sound because its pointers lead to memory of its own, which `releaseMemory` frees at its last use.
@usableFromInline
@safe
package struct DecodingContext {
  /// The hint: inside the container at token `hintContainer`, a walk already came to `hintToken`, which is directly in
  /// it. A skip of that container continues from there. Correctness never depends on it; `UInt32.max` means no hint.
  @usableFromInline package var hintContainer: UInt32
  @usableFromInline package var hintToken: UInt32

  /// Partners: `links[token - first]` is the closing bracket of the opening bracket at `token`, or 0 if it has none.
  /// Nil until enough was skipped twice for links to pay (see `JSONPosition.skip`).
  @usableFromInline package var links: UnsafeMutablePointer<UInt32>?
  /// How many tokens skips may still walk over before links are made: about twice as many as the document has.
  @usableFromInline package var skipBudget: Int64
  var linkMemory: UnsafeMutablePointer<UInt32>?
  var linkCapacity: Int

  /// Whether a full check found the open document valid: its tokens are in order, and each string before a colon is
  /// a key.
  @usableFromInline package var isValid = false

  /// Which of several fields of one name counts when a cursor looks it up.
  @usableFromInline package private(set) var duplicateKeys: DuplicateKeys
  /// The same for mappings, all of which follow libraries that take the last.
  @usableFromInline package private(set) var mappedDuplicateKeys: DuplicateKeys
  /// Whether the caller chose one policy for all layers.
  @usableFromInline package private(set) var choosesDuplicateKeys: Bool
  @usableFromInline package var depthLimit: UInt32

  /// Where plans record and read what they bind.
  @usableFromInline package var scratch: ScratchStack
  /// How many plans are running inside each other.
  @usableFromInline package var planDepth: UInt32
  /// Where the outermost plan found the stack, and how much of it plans may use.
  @usableFromInline var stackStart: UInt
  @usableFromInline var stackRoom: UInt
  /// The document in which a plan met a key that counts a second time. From there on, its plans walk a record to its
  /// end before they read any of it. So two equal keys never cause values to be read twice, at each level of nesting
  /// again.
  @usableFromInline var lateGeneration: UInt32
  /// The depth of the plan that collects all faults of a value instead of the first; `UInt32.max` for no plan.
  var collectingDepth: UInt32
  /// The shapes of one plan's records, once it has read many in a row: a `PlanShapes`, which is declared with plans.
  var shapes: Unmanaged<AnyObject>?
  /// The plan that read the last record without shapes, compared only; and how many it has read in a row.
  var lastPlan: UnsafeRawPointer?
  var readsOfPlan: UInt32
  /// How many mappings that may contain themselves are running inside each other.
  @usableFromInline package var mappingDepth: UInt32
  /// What the layers keep: see `ContextSlot`.
  @usableFromInline var slots: ContextSlots
  /// The document that is kept and that the reader has open now (`JSONView.withCursor`), if any: a `DocumentStorage`.
  /// Unmanaged: the view that is open keeps it alive.
  var kept: Unmanaged<AnyObject>?

  init() {
    hintContainer = .max
    hintToken = 0
    unsafe links = nil
    skipBudget = 0
    unsafe linkMemory = nil
    linkCapacity = 0
    duplicateKeys = .firstWins
    mappedDuplicateKeys = .lastWins
    choosesDuplicateKeys = false
    depthLimit = 1024
    scratch = ScratchStack()
    planDepth = 0
    stackStart = 0
    stackRoom = 0
    lateGeneration = .max
    collectingDepth = .max
    unsafe shapes = nil
    unsafe lastPlan = nil
    readsOfPlan = 0
    mappingDepth = 0
    slots = ContextSlots()
    unsafe kept = nil
  }

  /// Releases what the layers keep, and the shapes of records.
  mutating func forgetLayers() {
    slots = ContextSlots()
    forgetShapes()
  }

  mutating func forgetShapes() {
    unsafe shapes?.release()
    unsafe shapes = nil
    unsafe lastPlan = nil
  }

  /// Sets which of several fields of one name counts; nil selects each layer's own default.
  package mutating func setDuplicateKeys(_ chosen: DuplicateKeys?) {
    duplicateKeys = chosen ?? .firstWins
    mappedDuplicateKeys = chosen ?? .lastWins
    choosesDuplicateKeys = chosen != nil
  }
}

extension DecodingContext {
  /// About how many bytes shapes take.
  static let memoryOfShapes = 600 << 10
}

extension UnsafeMutablePointer<DecodingContext> {
  /// Forgets what is known about skipping the document before, when one of this many tokens opens.
  @inlinable @inline(__always)
  package func begin(tokens: UInt32) {
    unsafe pointee.hintContainer = .max
    unsafe pointee.links = nil
    unsafe pointee.isValid = false
    unsafe pointee.skipBudget = 2 &* Int64(tokens) &+ 64
  }

  /// Frees the memory of links, which must no longer be in use.
  func releaseLinks() {
    unsafe csj_free(pointee.linkMemory)
    unsafe pointee.links = nil
    unsafe pointee.linkMemory = nil
    unsafe pointee.linkCapacity = 0
  }

  /// Frees everything the context holds. Its last use.
  func releaseMemory() {
    unsafe releaseLinks()
    unsafe pointee.scratch.releaseMemory()
    unsafe pointee.forgetShapes()
  }
}
