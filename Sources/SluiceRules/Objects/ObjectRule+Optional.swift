public import Sluice

/// Fields that may be missing or null. A present field with a wrong value is still an error.
extension ObjectRule {
  /// Binds a field's value when it is present; otherwise the object keeps its value.
  @inlinable @discardableResult
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ bind: @escaping @Sendable (RefT, R.V) throws -> Void
  ) -> Self {
    unsafe read(.optional, path, rule, bind)
    return self
  }

  /// Binds a field's value, or `ifNotFound` when it is missing or null. Nil has no effect as
  /// `ifNotFound`.
  @inlinable @discardableResult
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, ifNotFound: R.V?,
    _ bind: @escaping @Sendable (RefT, R.V) throws -> Void
  ) -> Self where R.V: Sendable {
    guard let ifNotFound else { return optional(path, rule, bind) }
    unsafe read(.optional, path, rule, absent: { unsafe $0.initialize(to: ifNotFound) }, bind)
    return self
  }

  /// Binds a field's value when it is present, and dumps it, omitting nil.
  @inlinable @inline(__always) @discardableResult
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ bind: @escaping @Sendable (RefT, R.V) throws -> Void,
    dump: @escaping @Sendable (T) throws -> R.V?
  ) -> Self {
    unsafe read(.optional, path, rule, bind)
    return optional(path, rule, dump: dump)
  }

  /// Binds a field's value or `ifNotFound`, and dumps it, omitting nil.
  @inlinable @inline(__always) @discardableResult
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, ifNotFound: R.V?,
    _ bind: @escaping @Sendable (RefT, R.V) throws -> Void,
    dump: @escaping @Sendable (T) throws -> R.V?
  ) -> Self where R.V: Sendable {
    optional(path, rule, ifNotFound: ifNotFound, bind)
    return optional(path, rule, dump: dump)
  }

  /// Dumps a field, omitting nil. Validation ignores it.
  @inlinable @inline(__always) @discardableResult @_disfavoredOverload
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, dump: @escaping @Sendable (T) throws -> R.V?
  ) -> Self {
    draft.add(DumpField(.optional, path, rule, nils: .omitted, dump))
    return self
  }

  /// Binds a field's value, or nil when it is missing or null.
  @inlinable @discardableResult
  public func forceOptional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ bind: @escaping @Sendable (RefT, R.V?) throws -> Void
  ) -> Self {
    draft.add(
      { layout in
        DeclaredField(
          .optional, path,
          PlanField(
            path.fieldPath, orNilBy: rule, in: &layout, takesNull: rule.acceptsNull))
      },
      unsafe FieldBinder { ref, slot in
        try unsafe bind(ref, slot.assumingMemoryBound(to: R.V?.self).move())
      })
    return self
  }

  /// Binds a field's value or nil, and dumps it, nil as `null`.
  @inlinable @inline(__always) @discardableResult
  public func forceOptional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ bind: @escaping @Sendable (RefT, R.V?) throws -> Void,
    dump: @escaping @Sendable (T) throws -> R.V?
  ) -> Self {
    forceOptional(path, rule, bind)
    return forceOptional(path, rule, dump: dump)
  }

  /// Dumps a field, nil as `null`. Validation ignores it.
  @inlinable @inline(__always) @discardableResult @_disfavoredOverload
  public func forceOptional<R: Rule>(
    _ path: JSONPath, _ rule: R, dump: @escaping @Sendable (T) throws -> R.V?
  ) -> Self {
    draft.add(DumpField(.optional, path, rule, nils: .null, dump))
    return self
  }
}
