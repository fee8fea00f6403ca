import Sluice

/// The session that a reader keeps for the records of a feed: to take one from the pool for each takes longer.
///
/// It belongs to the reader, so one thread uses it at a time. The session returns to the pool when the reader ends, or is
/// lent to someone else.
///
/// Sound because the reference that `idle` stands for is counted, and each is handed over once: `reuse` and `keep` move it,
/// and `deinit` gives it to the pool.
@safe
final class ReaderSession {
  // Not checked for exclusive access: no method calls foreign code while it uses this.
  @exclusivity(unchecked) private var idle: Unmanaged<SessionOwner>?

  private init(_ owner: Unmanaged<SessionOwner>) { unsafe idle = unsafe owner }

  deinit { if let idle = unsafe idle { unsafe SessionPool.shared.putBack(idle) } }

  /// The reader's session. Nil if it has none, and while another value of the reader is being decoded.
  @inline(__always)
  static func reuse(
    from context: UnsafeMutablePointer<DecodingContext>
  ) -> Unmanaged<SessionOwner>? {
    guard let kept = unsafe context[.session] else { return nil }
    let owner = unsafe kept.idle
    unsafe kept.idle = nil
    return unsafe owner
  }

  /// Keeps a session that decoded two values of the reader. Returns whether it does.
  @inline(__always)
  static func keep(
    _ owner: Unmanaged<SessionOwner>, in context: UnsafeMutablePointer<DecodingContext>
  ) -> Bool {
    guard let kept = unsafe context[.session] else {
      return unsafe keepSecond(owner, in: context)
    }
    guard unsafe kept.idle == nil else { return false }
    unsafe kept.idle = unsafe owner
    return true
  }

  @inline(never)
  private static func keepSecond(
    _ owner: Unmanaged<SessionOwner>, in context: UnsafeMutablePointer<DecodingContext>
  ) -> Bool {
    let session = unsafe owner._withUnsafeGuaranteedRef { $0.session }
    guard unsafe session.isLast(of: context), session.memory <= SessionPool.small else {
      return false
    }
    unsafe context[.session] = unsafe ReaderSession(owner)
    return true
  }
}

extension ContextSlot<ReaderSession> {
  fileprivate static let session = ContextSlot()
}
