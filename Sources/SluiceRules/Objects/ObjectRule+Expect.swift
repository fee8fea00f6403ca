public import Sluice

/// Required fields.
///
/// Some overloads are disfavoured to help the compiler. A chain of declarations is one expression,
/// and with two forms that fit a closure, compile time would double with each field.
extension ObjectRule {
  /// Expects a field and binds its value.
  ///
  /// The field must not be missing or null. `bind` receives the object that the factory made and
  /// the field's value. An error of `bind` ends the validation, and no object is returned.
  @inlinable @discardableResult
  public func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, _ bind: @escaping @Sendable (RefT, R.V) throws -> Void
  ) -> Self {
    unsafe read(.mandatory, path, rule, bind)
    return self
  }

  /// Expects a field, binds its value, and dumps it. If the closure returns nil, dumps `null`.
  @inlinable @inline(__always) @discardableResult
  public func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, _ bind: @escaping @Sendable (RefT, R.V) throws -> Void,
    dump: @escaping @Sendable (T) throws -> R.V?
  ) -> Self {
    unsafe read(.mandatory, path, rule, bind)
    return expect(path, rule, dump: dump)
  }

  /// Dumps a field, nil as `null`. Validation ignores it.
  @inlinable @inline(__always) @discardableResult @_disfavoredOverload
  public func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, dump: @escaping @Sendable (T) throws -> R.V?
  ) -> Self {
    draft.add(DumpField(.mandatory, path, rule, nils: .null, dump))
    return self
  }

  /// Checks a field without binding it: the object is made only if all requirements hold. They are
  /// checked before any other field.
  ///
  /// The field must not be missing or null, the rule must accept it, and `requirement` must hold.
  @inlinable @discardableResult
  public func required<R: Rule>(
    _ path: JSONPath, _ rule: R, requirement: @escaping @Sendable (R.V) throws -> Bool
  ) -> Self {
    draft.add(
      { layout in
        unsafe DeclaredField(
          .required, path,
          PlanField(
            path.fieldPath, of: Void.self, in: &layout, takesNull: rule.acceptsNull, absent: nil
          ) { cursor in
            guard try requirement(rule.validate(cursor)) else { throw FieldFault.unmet }
          })
      }, nil)
    return self
  }

  /// Reads a field with the rule, and binds its value.
  @inlinable
  func read<R: Rule>(
    _ kind: FieldKind, _ path: JSONPath, _ rule: R,
    absent: (@Sendable (UnsafeMutablePointer<R.V>) throws -> Void)? = nil,
    _ bind: @escaping @Sendable (RefT, R.V) throws -> Void
  ) {
    draft.add(
      { layout in
        unsafe DeclaredField(
          kind, path,
          PlanField(
            path.fieldPath, by: rule, in: &layout, takesNull: rule.acceptsNull, absent: absent))
      },
      unsafe FieldBinder { ref, slot in
        try unsafe bind(ref, slot.assumingMemoryBound(to: R.V.self).move())
      })
  }
}
