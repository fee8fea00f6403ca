/// Values in the order in which they were made, in memory of its own: one is appended by a store, and taken by a
/// move, which counts no references.
@safe
@usableFromInline
struct ValueQueue<Value>: ~Copyable {
  /// Room for `capacity` values, of which those in `next..<end` are initialized.
  @usableFromInline var base: UnsafeMutablePointer<Value>?
  @usableFromInline var capacity = 0
  @usableFromInline var next = 0
  @usableFromInline var end = 0

  @inlinable
  init() { unsafe base = nil }

  @inlinable
  deinit {
    // Sound because only this structure has the memory.
    guard let base = unsafe base else { return }
    unsafe (base + next).deinitialize(count: end - next)
    unsafe base.deallocate()
  }

  /// Returns the first value; nil if none is left.
  @inlinable
  @inline(__always)
  mutating func popFirst() -> Value? {
    guard next < end, let base = unsafe base else { return nil }
    let index = next
    next &+= 1
    // Sound because `next` was below `end`, and isn't reached again.
    return unsafe (base + index).move()
  }

  @inlinable
  @inline(__always)
  mutating func append(_ value: consuming Value) {
    if end == capacity { grow() }
    guard let base = unsafe base else { return }
    // Sound because `end` is below `capacity`.
    unsafe (base + end).initialize(to: value)
    end &+= 1
  }

  /// Makes room for more values. The first of them are at the beginning if all were taken.
  @usableFromInline
  mutating func grow() {
    let count = end - next
    let room = Swift.max(16, 2 * count)
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: room)
    if let base = unsafe base {
      // Sound because `room` is no less than `count`.
      unsafe larger.moveInitialize(from: base + next, count: count)
      unsafe base.deallocate()
    }
    unsafe base = larger
    capacity = room
    next = 0
    end = count
  }

  /// Begins again at the start of the memory, once every value is taken.
  @inlinable
  mutating func rewind() {
    guard next == end else { return }
    next = 0
    end = 0
  }
}
