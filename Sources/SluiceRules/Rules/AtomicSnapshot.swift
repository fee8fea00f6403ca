import Sluice
import SluiceSystem
import Synchronization

/// A rule's declarations, frozen for each use: a declaration makes a new version, and a use reads
/// the newest one without a lock.
///
/// Versions stay until this object is released, as one may be in use. Sound because the pointer is
/// to a version that `versions` keeps, and is changed under its lock.
@safe
final class AtomicSnapshot<Value: Sendable>: @unchecked Sendable {
  private final class Version: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private let versions: LockedValue<[Version]>
  /// The newest version, which `versions` keeps alive.
  private let newest: Atomic<UnsafeRawPointer>

  init(_ value: Value) {
    let version = Version(value)
    unsafe newest = unsafe Atomic(AtomicSnapshot.pointer(to: version))
    versions = LockedValue([version])
  }

  private static func pointer(to version: Version) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(Unmanaged.passUnretained(version).toOpaque())
  }

  var value: Value {
    unsafe Unmanaged<Version>.fromOpaque(newest.load(ordering: .acquiring))
      ._withUnsafeGuaranteedRef { $0.value }
  }

  func change(_ body: (inout Value) -> Void) {
    versions.withLock { versions in
      var value = versions[versions.count - 1].value
      body(&value)
      let version = Version(value)
      versions.append(version)
      unsafe newest.store(AtomicSnapshot.pointer(to: version), ordering: .releasing)
    }
  }
}
