public import Sluice

/// Fields bound to properties, both ways.
///
/// ```swift
/// let folderRule = ClassRule(Folder()).expect("title", StringRule, \.name)
/// ```
///
/// Setting a property of a class through a key path costs more than a closure does.
extension ObjectRule where RefT == T {
  /// Expects a field and sets the property; dumps the property.
  @inlinable @discardableResult
  public func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: ReferenceWritableKeyPath<T, R.V> & Sendable
  ) -> Self {
    expect(path, rule, { $0[keyPath: property] = $1 }, dump: { $0[keyPath: property] as R.V })
  }

  /// Expects a field and sets the property; dumps the property, nil as `null`.
  @inlinable @discardableResult
  public func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: ReferenceWritableKeyPath<T, R.V?> & Sendable
  ) -> Self {
    expect(path, rule, { $0[keyPath: property] = $1 }, dump: { $0[keyPath: property] as R.V? })
  }

  /// Sets the property when the field is there; dumps the property.
  @inlinable @discardableResult
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: ReferenceWritableKeyPath<T, R.V> & Sendable
  ) -> Self {
    optional(path, rule, { $0[keyPath: property] = $1 }, dump: { $0[keyPath: property] })
  }

  /// Sets the property when the field is there; dumps the property, of nil nothing.
  @inlinable @discardableResult
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: ReferenceWritableKeyPath<T, R.V?> & Sendable
  ) -> Self {
    optional(path, rule, { $0[keyPath: property] = $1 }, dump: { $0[keyPath: property] })
  }

  /// Sets the property to the field's value or `ifNotFound`; dumps the property.
  @inlinable @discardableResult
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, ifNotFound: R.V,
    _ property: ReferenceWritableKeyPath<T, R.V> & Sendable
  ) -> Self where R.V: Sendable {
    optional(
      path, rule, ifNotFound: ifNotFound, { $0[keyPath: property] = $1 },
      dump: { $0[keyPath: property] })
  }

  /// Sets the property to the field's value or nil; dumps the property, nil as `null`.
  @inlinable @discardableResult
  public func forceOptional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: ReferenceWritableKeyPath<T, R.V?> & Sendable
  ) -> Self {
    forceOptional(path, rule, { $0[keyPath: property] = $1 }, dump: { $0[keyPath: property] })
  }
}
