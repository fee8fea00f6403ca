/// An `Optional` whose type isn't known: an `Any` may hold one.
package protocol AnyOptional {
  static var wrappedType: Any.Type { get }
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  package static var wrappedType: Any.Type { Wrapped.self }
  package var wrapped: Any? { self }
}
