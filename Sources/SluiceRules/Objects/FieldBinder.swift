/// Moves a field's value out of its slot and passes it to the bind closure.
///
/// An object of its own, held unmanaged, as calling a closure stored in an array would count
/// references each time. Sound because `bind` is called with a slot that holds the value it was
/// made for, and moves it out exactly once.
@usableFromInline
@safe
final class FieldBinder<RefT>: Sendable {
  @usableFromInline let bind: @Sendable (RefT, UnsafeMutableRawPointer) throws -> Void

  @usableFromInline
  init(_ bind: @escaping @Sendable (RefT, UnsafeMutableRawPointer) throws -> Void) {
    unsafe self.bind = unsafe bind
  }
}
