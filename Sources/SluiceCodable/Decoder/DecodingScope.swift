import Sluice

/// What decoders and containers hold, one reference each: it keeps the session, and so the document, alive.
///
/// Nearly all hold the session's own scope. A nested container and the decoder of a superclass hold one with their own path.
class DecodingScope {
  /// The nested containers between the value of a decoder's depth and the decoder's own.
  final let nested: PathNode?
  /// The session's scope, or nil if this is it.
  private final let owner: DecodingScope?

  init(in owner: DecodingScope?, _ nested: PathNode?) {
    self.owner = owner
    self.nested = nested
  }

  /// Whether this is the session's scope.
  @inline(__always)
  final var isWhole: Bool { owner == nil }

  /// The session's scope, for values with a level of their own.
  @inline(__always)
  final var whole: DecodingScope { owner ?? self }
}

/// The scope of a whole session, which owns its memory.
///
/// Sound because the session's pointer leads to memory that this object frees, and all who use it hold a scope.
@safe
final class SessionOwner: DecodingScope {
  let session: DecodingSession

  init() throws(JSONError) {
    session = try DecodingSession()
    super.init(in: nil, nil)
    session.setOwner(self)
  }

  deinit { session.free() }
}
