import Foundation
import Sluice

/// One decode: the open document, the options, and the levels that are being decoded.
///
/// A pointer, so that decoders and containers reach it without counting references; they also hold a `DecodingScope`,
/// so whatever escapes from an `init(from:)` keeps its document. After the decode, a session that no one else holds goes
/// back to its pool. One that is still held owns its document from then on: bytes that were only lent are copied first
/// (`takeOwnership`). So nothing freed is ever read.
///
/// Sound because the memory is that of a `SessionOwner`, which all users hold; `index` points into storage that is
/// alive: during the decode into the caller's or its own, afterwards into its own.
@safe
struct DecodingSession {
  private let state: UnsafeMutablePointer<State>

  /// Sound because only its session uses it.
  @safe
  struct State: ~Copyable {
    /// Where the document is. It moves once, when a session takes ownership.
    var index: UnsafePointer<StructuralIndex>
    /// The token of the value that was asked for.
    var root: UInt32 = 0
    let storage: IndexStorage
    /// The object that frees the session.
    unowned(unsafe) var owner: SessionOwner?
    var options = DecoderOptions.initial
    /// Whether those are the caller's.
    var hasOptions = false
    /// The first fault of the text that the decode met, whatever became of its error. No `DecodingError`, whose size is
    /// known only at run time: then each use of the state would have to look up where its fields are.
    var fault: (any Error)?
    /// Which of several fields of one name counts: the first, unless the caller chose.
    var duplicates = DuplicateKeys.firstWins
    var levels: UnsafeMutablePointer<Level>
    var capacity = 32
    /// Whether levels have keys or paths of the caller's.
    var keepsKeys = false
    var types = DecodedTypes()
    var containers = ContainerTable()
    /// Whether the decode opened a document, and how many bytes the storage has since then.
    var usesStorage = false
    var memory = 0
    /// The reader of the last document that the caller opened: only compared.
    var lastReader: UnsafeRawPointer?
    /// Whether the document's bytes are in the session's own buffer.
    var ownsDocument = true
    /// Whether the whole document was found to be UTF-8.
    var isUTF8 = false
    /// How many bytes were added before the caller's input: one for a brace.
    var addedBytes = 0
    /// How many of its first bytes were skipped: those of a byte order mark.
    var skippedBytes = 0
    /// What the key strategies of its decodes have made of keys.
    var spelledNames = SpelledNames()
    /// The steps of lookups over fields that were walked before, in all decodes of the session.
    var repeatedSteps = 0
    /// The counts of long arrays that were asked for theirs, by their tokens.
    var counts: [UInt32: Int] = [:]

    init() throws(JSONError) {
      storage = try IndexStorage()
      unsafe index = unsafe UnsafePointer(storage.index)
      unsafe levels = .allocate(capacity: capacity)
      unsafe levels.initialize(repeating: Level(), count: capacity)
    }

    deinit {
      unsafe levels.deinitialize(count: capacity)
      unsafe levels.deallocate()
    }
  }

