public import Sluice

// A view on the right of `<--` is read as a cursor at the same place is, whether it stands there itself, in an optional,
// an `Any`, or an element of a collection.

extension Conversion {
  /// The view that a value is or holds; nil for other values.
  @inlinable
  static func view<V>(in value: V) -> JSONView? {
    // Known when specialised: most types can't hold one.
    guard
      V.self == JSONView.self || V.self == JSONView?.self || V.self == JSONDocument.self
        || V.self == JSONDocument?.self || V.self == Any.self || V.self == Any?.self
        || V.self == (any Sendable).self
    else { return nil }
    return heldView(value)
  }

  @usableFromInline @inline(never)
  static func heldView(_ value: Any) -> JSONView? {
    // Types are compared first, because casting a value of another type takes much longer.
    let type = Swift.type(of: value)
    if type == JSONView.self || type == JSONView?.self { return value as? JSONView }
    if type == JSONDocument.self || type == JSONDocument?.self {
      return (value as? JSONDocument)?.root
    }
    return nil
  }

  /// Converts a value of a document that is kept. On failure notifies the handler and returns nil.
  @usableFromInline
  static func value<C: Convertible>(_ type: C.Type, of view: JSONView) -> C? {
    do {
      return try view.withCursor { cursor in value(type, of: cursor) as C? }
    } catch {
      report(error, of: view, to: type)
      return nil
    }
  }
}

/// Returns the view on the left, or the value on the right when the left is nil, so that `<--` has an alternative of
/// another type: `name <-- fields["name"] ?? "nobody"`.
@_disfavoredOverload
public func ?? <Value>(
  left: JSONView?, right: @autoclosure () throws -> Value
) rethrows -> Any {
  if let left { return left }
  return try right()
}
