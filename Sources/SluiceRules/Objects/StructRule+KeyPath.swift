/// Fields bound to properties for reading and dumping.
///
/// ```swift
/// let folderRule = StructRule(ValueBox(Folder())).expect("title", StringRule, \.name)
/// ```
///
/// A stored property is set in place, as a closure would do it.
///
/// A chain is one expression, and a chain of more than six takes the compiler seconds. Declare the
/// fields in separate statements: `rule.expect("title", StringRule, \.name)`.
extension StructRule {
  /// Expects a field and sets the property; dumps the property.
  @inlinable @discardableResult @_disfavoredOverload
  public func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: WritableKeyPath<T, R.V> & Sendable
  ) -> Self {
    expect(path, rule, Property(property).setter, dump: { $0[keyPath: property] })
  }

  /// Expects a field and sets the property; dumps the property, nil as `null`.
  @inlinable @discardableResult @_disfavoredOverload
  public func expect<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: WritableKeyPath<T, R.V?> & Sendable
  ) -> Self {
    expect(path, rule, Property(property).wrappingSetter(), dump: { $0[keyPath: property] })
  }

  /// Sets the property when the field is present; dumps the property.
  @inlinable @discardableResult @_disfavoredOverload
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: WritableKeyPath<T, R.V> & Sendable
  ) -> Self {
    optional(path, rule, Property(property).setter, dump: { $0[keyPath: property] })
  }

  /// Sets the property when the field is present; dumps the property, omitting nil.
  @inlinable @discardableResult @_disfavoredOverload
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: WritableKeyPath<T, R.V?> & Sendable
  ) -> Self {
    optional(path, rule, Property(property).wrappingSetter(), dump: { $0[keyPath: property] })
  }

  /// Sets the property to the field's value or `ifNotFound`; dumps the property.
  @inlinable @discardableResult @_disfavoredOverload
  public func optional<R: Rule>(
    _ path: JSONPath, _ rule: R, ifNotFound: R.V,
    _ property: WritableKeyPath<T, R.V> & Sendable
  ) -> Self where R.V: Sendable {
    optional(
      path, rule, ifNotFound: ifNotFound, Property(property).setter,
      dump: { $0[keyPath: property] })
  }

  /// Sets the property to the field's value or nil; dumps the property, nil as `null`.
  @inlinable @discardableResult @_disfavoredOverload
  public func forceOptional<R: Rule>(
    _ path: JSONPath, _ rule: R, _ property: WritableKeyPath<T, R.V?> & Sendable
  ) -> Self {
    forceOptional(path, rule, Property(property).setter, dump: { $0[keyPath: property] })
  }
}

/// Sets a property of the value in a `ref`. A stored property is set in memory, which costs no more
/// than a closure; any other is set through the key path.
@usableFromInline
struct Property<Root, Value> {
  @usableFromInline let keyPath: WritableKeyPath<Root, Value> & Sendable

  @inlinable
  init(_ keyPath: WritableKeyPath<Root, Value> & Sendable) { self.keyPath = keyPath }

  /// Sound because `offset(of:)` returns an offset only for stored properties without observers,
  /// and that offset is the property's place in the value.
  @inlinable
  var setter: @Sendable (ValueBox<Root>, Value) -> Void {
    guard let offset = MemoryLayout<Root>.offset(of: keyPath) else {
      let keyPath = keyPath
      return { $0.value[keyPath: keyPath] = $1 }
    }
    return { ref, value in
      unsafe withUnsafeMutablePointer(to: &ref.value) {
        unsafe (UnsafeMutableRawPointer($0) + offset).assumingMemoryBound(to: Value.self).pointee =
          value
      }
    }
  }

  /// The setter of an optional property, for a value that is present.
  @inlinable
  func wrappingSetter<Wrapped>() -> @Sendable (ValueBox<Root>, Wrapped) -> Void
  where Value == Wrapped? {
    let setter = setter
    return { setter($0, $1) }
  }
}
