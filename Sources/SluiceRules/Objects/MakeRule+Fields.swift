public import Sluice

extension MakeRule {
  /// Declares the fields of a ``MakeRule``.
  public struct Fields {
    @usableFromInline var layout = FieldLayout()
    @usableFromInline var declared: [DeclaredField] = []
    @usableFromInline var dumps: [DumpField<T>] = []

    init() {}

    /// Declares a field that must not be missing or null. It is not dumped.
    @inlinable
    public mutating func expect<R: Rule>(_ path: JSONPath, _ rule: R) -> FieldSlot<R.V> {
      unsafe add(
        .mandatory, path,
        PlanField(
          path.fieldPath, by: rule, in: &layout, takesNull: rule.acceptsNull, absent: nil))
    }

    /// Declares a field that must not be missing or null, and how it is dumped.
    @inlinable @inline(__always)
    public mutating func expect<R: Rule>(
      _ path: JSONPath, _ rule: R, dump: @escaping @Sendable (T) throws -> R.V
    ) -> FieldSlot<R.V> {
      dumps.append(DumpField(.mandatory, path, rule, dump))
      return expect(path, rule)
    }

    /// Declares a field that may be missing or null, and is nil then. It is not dumped.
    @inlinable
    public mutating func optional<R: Rule>(_ path: JSONPath, _ rule: R) -> FieldSlot<R.V?> {
      add(
        .optional, path,
        PlanField(
          path.fieldPath, orNilBy: rule, in: &layout, takesNull: rule.acceptsNull))
    }

    /// Declares a field that may be missing or null, and how it is dumped; nil is omitted.
    @inlinable @inline(__always)
    public mutating func optional<R: Rule>(
      _ path: JSONPath, _ rule: R, dump: @escaping @Sendable (T) throws -> R.V?
    ) -> FieldSlot<R.V?> {
      dumps.append(DumpField(.optional, path, rule, nils: .omitted, dump))
      return optional(path, rule)
    }

    /// Declares a field that may be missing or null, and how it is dumped: nil as `null`.
    @inlinable @inline(__always)
    public mutating func forceOptional<R: Rule>(
      _ path: JSONPath, _ rule: R, dump: @escaping @Sendable (T) throws -> R.V?
    ) -> FieldSlot<R.V?> {
      dumps.append(DumpField(.optional, path, rule, nils: .null, dump))
      return optional(path, rule)
    }

    /// Declares a field that is `ifNotFound` when it is missing or null. It is not dumped.
    @inlinable
    public mutating func optional<R: Rule>(
      _ path: JSONPath, _ rule: R, ifNotFound: R.V
    ) -> FieldSlot<R.V> where R.V: Sendable {
      unsafe add(
        .optional, path,
        PlanField(
          path.fieldPath, by: rule, in: &layout, takesNull: rule.acceptsNull,
          absent: { unsafe $0.initialize(to: ifNotFound) }))
    }

    /// Declares a field that is `ifNotFound` when it is missing or null, and how it is dumped; nil is
    /// omitted.
    @inlinable @inline(__always)
    public mutating func optional<R: Rule>(
      _ path: JSONPath, _ rule: R, ifNotFound: R.V, dump: @escaping @Sendable (T) throws -> R.V?
    ) -> FieldSlot<R.V> where R.V: Sendable {
      dumps.append(DumpField(.optional, path, rule, nils: .omitted, dump))
      return optional(path, rule, ifNotFound: ifNotFound)
    }

    /// Checks a field: see ``ObjectRule/required(_:_:requirement:)``.
    @inlinable
    public mutating func required<R: Rule>(
      _ path: JSONPath, _ rule: R, requirement: @escaping @Sendable (R.V) throws -> Bool
    ) {
      let _: FieldSlot<Void> = unsafe add(
        .required, path,
        PlanField(
          path.fieldPath, of: Void.self, in: &layout, takesNull: rule.acceptsNull, absent: nil
        ) { cursor in
          guard try requirement(rule.validate(cursor)) else { throw FieldFault.unmet }
        })
    }

    @usableFromInline
    mutating func add<Value>(
      _ kind: FieldKind, _ path: JSONPath, _ field: PlanField
    ) -> FieldSlot<Value> {
      declared.append(DeclaredField(kind, path, field))
      return FieldSlot(offset: field.offset, owner: layout.owner)
    }
  }
}
