import Sluice

/// The table of a type's properties, compiled when it is made. See ``JSONPropertyMapped``.
public final class JSONProperties<Root>: Sendable, ExpressibleByArrayLiteral {
  let properties: [JSONProperty<Root>]
  private let plan: FieldPlan

  /// The order is that in which fields are set and written; nothing else depends on it.
  public init(_ properties: [JSONProperty<Root>]) {
    self.properties = properties
    plan = FieldPlan.noting(properties.map { ($0.name, $0.takesNull) })
  }

  public convenience init(arrayLiteral properties: JSONProperty<Root>...) {
    self.init(properties)
  }

  /// The prototype with the fields of the object at `position`.
  func read(
    from position: JSONPosition, _ prototype: @autoclosure () -> Root, _ session: ReadSession
  ) throws -> Root {
    var value = prototype()
    try session.walk(plan, over: position, restart: { value = prototype() }) { field, position in
      if let position { try properties[field].read(position, session, &value) }
    }
    return value
  }
}
