import Sluice

/// The plans of all classes that were met so far.
enum MappedPlans {
  private static let known = Guarded<[ObjectIdentifier: MappedPlan]>([:])

  /// The plan of an instance's own class.
  static func plan(of instance: any JSONKeyValueCreatable) -> MappedPlan {
    func open<T: JSONKeyValueCreatable>(_ instance: T) -> MappedPlan { of(T.self) }
    return open(instance)
  }

  /// The plan of a class. The first time makes an instance to look at.
  static func of<T: JSONKeyValueCreatable>(_ type: T.Type) -> MappedPlan {
    let key = ObjectIdentifier(type)
    if let plan = known.withLock({ $0[key] }) { return plan }
    // Not made under the lock, as initialisers are anybody's.
    let (instance, made) = MappedCollector.collect { T() }
    let plan = MappedPlan(instance, made)
    known.withLock { $0[key] = plan }
    return plan
  }
}
