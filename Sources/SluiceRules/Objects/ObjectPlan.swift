public import Sluice

/// A compiled object rule: how its fields are read, bound and dumped.
///
/// Sound because the memory of `binders` is this plan's own, filled once with what `owned` keeps
/// alive.
@usableFromInline
@safe
final class ObjectPlan<T, RefT>: @unchecked Sendable {
  @usableFromInline let reading: ReadPlan
  let dumping: DumpPlan<T>
  /// The binders in the order of the fields; nil for a field that is not bound. Kept alive by
  /// `owned`.
  @usableFromInline let binders: UnsafeMutablePointer<Unmanaged<FieldBinder<RefT>>?>
  @usableFromInline let count: Int
  private let owned: [FieldBinder<RefT>?]

  init(
    _ fields: [(declared: DeclaredField, binder: FieldBinder<RefT>?)], _ layout: FieldLayout,
    _ dumps: [DumpField<T>]
  ) {
    // Stable: each group keeps the order of its declarations.
    let kinds: [FieldKind] = [.required, .mandatory, .optional]
    let ordered = kinds.flatMap { kind in fields.filter { $0.declared.kind == kind } }
    reading = ReadPlan(ordered.map(\.declared), layout, making: T.self)
    dumping = DumpPlan(dumps)
    owned = ordered.map(\.binder)
    count = ordered.count
    unsafe binders = .allocate(capacity: max(count, 1))
    for (i, binder) in owned.enumerated() {
      unsafe (binders + i).initialize(to: binder.map { unsafe .passUnretained($0) })
    }
  }

  deinit { unsafe binders.deallocate() }

  /// Reads all fields. Only if all are good, makes the object and binds them.
  @inlinable @inline(__always)
  func value(
    at position: JSONPosition, _ factory: () throws -> RefT, _ result: (RefT) -> T
  ) throws -> T {
    let frame = try reading.read(position)
    var field = -1
    do {
      let ref = try factory()
      while field &+ 1 < count {
        field &+= 1
        guard let slot = unsafe frame.claim(field) else { continue }
        if let binder = unsafe binders[field] {
          try unsafe binder._withUnsafeGuaranteedRef { try unsafe $0.bind(ref, slot) }
        }
      }
      frame.end()
      return result(ref)
    } catch {
      frame.end()
      throw reading.wrapBind(error, of: field, in: position)
    }
  }
}
