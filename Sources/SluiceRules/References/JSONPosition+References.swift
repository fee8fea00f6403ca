public import Sluice

/// The scope of the document that a position is in, if a rule opened one.
extension JSONPosition {
  var referenceScope: ReferenceScope? {
    index.pointee.planContext?.takeUnretainedValue() as? ReferenceScope
  }

  var hasReferences: Bool { index.pointee.planContext != nil }

  /// How much the scope has gathered: for `dropReferences`.
  @usableFromInline
  var pendingReferences: Int {
    hasReferences ? referenceScope?.journalCount ?? 0 : 0
  }

  /// Forgets what the scope gathered since: the objects were dropped.
  @usableFromInline
  func dropReferences(behind count: Int) {
    if hasReferences { referenceScope?.drop(behind: count) }
  }

  /// Forgets what the scope gathered for a value that another one replaced.
  func dropReferences(in range: Range<Int>) {
    if hasReferences { referenceScope?.drop(range) }
  }

  /// Calls `body` with this scope for the document; of documents in it, too.
  func withReferences<R>(in scope: ReferenceScope, _ body: () throws -> R) throws -> R {
    let outer = index.pointee.planContext
    index.pointee.planContext = Unmanaged.passUnretained(scope as AnyObject)
    defer { index.pointee.planContext = outer }
    return try withExtendedLifetime(scope) { try body() }
  }
}
