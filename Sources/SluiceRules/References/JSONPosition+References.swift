public import Sluice

/// The scope of the document that contains a position, if a rule opened one.
extension JSONPosition {
  var referenceScope: ReferenceScope? { unsafe context[.references] }

  var hasReferences: Bool { unsafe context.holds(.references) }

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
    let outer = unsafe context[.references]
    unsafe context[.references] = scope
    defer { unsafe context[.references] = outer }
    return try body()
  }

  /// Calls `body` with the scope of the document that contains this one, if it has any.
  func withReferences<R>(of outer: JSONPosition, _ body: () throws -> R) throws -> R {
    guard let scope = outer.referenceScope else { return try body() }
    return try withReferences(in: scope, body)
  }
}

extension ContextSlot<ReferenceScope> {
  /// The scope that is open in the document being read.
  fileprivate static let references = ContextSlot()
}
