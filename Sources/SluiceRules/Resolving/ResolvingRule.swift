public import Sluice

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A rule that resolves the references in its JSON after validating all of it.
public struct ResolvingRule<R: Rule>: Rule {
  private let rule: R

  public init(_ rule: R) { self.rule = rule }

  /// Throws the errors of the rule, and ``RuleError/expectedNotFound(_:_:)`` for a reference to an
  /// object that is not in this JSON.
  public func validate(_ json: JSONCursor) throws -> R.V {
    let scope = ReferenceScope()
    let position = json.position
    let value = try position.withReferences(in: scope) { try rule.validate(json) }
    try scope.resolve { offset in position.path(ofOffset: offset) }
    return value
  }

  public func dump(_ value: R.V) throws -> JSON { try rule.dump(value) }
  public func write(_ value: R.V, to writer: inout JSONWriter) throws {
    try rule.write(value, to: &writer)
  }
  public var acceptsNull: Bool { rule.acceptsNull }
}

extension Rule {
  /// Returns the rule with its own scope of references for each document. They are resolved after
  /// all of the document was validated, so forward references work.
  public func resolvingReferences() -> ResolvingRule<Self> { ResolvingRule(self) }

  /// Validates in a scope that outlives the document. References stay unresolved until
  /// ``ReferenceScope/resolve()``.
  public func validate(_ json: JSONCursor, in scope: ReferenceScope) throws -> V {
    let count = scope.journalCount
    do {
      return try json.position.withReferences(in: scope) { try validate(json) }
    } catch {
      scope.drop(behind: count)
      throw error
    }
  }

  /// Validates a whole document in a scope that outlives it. See ``validateData(_:)-(Data?)``.
  public func validateData(_ data: Data?, in scope: ReferenceScope) throws -> V {
    try RuleDocument.validate(data) { root in try validate(root, in: scope) }
  }
}

extension JSONPosition {
  /// Returns the path of an offset in the same unit as this document's offsets. O(offset).
  fileprivate func path(ofOffset offset: Int) -> String? {
    let start = unsafe Int(index.pointee.start)
    let text = unsafe UnsafeBufferPointer(
      start: index.pointee.bytes + start, count: Int(index.pointee.length) - start)
    return unsafe JSONError(.invalidValue, at: offset).located(in: text).path
  }
}
