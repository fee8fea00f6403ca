/// Values that were made of a window's records, and wait to be taken in order.
///
/// Taking one costs some ten instructions. The queue has memory of its own, because each access to a variable of a
/// class is checked for exclusivity.
@safe
@usableFromInline
struct WaitingValues<Value>: ~Copyable {
  /// Sound because only this structure uses it, from its initialization to its end, and no method calls code of a
  /// client while it accesses the queue.
  @usableFromInline let queue: UnsafeMutablePointer<ValueQueue<Value>>

  @usableFromInline
  init() {
    unsafe queue = .allocate(capacity: 1)
    unsafe queue.initialize(to: ValueQueue())
  }

  @inlinable
  deinit {
    unsafe queue.deinitialize(count: 1)
    unsafe queue.deallocate()
  }

  /// Returns the next value; nil if none is left.
  @inlinable
  @inline(__always)
  func popFirst() -> Value? { unsafe queue.pointee.popFirst() }

  /// Returns the queue, whose values are taken, so that its memory serves the next window.
  @inlinable
  func empty() -> ValueQueue<Value> {
    var values = ValueQueue<Value>()
    unsafe swap(&values, &queue.pointee)
    values.rewind()
    return values
  }

  /// Keeps the values of another window.
  @inlinable
  func fill(_ values: consuming ValueQueue<Value>) {
    unsafe queue.pointee = values
  }
}
