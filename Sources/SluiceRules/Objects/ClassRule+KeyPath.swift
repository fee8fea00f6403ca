/// Fields bound to properties for reading and dumping.
///
/// ```swift
/// let boxRule = ClassRule(Box()).expect("title", StringRule, \.name)
/// ```
///
/// Setting a property of a class through a key path costs more than a closure.
///
/// A chain is one expression, and a chain of more than six takes the compiler seconds. Declare the
/// fields in separate statements: `rule.expect("title", StringRule, \.name)`.
extension ClassRule {
  /// Expects a field and sets the property; dumps the property.
  @inlinable @discardableResult @_disfavoredOverload
  public func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: ReferenceWritableKeyPath<T, R.V> & Sendable
  ) -> Self {
    expect(path, rule, { $0[keyPath: property] = $1 }, dump: { $0[keyPath: property] })
  }

  /// Expects a field and sets the property; dumps the property, nil as `null`.
  @inlinable @discardableResult @_disfavoredOverload
  public func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: ReferenceWritableKeyPath<T, R.V?> & Sendable
  ) -> Self {
    expect(path, rule, { $0[keyPath: property] = $1 }, dump: { $0[keyPath: property] })
  }

  /// Sets the property when the field is present; dumps the property.
  @inlinable @discardableResult @_disfavoredOverload
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: ReferenceWritableKeyPath<T, R.V> & Sendable
  ) -> Self {
    optional(path, rule, { $0[keyPath: property] = $1 }, dump: { $0[keyPath: property] })
  }

  /// Sets the property when the field is present; dumps the property, omitting nil.
  @inlinable @discardableResult @_disfavoredOverload
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: ReferenceWritableKeyPath<T, R.V?> & Sendable
  ) -> Self {
    optional(path, rule, { $0[keyPath: property] = $1 }, dump: { $0[keyPath: property] })
  }

  /// Sets the property to the field's value or `ifNotFound`; dumps the property.
  @inlinable @discardableResult @_disfavoredOverload
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, ifNotFound: R.V,
    _ property: ReferenceWritableKeyPath<T, R.V> & Sendable
  ) -> Self where R.V: Sendable {
    optional(
      path, rule, ifNotFound: ifNotFound, { $0[keyPath: property] = $1 },
      dump: { $0[keyPath: property] })
  }

  /// Sets the property to the field's value or nil; dumps the property, nil as `null`.
  @inlinable @discardableResult @_disfavoredOverload
  public func forceOptional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: ReferenceWritableKeyPath<T, R.V?> & Sendable
  ) -> Self {
    forceOptional(path, rule, { $0[keyPath: property] = $1 }, dump: { $0[keyPath: property] })
  }
}
