import Sluice

/// What decoders and containers hold, one reference each: it keeps the session, and so the document, alive.
///
/// Nearly all hold the session's own scope. A nested container, the decoder of a superclass, and the containers of a
/// decoder with a key strategy hold one with their own path or keys.
class DecodingScope {
  /// The nested containers between the value of a decoder's depth and the decoder's own.
  final let nested: PathNode?
  /// The keys as the key strategy makes them.
  final let converted: ConvertedKeys?

  /// The session's scope, or nil if this is it.
  private final let owner: DecodingScope?

  init(in owner: DecodingScope?, _ nested: PathNode?, _ converted: ConvertedKeys?) {
    self.owner = owner
    self.nested = nested
    self.converted = converted
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
    super.init(in: nil, nil, nil)
    session.setOwner(self)
  }

  deinit { session.free() }
}
