import Sluice

extension Conversion {
  /// The value when it is a `C` already, nil otherwise.
  ///
  /// To cast a dictionary or an array to a class makes Foundation bridge it, elements and all, level by
  /// level on the stack: so only objects are cast to classes.
  @inlinable
  static func same<C, V>(_ value: V, as type: C.Type) -> C? {
    if C.self is AnyClass, !isObject(value) { return nil }
    return value as? C
  }

  /// The same for a collection, which is one already only when that is its very type: to cast one to
  /// another casts its elements.
  static func same<C, V>(_ value: V, asVery type: C.Type) -> C? {
    Swift.type(of: value as Any) == C.self ? value as? C : nil
  }

  @usableFromInline @inline(never)
  static func isObject(_ value: Any) -> Bool {
    if let optional = value as? any AnyOptional {
      return optional.wrapped.map(isObject) ?? false
    }
    return Swift.type(of: value) is AnyClass
  }
}