  init() throws(JSONError) {
    let made = try State()
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: made)
  }

  /// Its last use.
  func free() {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  @inline(__always)
  var index: UnsafePointer<StructuralIndex> {
    get { unsafe state.pointee.index }
    nonmutating set { unsafe state.pointee.index = newValue }
  }
  @inline(__always)
  var root: UInt32 {
    get { unsafe state.pointee.root }
    nonmutating set { unsafe state.pointee.root = newValue }
  }
  var storage: IndexStorage { unsafe state.pointee.storage }
  /// The approximate number of bytes that the session holds.
  var memory: Int { unsafe state.pointee.memory }
  /// Call it before the storage opens a document or copies one.
  func useStorage() { unsafe state.pointee.usesStorage = true }
  /// Whether the last value came from that reader too. Notes it.
  func isLast(of reader: UnsafeMutablePointer<DecodingContext>) -> Bool {
    let reader = UnsafeRawPointer(reader)
    defer { unsafe state.pointee.lastReader = unsafe reader }
    return unsafe state.pointee.lastReader == reader
  }
  var options: DecoderOptions {
    get { unsafe state.pointee.options }
    nonmutating set { unsafe state.pointee.options = newValue }
  }
  /// The float strategy, without a copy of the other options.
  @inline(__always)
  var floats: JSONDecoder.NonConformingFloatDecodingStrategy {
    unsafe state.pointee.options.values.floats
  }
  var usesDefaultKeys: Bool { unsafe state.pointee.options.usesDefaultKeys }
  /// Keeps a fault of the text that can't be thrown where it was met, unless there is one already.
  @inline(never)
  func keep(_ error: any Error) {
    if unsafe state.pointee.fault == nil { unsafe state.pointee.fault = error }
  }
  /// Throws the fault that was met, if any.
  @inline(__always)
  func refuseFault() throws {
    if unsafe state.pointee.fault != nil { try throwFault() }
  }
  @inline(never)
  private func throwFault() throws {
    if let fault = unsafe state.pointee.fault { throw fault }
  }
  var duplicates: DuplicateKeys {
    get { unsafe state.pointee.duplicates }
    nonmutating set { unsafe state.pointee.duplicates = newValue }
  }
  @inline(__always)
  var levels: UnsafeMutablePointer<Level> {
    get { unsafe state.pointee.levels }
    nonmutating set { unsafe state.pointee.levels = newValue }
  }
  @inline(__always)
  var capacity: Int {
    get { unsafe state.pointee.capacity }
    nonmutating set { unsafe state.pointee.capacity = newValue }
  }
  var ownsDocument: Bool {
    get { unsafe state.pointee.ownsDocument }
    nonmutating set { unsafe state.pointee.ownsDocument = newValue }
  }
  /// Whether the whole document was found to be UTF-8 before any of it is read.
  @inline(__always)
  var isUTF8: Bool {
    get { unsafe state.pointee.isUTF8 }
    nonmutating set { unsafe state.pointee.isUTF8 = newValue }
  }
  var addedBytes: Int {
    get { unsafe state.pointee.addedBytes }
    nonmutating set { unsafe state.pointee.addedBytes = newValue }
  }
  var skippedBytes: Int {
    get { unsafe state.pointee.skippedBytes }
    nonmutating set { unsafe state.pointee.skippedBytes = newValue }
  }
  /// The names that key strategies make, for the fields of another object.
  func spelledNames() -> SpelledNames {
    dropFullNames()
    return unsafe state.pointee.spelledNames
  }
  private func dropFullNames() {
    if unsafe state.pointee.spelledNames.isFull {
      unsafe state.pointee.spelledNames = SpelledNames()
    }
  }
  var repeatedSteps: Int {
    get { unsafe state.pointee.repeatedSteps }
    nonmutating set { unsafe state.pointee.repeatedSteps = newValue }
  }
  /// The count of a long array, once it was asked for.
  func knownCount(of array: UInt32) -> Int? {
    unsafe state.pointee.counts.isEmpty ? nil : state.pointee.counts[array]
  }
  func setCount(_ count: Int, of array: UInt32) { unsafe state.pointee.counts[array] = count }
  func forgetCounts() {
    if unsafe !state.pointee.counts.isEmpty { unsafe state.pointee.counts = [:] }
  }
  var owner: SessionOwner {
    @inline(__always) get { unsafe state.pointee.owner.unsafelyUnwrapped }
  }
  func setOwner(_ owner: SessionOwner) { unsafe state.pointee.owner = owner }
  /// A keyed container for the object of a decoder, whose fields are in `index` if a key strategy made their names.
  @inline(__always)
  func container<Key: CodingKey>(
    _ type: Key.Type, for decoder: PositionDecoder, _ index: FieldIndex?
  ) -> KeyedDecodingContainer<Key> {
    unsafe state.pointee.containers.container(type, for: decoder, index, level(of: decoder))
  }
  /// Keeps no containers after the decode, when something that escaped uses the session.
  func closeContainers() { unsafe state.pointee.containers.close() }
  /// Takes back all containers, and gives keepers to those in use.
  func endContainers() {
    unsafe endContainers(of: levels)
    unsafe state.pointee.containers.endDecode(self)
  }
  /// How values of a type are decoded.
  @inline(__always)
  func entry<T>(_ type: T.Type) -> DecodedTypes.Entry { unsafe state.pointee.types[type] }

  /// Points the session at a value of an open document.
  func begin(at position: JSONPosition, _ options: DecoderOptions) {
    forgetCounts()
    unsafe index = unsafe position.index
    let isOwn = unsafe index == UnsafePointer(storage.index)
    if !isOwn { ownsDocument = false }
    // Our own stage 1, which alone makes kinds, refuses all text that is not UTF-8.
    isUTF8 = unsafe isOwn || index.pointee.kinds != nil
    root = position.token
    if unsafe state.pointee.options !== options {
      self.options = options
      unsafe state.pointee.hasOptions = true
    }
    unsafe duplicates = position.context.pointee.duplicateKeys
    unsafe levels[0].token = position.token
  }

  /// Forgets the document and everything of the caller's.
  func end() {
    forgetCounts()
    if unsafe state.pointee.usesStorage {
      unsafe state.pointee.usesStorage = false
      unsafe storage.index.close()
      unsafe state.pointee.memory = storage.memory
    }
    unsafe index = unsafe UnsafePointer(storage.index)
    if unsafe state.pointee.hasOptions {
      unsafe state.pointee.hasOptions = false
      options = .initial
    }
    (addedBytes, skippedBytes) = (0, 0)
    dropFullNames()
    ownsDocument = true
    if unsafe state.pointee.fault != nil { unsafe state.pointee.fault = nil }
    if unsafe state.pointee.containers.trim() || state.pointee.keepsKeys { endLevels() }
  }

  /// Forgets the keys and paths of levels.
  @inline(never)
  private func endLevels() {
    unsafe state.pointee.keepsKeys = false
    var depth = 0
    // Levels are used from the first on.
    while depth < capacity, unsafe levels[depth].index != Level.unused || depth == 0 {
      unsafe levels[depth].end()
      depth += 1
    }
  }

  /// A value of the document.
  @inline(__always)
  func position(_ token: UInt32) -> JSONPosition {
    unsafe JSONPosition(index: index, token: token, generation: 0)
  }

  /// Copies a document that the session does not own, because something that escaped will read it. Tokens stay valid.
  ///
  /// Sound because the copy is of the document's text from its first token's byte on: its tokens are as many, so that
  /// the new index, with its pointers moved back by the first token's number, has the same bytes at the same numbers.
  /// Like Swift's arrays, stops the process when memory runs out.
  func takeOwnership() {
    guard !ownsDocument else { return }
    let lent = unsafe index.pointee
    let from = unsafe Int(lent.tokens[Int(lent.first)])
    let text = unsafe UnsafeBufferPointer(
      start: lent.bytes + from, count: Int(lent.length) - from)
    useStorage()
    storage.buffer.removeAll()
    unsafe storage.buffer.append(UnsafeRawBufferPointer(text))
    do throws(JSONError) {
      try unsafe storage.open(storage.buffer.unsafeBytes)
    } catch {
      // The text was indexed before, so only memory can be missing.
      fatalError("there is no memory for a document that a decoder keeps: \(error)")
    }
    unsafe storage.index.pointee.tokens -= Int(lent.first)
    unsafe storage.index.pointee.kinds = nil
    unsafe storage.index.pointee.escapes = nil
    unsafe storage.index.pointee.first += lent.first
    unsafe storage.index.pointee.end += lent.first
    unsafe index = unsafe UnsafePointer(storage.index)
    ownsDocument = true
  }

  /// Lets coding paths begin at another value.
  func moveRoot(to token: UInt32) {
    root = token
    unsafe levels[0].token = token
  }
}

