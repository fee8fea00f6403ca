import Sluice
import SluiceSystem
import Synchronization

/// A rule's declarations, frozen for each use: the first use after a declaration makes a new version, and later ones read
/// it without a lock.
///
/// Versions stay until this object is released, as one may be in use. Sound because the pointer is
/// to a version that `draft` keeps, and is changed under its lock.
@safe
final class AtomicSnapshot<Value: Sendable>: @unchecked Sendable {
  private final class Version: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private struct Draft: Sendable {
    var value: Value
    var versions: [Version] = []
  }

  private let draft: LockedValue<Draft>
  /// The newest version, which `draft` keeps alive; nil: nothing was read since the last declaration.
  private let newest = unsafe Atomic<UnsafeRawPointer?>(nil)

  init(_ value: Value) { draft = LockedValue(Draft(value: value)) }

  var value: Value {
    guard let version = unsafe newest.load(ordering: .acquiring) else { return frozen() }
    return unsafe Unmanaged<Version>.fromOpaque(version)._withUnsafeGuaranteedRef { $0.value }
  }

  private func frozen() -> Value {
    draft.withLock { draft in
      let version = Version(draft.value)
      draft.versions.append(version)
      let pointer = unsafe UnsafeRawPointer(Unmanaged.passUnretained(version).toOpaque())
      unsafe newest.store(pointer, ordering: .releasing)
      return version.value
    }
  }

  func change(_ body: (inout Value) -> Void) {
    draft.withLock { draft in
      body(&draft.value)
      unsafe newest.store(nil, ordering: .releasing)
    }
  }
}
