import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A guarded value that threads wait for to change.
///
/// Sound because the condition is made before and destroyed after all of its use: whoever waits or
/// changes has this object.
final class Monitor<Value>: Sendable {
  private let value: Guarded<Value>
  private nonisolated(unsafe) let changed: UnsafeMutablePointer<pthread_cond_t>

  init(_ value: Value) {
    self.value = Guarded(value)
    changed = .allocate(capacity: 1)
    changed.initialize(to: pthread_cond_t())
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    changed.deallocate()
  }

  /// Uses the value, and wakes who waits for it.
  func change<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    try value.withLock { value in
      defer { pthread_cond_broadcast(changed) }
      return try body(&value)
    }
  }

  /// Uses the value, and wakes nobody.
  func look<R>(_ body: (inout Value) throws -> R) rethrows -> R { try value.withLock(body) }

  /// Uses the value once `body` answers something; until then it is called after each change.
  func wait<R>(_ body: (inout Value) -> R?) -> R { value.wait(for: changed, until: body) }
}