/// The levels.
extension DecodingSession {
  /// Enters a field's value. Call ``leave(_:)`` when it is decoded. Throws `depth-exceeded`.
  @inline(__always)
  func enter(
    _ token: UInt32, _ depth: UInt32, _ key: some CodingKey, _ nested: PathNode?
  ) throws(JSONError) {
    let level = unsafe try enter(token, depth)
    unsafe level.pointee.set(key)
    unsafe state.pointee.keepsKeys = true
    unsafe level.pointee.index = -1
    if unsafe nested != nil || level.pointee.nested != nil { unsafe keep(nested, in: level) }
  }

  /// The same for a key whose name is kept.
  @inline(__always)
  func enter(
    _ token: UInt32, _ depth: UInt32, _ kind: ContainerKind, _ number: Int, _ nested: PathNode?
  ) throws(JSONError) {
    let level = unsafe try enter(token, depth)
    unsafe level.pointee.set(kind, number)
    unsafe level.pointee.index = -1
    if unsafe nested != nil || level.pointee.nested != nil { unsafe keep(nested, in: level) }
  }

  /// Enters an element.
  @inline(__always)
  func enter(
    _ token: UInt32, _ depth: UInt32, index: Int32, _ nested: PathNode?
  ) throws(JSONError) {
    let level = unsafe try enter(token, depth)
    unsafe level.pointee.index = index
    if unsafe nested != nil || level.pointee.nested != nil { unsafe keep(nested, in: level) }
  }

