import Sluice
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A guarded value that threads wait for to change.
///
/// Who waits looks for a moment whether something changes before it sleeps (``Patience``): threads that hand
/// work to each other wait for some microseconds at a time, and being put to sleep and woken takes longer.
///
/// Sound because the condition is made before and destroyed after all of its use: whoever waits or
/// changes has this object. The value is touched under its lock only; the number of changes is no more
/// than a hint to look.
final class Monitor<Value>: Sendable {
  private let value: Guarded<Value>
  private let changes = Atomic<Int>(0)
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

  /// Changes the value, and has all who wait look at it.
  func change<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    defer { wake() }
    return try changeQuietly(body)
  }

  /// Changes the value. Who sleeps goes on doing so.
  func changeQuietly<R>(_ body: (inout Value) throws -> R) rethrows -> R {
    defer { changes.add(1, ordering: .relaxed) }
    return try value.withLock(body)
  }

  /// Looks at the value.
  func look<R>(_ body: (Value) throws -> R) rethrows -> R { try value.withLock { try body($0) } }

  /// Has those who sleep look at the value.
  func wake() { pthread_cond_broadcast(changed) }

  /// Uses the value once `body` answers something; until then it is called after each change.
  func wait<R>(_ body: (inout Value) -> R?) -> R {
    for _ in 0..<Patience.looks {
      let seen = changes.load(ordering: .relaxed)
      if let result = value.withLock(body) { return result }
      guard Patience.passes(while: { changes.load(ordering: .relaxed) == seen }) else { break }
    }
    return value.wait(for: changed, until: body)
  }
}
