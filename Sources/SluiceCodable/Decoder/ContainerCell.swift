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
  struct State {
    let session: DecodingSession
    let kind: ContainerKind
    /// The session's scope, which is alive as long as the session is.
    unowned(unsafe) let owner: SessionOwner
    /// A scope with a path or keys of its own.
    var special: DecodingScope?
    var token: UInt32 = Level.none
    var depth: UInt32 = 0
    var walk = FieldWalkState()
    /// The table's reference to the container; nil for a cell with a keeper.
    var box: AnyObject?
    /// The next idle cell of the kind, or the next of those that the value at a level lent.
    var next: ContainerCell?
    var isIdle = false
  }

  private let state: UnsafeMutablePointer<State>

  init(_ session: DecodingSession, _ kind: ContainerKind) {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(session: session, kind: kind, owner: session.owner))
  }

  /// Its last use.
  func free() {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  @inline(__always)
  var session: DecodingSession { unsafe state.pointee.session }
  @inline(__always)
  var kind: ContainerKind { unsafe state.pointee.kind }
  @inline(__always)
  var token: UInt32 { unsafe state.pointee.token }
  @inline(__always)
  var depth: UInt32 { unsafe state.pointee.depth }
  @inline(__always)
  var walk: UnsafeMutablePointer<FieldWalkState> { unsafe state.pointer(to: \.walk)! }
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

  /// The path and keys of the object, if they are its own.
  @inline(__always)
  var special: DecodingScope? { unsafe state.pointee.special }

  /// What decoders of the object hold.
  var scope: DecodingScope { unsafe state.pointee.special ?? state.pointee.owner }

  /// The decoder of the object.
  var decoder: PositionDecoder {
    PositionDecoder(scope: scope, session: session, token: token, depth: depth)
  }

  /// Points the cell at the object of a decoder.
  @inline(__always)
  func begin(at decoder: PositionDecoder) {
    unsafe state.pointee.token = decoder.token
    unsafe state.pointee.depth = decoder.depth
    unsafe state.pointee.walk.object = Level.none
    if !decoder.scope.isWhole { setSpecial(decoder.scope) }
  }

  /// Lets go of what belongs to the object.
  @inline(__always)
  func end() {
    if unsafe state.pointee.special != nil { setSpecial(nil) }
    if unsafe state.pointee.walk.index != nil { unsafe state.pointee.walk.index = nil }
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
