import Sluice
import SluiceSystem

/// The cached plans of all classes.
enum MappedPlans {
  private static let known = LockedValue<[ObjectIdentifier: MappedPlan]>([:])

  /// Returns the plan of an instance's own class.
  static func plan(
    of instance: any JSONKeyValueCreatable, _ readers: ValueReaders
  ) -> MappedPlan {
    func open<T: JSONKeyValueCreatable>(_ instance: T) -> MappedPlan { of(T.self, readers) }
    return open(instance)
  }

  /// Returns the plan of a class. The first call makes an instance to inspect, and finds what
  /// reads its properties.
  static func of<T: JSONKeyValueCreatable>(
    _ type: T.Type, _ readers: ValueReaders
  ) -> MappedPlan {
    let key = ObjectIdentifier(type)
    if let plan = known.withLock({ $0[key] }) { return plan }
    // Made outside of the lock, because initialisers may run any code.
    let (instance, made) = MappedCollector.collect { T() }
    let plan = MappedPlan(instance, made, readers)
    known.withLock { $0[key] = plan }
    return plan
  }
}
