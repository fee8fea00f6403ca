import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A guarded value whose changes threads can wait for.
///
/// Waiters spin briefly before they sleep (``SpinWait``). Threads that pass work to each other wait a few
/// microseconds at a time, and sleeping and waking takes longer.
///
/// Sound because the condition is created before all of its uses and destroyed after them: every waiter and
/// every writer holds this object. The value is accessed under its lock only; the number of changes is only
/// a hint to check the value.
@safe
package final class Monitor<Value>: Sendable {
  @usableFromInline let value: LockedValue<Value>
  @usableFromInline let changes = Atomic<Int>(0)
  @usableFromInline nonisolated(unsafe) let changed: UnsafeMutablePointer<pthread_cond_t>

  package init(_ value: Value) {
    self.value = LockedValue(value)
    unsafe changed = .allocate(capacity: 1)
    unsafe changed.initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe changed.deallocate()
  }

  /// Changes the value, and wakes all waiters to check it.
  @inlinable
  package func change<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    defer { wake() }
    return try changeQuietly(body)
  }

  /// Changes the value without waking sleepers.
  @inlinable
  package func changeQuietly<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    defer { changes.add(1, ordering: .relaxed) }
    return try value.withLock(body)
  }

  /// Reads the value.
  @inlinable
  package func inspect<R>(_ body: (Value) throws -> R) rethrows -> R {
    try value.withLock { try body($0) }
  }

  /// Wakes all sleepers to check the value.
  @inlinable
  package func wake() { unsafe pthread_cond_broadcast(changed) }

  /// Waits until `body` returns a result; calls it again after each change.
  @inlinable
  package func wait<R>(_ body: (inout Value) -> R?) -> R {
    for _ in 0..<SpinWait.rounds {
      let seen = changes.load(ordering: .relaxed)
      if let result = value.withLock(body) { return result }
      guard SpinWait.passes(while: { changes.load(ordering: .relaxed) == seen }) else { break }
    }
    return unsafe value.wait(for: changed, until: body)
  }
}
