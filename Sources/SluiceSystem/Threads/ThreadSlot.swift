#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pointer of which each thread has its own, at first nil.
package struct ThreadSlot: Sendable {
  @usableFromInline let key: pthread_key_t

  /// Nil if the system has no room for another one. There are few: make one per use, and keep it.
  package init?() {
    var key = pthread_key_t()
    guard unsafe pthread_key_create(&key, nil) == 0 else { return nil }
    self.key = key
  }

  @inlinable
  package var pointer: UnsafeMutableRawPointer? {
    get { unsafe pthread_getspecific(key) }
    nonmutating set { unsafe pthread_setspecific(key, newValue) }
  }
}
