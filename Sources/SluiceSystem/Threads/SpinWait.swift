import CSluiceSystem

/// How long a thread spins before it sleeps.
package enum SpinWait {
  /// The number of unsuccessful checks before a thread sleeps.
  @inlinable
  package static var rounds: Int { 8 }

  /// 20 to 80 µs, depending on the CPU. Nothing on a single core: the thread that makes the change
  /// needs it.
  @usableFromInline static let pauses = Processors.count > 1 ? 2000 : 0

  /// Waits briefly while `isUnchanged`. Returns false if it still is.
  @inlinable
  package static func passes(while isUnchanged: () -> Bool) -> Bool {
    for _ in 0..<pauses {
      if !isUnchanged() { return true }
      csys_pause()
    }
    return false
  }
}
