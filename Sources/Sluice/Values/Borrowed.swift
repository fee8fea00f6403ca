/// A value that stays in place, for code that doesn't know its type: such code copies a value of a copyable type before it
/// passes it on, and counts the references of all its parts. A non-copyable one is passed on as it is.
///
/// Sound because a struct with one stored property has that property's layout, and callers keep the value alive and
/// unchanged while it is borrowed.
package struct Borrowed<Value>: ~Copyable {
  package let value: Value

  /// The value at a place.
  @inline(__always)
  package static func at(_ place: UnsafeRawPointer) -> UnsafePointer<Borrowed<Value>> {
    unsafe place.assumingMemoryBound(to: Borrowed<Value>.self)
  }
}
