import Sluice

/// The properties of a class as the mirror of its first instance shows them. Inspected once, and
/// cached.
final class MappedPlan: Sendable {
  enum Access: Sendable {
    /// A ``Mapped`` property. Its filler sets the box.
    case box(MappedFiller)
    /// A property set by `setValue`: its name, and the reader of its type.
    case setter(String, any AnyValueReader)
  }

  private let fields: [Access]
  /// The names of the fields, if all are mapped and the mirrors are Swift's own.
  private let names: [String]?
  private let plan: FieldPlan
  /// The sites of all boxes that an initialiser makes, in order, and for each mapped field the
  /// place of its own site. Nil when the sites don't distinguish the boxes; then each instance is
  /// inspected.
  private let order: Order?

  private struct Order {
    let sites: [DeclarationSite]
    let places: [Int]
    /// Whether the boxes are made in the order of the fields, which is usual.
    let isPlain: Bool
  }

  init(
    _ instance: any JSONKeyValueCreatable, _ made: [AnyMappedBox], _ readers: ValueReaders
  ) {
    var fields: [Access] = []
    var paths: [(name: String, takesNull: Bool)] = []
    var places: [Int?] = []
    MappedPlan.forEachProperty(of: instance) { label, value in
      if let box = (value as? any MappedProperty)?.mappedBox {
        let filler = box.filler(readers)
        fields.append(.box(filler))
        paths.append((box.fieldName(label), filler.takesNull))
        places.append(made.firstIndex { $0 === box })
      } else {
        let name = PropertyLabel.property(label)
        let reader = readers.any(type(of: value))
        fields.append(.setter(name, reader))
        paths.append((name, reader.takesNull))
      }
    }
    self.fields = fields
    let hasOthers = places.count < fields.count || instance is any CustomReflectable
    names = hasOthers ? nil : paths.map(\.name)
    plan = FieldPlan.noting(paths)
    let sites = made.map(\.site)
    let known = places.compactMap { $0 }
    let isKnown = known.count == places.count && Set(sites).count == sites.count
    order =
      isKnown
      ? Order(sites: sites, places: known, isPlain: known == Array(made.indices)) : nil
  }

  /// Calls `body` with each stored property, the class's own first, then each superclass's.
  static func forEachProperty(of instance: Any, _ body: (String, Any) -> Void) {
    var level: Mirror? = Mirror(reflecting: instance)
    while let mirror = level, mirror.subjectType != JSONCreatableObject.self {
      for child in mirror.children {
        if let label = child.label { body(label, child.value) }
      }
      level = mirror.superclassMirror
    }
  }

  /// Returns the boxes of the mapped properties in the order of the fields.
  private func boxes(
    of instance: any JSONKeyValueCreatable, _ made: [AnyMappedBox]
  ) -> [AnyMappedBox] {
    if let order, isUnchanged(made, order.sites) {
      return order.isPlain ? made : order.places.map { made[$0] }
    }
    if let list = (instance as? JSONCreatableObject)?.mappedBoxes, list.isCurrent {
      return list.boxes
    }
    var found: [AnyMappedBox] = []
    MappedPlan.forEachProperty(of: instance) { _, value in
      if let box = (value as? any MappedProperty)?.mappedBox { found.append(box) }
    }
    return found
  }

  private func isUnchanged(_ made: [AnyMappedBox], _ sites: [DeclarationSite]) -> Bool {
    guard made.count == sites.count else { return false }
    for i in made.indices where made[i].site != sites[i] { return false }
    return true
  }

  /// Returns a new instance, filled from the object at `position`.
  func make<T: JSONKeyValueCreatable>(
    _ type: T.Type, from position: JSONPosition, _ session: ReadSession
  ) throws -> T {
    let count = order?.sites.count ?? 0
    var (instance, made) = MappedCollector.collect(count: count) { T() }
    var boxes = boxes(of: instance, made)
    var box = 0
    try session.walk(
      plan, over: position,
      restart: {
        // Values set by the first of two equal fields do not count.
        (instance, made) = MappedCollector.collect { T() }
        boxes = self.boxes(of: instance, made)
        box = 0
      }
    ) { field, position in
      switch fields[field] {
      case .box(let filler):
        defer { box += 1 }
        guard let position, box < boxes.count else { return }
        try filler.fill(boxes[box], position, session)
      case .setter(let name, let reader):
        guard let position, let value = try reader.readAny(position, session) else { return }
        session.set(value, name, of: instance, from: position)
      }
    }
    if let names, let object = instance as? JSONCreatableObject {
      object.mappedBoxes = MappedBoxList.make(boxes, names)
    }
    return instance
  }

  /// Fills an existing instance: reads all values before it sets the first.
  func fill(
    _ instance: any JSONKeyValueCreatable, from position: JSONPosition, _ session: ReadSession
  ) throws {
    let boxes = boxes(of: instance, [])
    var changes: [() -> Void] = []
    var box = 0
    try session.walk(
      plan, over: position,
      restart: {
        changes = []
        box = 0
      }
    ) { field, position in
      switch fields[field] {
      case .box(let filler):
        defer { box += 1 }
        guard let position, box < boxes.count else { return }
        if let change = try filler.prepare(boxes[box], position, session) { changes.append(change) }
      case .setter(let name, let reader):
        guard let position, let value = try reader.readAny(position, session) else { return }
        changes.append {
          session.at(position) { session.set(value, name, of: instance, from: position) }
        }
      }
    }
    try session.refuseFault()
    for change in changes { change() }
  }
}

extension ReadSession {
  /// Sets a property through the instance's own method. Reports its errors as warnings.
  fileprivate func set(
    _ value: Any, _ name: String, of instance: any JSONKeyValueCreatable,
    from position: JSONPosition
  ) {
    do {
      try instance.setValue(value, property: name)
    } catch {
      warn(property: name, at: position, error)
    }
  }
}
