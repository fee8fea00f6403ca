import Sluice

/// What happens to an object when a field is missing or wrong. Also determines the order in which
/// fields are read.
@usableFromInline
enum FieldKind: Int, Comparable, Sendable {
  case required, mandatory, optional

  @usableFromInline
  static func < (left: FieldKind, right: FieldKind) -> Bool { left.rawValue < right.rawValue }
}

/// A declared field: how it is read, and which errors it causes.
@usableFromInline
struct DeclaredField: Sendable {
  let kind: FieldKind
  let path: JSONPath
  let field: PlanField

  @usableFromInline
  init(_ kind: FieldKind, _ path: JSONPath, _ field: PlanField) {
    self.kind = kind
    self.path = path
    self.field = field
  }
}