  @inline(__always)
  private func enter(
    _ token: UInt32, _ depth: UInt32
  ) throws(JSONError) -> UnsafeMutablePointer<Level> {
    try unsafe position(root).context.enterPlan(at: position(token == Level.none ? root : token))
    if depth >= capacity { grow() }
    let level = unsafe levels + Int(depth)
    unsafe level.pointee.token = token
    return unsafe level
  }

  @inline(never)
  private func keep(_ nested: PathNode?, in level: UnsafeMutablePointer<Level>) {
    unsafe level.pointee.nested = nested
    unsafe state.pointee.keepsKeys = true
  }

  /// Leaves the value at this depth, and tells the core how far it was walked, so that its parent continues there.
  @inline(__always)
  func leave(_ depth: UInt32) {
    let level = unsafe levels + Int(depth)
    if unsafe level.pointee.cells != nil { unsafe endContainers(of: level) }
    unsafe level.pointee.token = Level.none
    unsafe position(root).context.leavePlan()
  }

  /// The level whose value a decoder's containers are taken back with.
  @inline(__always)
  private func level(of decoder: PositionDecoder) -> UnsafeMutablePointer<Level>? {
    let depth = Int(decoder.depth)
    guard depth < capacity else { return nil }
    let level = unsafe levels + depth
    let anchor = decoder.scope.isWhole ? decoder.token : decoder.nested?.anchor ?? decoder.token
    return unsafe level.pointee.token == anchor && anchor != Level.none ? level : nil
  }

  /// Takes back the containers of a level's value, and leaves a hint how far it was walked.
  @inline(never)
  private func endContainers(of level: UnsafeMutablePointer<Level>) {
    var cell = unsafe level.pointee.cells
    unsafe level.pointee.cells = nil
    let token = unsafe level.pointee.token
    var (last, close): (UInt32, UInt32) = (0, 0)
    while let here = cell {
      if here.token == token {
        last = max(last, here.last)
        close = max(close, here.close)
      }
      cell = here.next
      unsafe state.pointee.containers.takeBack(here)
    }
    if close > 0 {
      position(token).leaveHint(container: token, token: close)
    } else if last > 0 {
      position(token).leaveHint(behindLast: last)
    }
  }

  @inline(never)
  private func grow() {
    let larger = UnsafeMutablePointer<Level>.allocate(capacity: capacity * 2)
    unsafe larger.moveInitialize(from: levels, count: capacity)
    unsafe (larger + capacity).initialize(repeating: Level(), count: capacity)
    unsafe levels.deallocate()
    unsafe levels = unsafe larger
    capacity *= 2
  }
}
