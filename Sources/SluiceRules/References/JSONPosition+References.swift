public import Sluice

/// The scope of the document that contains a position, if a rule opened one.
extension JSONPosition {
  var referenceScope: ReferenceScope? {
    index.pointee.planContext?.takeUnretainedValue() as? ReferenceScope
  }

  var hasReferences: Bool { index.pointee.planContext != nil }

  /// The number of references in the scope, for `dropReferences`.
  @usableFromInline
  var pendingReferences: Int {
    hasReferences ? referenceScope?.journalCount ?? 0 : 0
  }

  /// Drops the later references of the scope: their objects were dropped.
  @usableFromInline
  func dropReferences(behind count: Int) {
    if hasReferences { referenceScope?.drop(behind: count) }
  }

  /// Drops the references of a value that was replaced by another.
  func dropReferences(in range: Range<Int>) {
    if hasReferences { referenceScope?.drop(range) }
  }

  /// Calls `body` with this scope for the document, including documents in it.
  func withReferences<R>(in scope: ReferenceScope, _ body: () throws -> R) throws -> R {
    let outer = index.pointee.planContext
    index.pointee.planContext = Unmanaged.passUnretained(scope as AnyObject)
    defer { index.pointee.planContext = outer }
    return try withExtendedLifetime(scope) { try body() }
  }
}
