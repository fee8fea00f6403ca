import Sluice

/// The object that a keyed container stands for, and how far its fields were walked.
///
/// A pointer without a reference count: the standard library copies a container for each field. The session keeps its cells
/// for later objects. A container that outlives its decode, or that the session did not lend, has a ``ContainerKeeper``,
/// which owns the cell.
///
/// Sound because a cell is freed by its session or keeper, and the holder of a container holds one of them: a container of
/// the session is in use only inside its decode, after which ``ContainerTable/endDecode(_:)`` gives it a keeper if someone
/// still holds it.
@safe
struct ContainerCell {
  @safe
  struct CellState {
    var walk: FieldWalk
    /// The session's scope, which is alive as long as the session is.
    unowned(unsafe) let owner: SessionOwner
    /// A scope with a path of its own.
    var special: DecodingScope?
    var depth: UInt32 = 0
    /// The table's reference to the container; nil for a cell with a keeper.
    var box: AnyObject?
    /// The next idle cell of the kind, or the next of those that the value at a level lent.
    var next: ContainerCell?
    var isIdle = false
  }

  private let state: UnsafeMutablePointer<CellState>

  init(_ session: DecodingSession, _ kind: ContainerKind) {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: CellState(walk: FieldWalk(session, kind), owner: session.owner))
  }

  /// Its last use.
  func free() {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  @inline(__always)
  var session: DecodingSession { unsafe state.pointee.walk.session }
  @inline(__always)
  var kind: ContainerKind { unsafe state.pointee.walk.kind }
  @inline(__always)
  var token: UInt32 { unsafe state.pointee.walk.object }
  @inline(__always)
  var depth: UInt32 { unsafe state.pointee.depth }
  /// The value of the last field that was found, or the object's own token.
  var last: UInt32 { unsafe state.pointee.walk.last }
  /// The token of the object's closing brace, once a lookup came there, or 0.
  var close: UInt32 { unsafe state.pointee.walk.close }
  /// The names that the key strategy made; nil for the document's own.
  var convertedNames: [String]? { unsafe state.pointee.walk.index?.convertedNames }
  @inline(__always)
  var next: ContainerCell? {
    get { unsafe state.pointee.next }
    nonmutating set { unsafe state.pointee.next = newValue }
  }
  @inline(__always)
  var isIdle: Bool {
    get { unsafe state.pointee.isIdle }
    nonmutating set { unsafe state.pointee.isIdle = newValue }
  }
  var address: UnsafeRawPointer { unsafe UnsafeRawPointer(state) }
  @inline(__always)
  var box: UnsafeMutablePointer<AnyObject?> { unsafe state.pointer(to: \.box)! }

  /// Whether only the table holds the container.
  @inline(__always)
  var isFree: Bool { unsafe isKnownUniquelyReferenced(&state.pointee.box) }

  /// The nested containers between the value of the object's depth and the object.
  @inline(__always)
  var nested: PathNode? { unsafe state.pointee.special?.nested }

  /// What decoders of the object hold.
  var scope: DecodingScope { unsafe state.pointee.special ?? state.pointee.owner }

  /// The decoder of the object.
  var decoder: PositionDecoder {
    PositionDecoder(scope: scope, session: session, token: token, depth: depth)
  }

  /// Points the cell at the object of a decoder, whose fields are in `index` if a key strategy made their names.
  @inline(__always)
  func begin(at decoder: PositionDecoder, _ index: FieldIndex?) {
    unsafe state.pointee.depth = decoder.depth
    unsafe state.pointee.walk.begin(at: decoder.token, index)
    if !decoder.scope.isWhole { setSpecial(decoder.scope) }
  }

  /// Lets go of what belongs to the object.
  @inline(__always)
  func end() {
    if unsafe state.pointee.special != nil { setSpecial(nil) }
    unsafe state.pointee.walk.end()
  }

  /// The value of the field with that key, or nil.
  @inline(__always)
  func find(_ key: some CodingKey) throws(JSONError) -> JSONPosition? {
    if let name = unsafe state.pointee.walk.kind.name(of: key),
      let value = unsafe state.pointee.walk.next(name)
    {
      return value == 0 ? nil : session.position(value)
    }
    return try findSlowly(key)
  }

  @inline(never)
  private func findSlowly(_ key: some CodingKey) throws(JSONError) -> JSONPosition? {
    guard let name = unsafe kind.name(of: key) ?? kind.add(key) else {
      return try find(named: key.stringValue)
    }
    return try unsafe state.pointee.walk.find(name).map { session.position($0) }
  }

  /// The value of the field with any name, or nil.
  @inline(never)
  func find(named name: String) throws(JSONError) -> JSONPosition? {
    try unsafe KeyName.with(name) { (name) throws(JSONError) in
      try unsafe state.pointee.walk.find(name).map { session.position($0) }
    }
  }

  @inline(never)
  private func setSpecial(_ scope: DecodingScope?) { unsafe state.pointee.special = scope }
}

/// Owns the cell of a container that its session does not lend again, and keeps the session alive.
final class ContainerKeeper {
  let cell: ContainerCell
  private let owner: SessionOwner

  init(_ cell: ContainerCell, _ owner: SessionOwner) {
    self.cell = cell
    self.owner = owner
  }

  deinit { cell.free() }
}
