// Values that stay where they are, for code that doesn't know their type. Such code copies a value of a copyable type before
// it passes it on, and counts the references of all its parts. The functions here don't know that a value can be copied, and
// so pass it on as it is.

/// Lends the value at a place.
///
/// Sound because callers keep the value alive and unchanged while it is borrowed.
@inline(__always)
package func withBorrow<Value: ~Copyable, Result>(
  of place: UnsafePointer<Value>, _ body: (borrowing Value) throws -> Result
) rethrows -> Result {
  try unsafe body(place.pointee)
}

/// Lends what an optional holds, if anything. Code that doesn't know its type also looks up that of the optional, which
/// takes longer than writing a field.
@inline(__always)
package func withBorrow<Value: ~Copyable>(
  ofWrapped value: borrowing Value?, _ body: (borrowing Value) throws -> Void
) rethrows {
  switch value {
  case .some(let wrapped): try body(wrapped)
  case .none: break
  }
}
