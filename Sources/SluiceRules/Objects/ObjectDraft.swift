public import Sluice
import SluiceSystem
public import Synchronization

/// The declarations of an object rule, and the plan made from them at the first use.
///
/// A later declaration discards the plan, and the next use makes another. Discarded plans stay
/// until the rule is released, because documents may still be read with them: also by the closure
/// that declares.
///
/// Sound because `current` only ever holds a plan of `declared`, which keeps all plans until the
/// draft is released.
@usableFromInline
@safe
final class ObjectDraft<T, RefT>: @unchecked Sendable {
  private struct Declared {
    var layout = FieldLayout()
    var fields: [(declared: DeclaredField, binder: FieldBinder<RefT>?)] = []
    var dumps: [DumpField<T>] = []
    var plans: [ObjectPlan<T, RefT>] = []
  }

  private let declared = LockedValue(Declared())
  /// The plan, once it exists: an `ObjectPlan` that `declared` keeps alive.
  @usableFromInline let current = unsafe Atomic<UnsafeRawPointer?>(nil)

  @usableFromInline init() {}

  /// The plan, unmanaged: it lives as long as this draft.
  @inlinable @inline(__always)
  var plan: Unmanaged<ObjectPlan<T, RefT>> {
    if let plan = unsafe current.load(ordering: .acquiring) { return unsafe .fromOpaque(plan) }
    return unsafe compiled()
  }

  @usableFromInline @inline(never)
  func compiled() -> Unmanaged<ObjectPlan<T, RefT>> {
    unsafe declared.withLock { declared in
      if let plan = unsafe current.load(ordering: .relaxed) { return unsafe .fromOpaque(plan) }
      let plan = ObjectPlan(declared.fields, declared.layout, declared.dumps)
      declared.plans.append(plan)
      let unmanaged = unsafe Unmanaged.passUnretained(plan)
      unsafe current.store(UnsafeRawPointer(unmanaged.toOpaque()), ordering: .releasing)
      return unsafe unmanaged
    }
  }

  /// Adds a field. `make` reserves space in the layout.
  @usableFromInline
  func add(
    _ make: (inout FieldLayout) -> DeclaredField, _ binder: FieldBinder<RefT>?
  ) {
    declared.withLock { declared in
      declared.fields.append((make(&declared.layout), binder))
      unsafe current.store(nil, ordering: .releasing)
    }
  }

  @usableFromInline
  func add(_ dump: DumpField<T>) {
    declared.withLock { declared in
      declared.dumps.append(dump)
      unsafe current.store(nil, ordering: .releasing)
    }
  }
}
