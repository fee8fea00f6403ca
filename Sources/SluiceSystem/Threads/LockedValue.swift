#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that one thread uses at a time.
///
/// Uses the system's lock instead of `Mutex`, which the thread sanitizer doesn't recognise on Linux. Sound because the
/// value is touched only between lock and unlock.
@safe
package final class LockedValue<Value>: @unchecked Sendable {
  @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
  // The lock excludes overlapping accesses, so they are not looked for at run time.
  @safe @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  package init(_ value: Value) {
    self.value = value
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    // A thread that takes it twice would wait for itself for ever: that is told instead.
    var attributes = pthread_mutexattr_t()
    unsafe pthread_mutexattr_init(&attributes)
    unsafe pthread_mutexattr_settype(&attributes, LockedValue.checked)
    unsafe pthread_mutex_init(lock, &attributes)
    unsafe pthread_mutexattr_destroy(&attributes)
  }

  /// The type as the function takes it: on Linux, the constant is of another one.
  @usableFromInline static var checked: Int32 { Int32(PTHREAD_MUTEX_ERRORCHECK) }

  @inlinable
  func acquire() {
    let result = unsafe pthread_mutex_lock(lock)
    precondition(result == 0, "a value is locked by the thread that has it")
  }

  @inlinable
  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  @inlinable
  package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    acquire()
    defer { unsafe pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  /// The same without waiting. Nil: another thread has the value, or had it when a process of several threads was
  /// forked, in which case the child never gets it.
  @inlinable
  package func withLockIfAvailable<R>(_ body: (inout Value) throws -> R) rethrows -> R? {
    guard unsafe pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { unsafe pthread_mutex_unlock(lock) }
    return try body(&value)
  }

  /// Calls `body` each time that `changed` is signalled, until it returns a result. Others may use the value between
  /// two calls.
  @inlinable
  func wait<R>(
    for changed: UnsafeMutablePointer<pthread_cond_t>, until body: (inout Value) -> R?
  ) -> R {
    acquire()
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&value) { return result }
      unsafe pthread_cond_wait(changed, lock)
    }
  }
}
