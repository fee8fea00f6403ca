import Sluice

/// A type's table of properties, compiled on creation. See ``JSONPropertyMapped``.
public final class JSONProperties<Root>: Sendable, ExpressibleByArrayLiteral {
  let properties: [JSONProperty<Root>]
  private let plan: FieldPlan

  /// Creates a table. Fields are set and written in this order; it affects nothing else.
  public init(_ properties: [JSONProperty<Root>]) {
    self.properties = properties
    plan = FieldPlan.noting(properties.map { ($0.name, $0.takesNull) })
  }

  public convenience init(arrayLiteral properties: JSONProperty<Root>...) {
    self.init(properties)
  }

  /// Returns a new value with the fields of the object at `position`.
  func make(
    from position: JSONPosition, _ session: ReadSession, _ new: () -> Root
  ) throws -> Root {
    var value = new()
    try session.walk(plan, over: position, restart: { value = new() }) { field, position in
      if let position { try properties[field].read(position, session, &value) }
    }
    return value
  }

  /// Sets the properties that the object at `position` has. Reads all before it sets the first,
  /// because a class could be left partly changed.
  func fill(
    _ value: inout Root, from position: JSONPosition, _ session: ReadSession
  ) throws {
    var changes: [(inout Root) -> Void] = []
    try session.walk(plan, over: position, restart: { changes = [] }) { field, position in
      if let position, let change = try properties[field].prepare(position, session) {
        changes.append(change)
      }
    }
    try session.refuseFault()
    for change in changes { change(&value) }
  }
}
