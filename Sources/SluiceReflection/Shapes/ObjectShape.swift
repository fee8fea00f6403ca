import Sluice
import SluiceSystem

/// The stored properties of a type as its mirror shows them. Inspected once; the names of their
/// fields are cached.
///
/// Sound to share because a lock protects its fields, and their closures capture types only.
final class ObjectShape: @unchecked Sendable {
  private struct Field {
    /// The field's name; nil for a property without a label, which is left out.
    let name: String?
    /// Returns the value of a ``Mapped`` property; nil for other properties.
    let valueOfMapped: ((Any) -> Any?)?
  }

  private struct Known {
    /// The fields by level: first the type's own, then each superclass's, up to the last one that
    /// has any. Filled by the first instance.
    var fields: [[Field]] = []
    /// The boxes of instances, if they have no other properties.
    var boxes: StoredBoxes?
  }

  /// Nil when the type has a custom mirror, which may differ between instances.
  private let known: LockedValue<Known>?
  private let renamed: [String: String]
  private let type: Any.Type
  /// Whether instances may have a list of their boxes: then no mirror is needed.
  private let mayHaveList: Bool

  init(_ type: Any.Type) {
    self.type = type
    mayHaveList = type is JSONCreatableObject.Type
    known = type is any CustomReflectable.Type ? nil : LockedValue(Known())
    // A type that is read with coding keys is written with the same names.
    renamed = (type as? any JSONCreatable.Type).map { PrototypeInfo.of($0).namesOfRenamed } ?? [:]
  }

  var writer: ValueWriter {
    ValueWriter(isObject: type is AnyObject.Type) { value, out in
      let object = self.mayHaveList ? value as? JSONCreatableObject : nil
      if let object {
        if let list = object.mappedBoxes, list.isCurrent { return try list.write(&out) }
        if let boxes = self.known?.withLock({ $0.boxes }) { return try boxes.write(object, &out) }
      }
      let mirror = Mirror(reflecting: value)
      guard self.isObject(mirror) else {
        return out.warn(.unsupportedConversion(self.type, JSON.self))
      }
      let fields = self.fields(of: mirror, object)
      try out.object { out in
        var level: Mirror? = mirror
        for depth in fields.indices {
          // Stops after the last level that has fields, because a mirror costs as much as a field.
          if depth > 0 { level = level?.superclassMirror }
          guard let level else { break }
          try ObjectShape.write(level.children, fields[depth], &out)
        }
      }
    }
  }

  private static func write(
    _ children: Mirror.Children, _ fields: [Field], _ out: inout ReflectionOutput
  ) throws {
    var place = 0
    for child in children {
      guard place < fields.count else { return }
      let field = fields[place]
      place += 1
      guard let name = field.name else { continue }
      try out.field(name) { out in
        if let take = field.valueOfMapped, let value = take(child.value) {
          try out.write(value)
        } else {
          try out.write(child.value)
        }
      }
    }
  }

  /// False for values that JSON can't express: an enum's bare case, a function, a metatype.
  private func isObject(_ mirror: Mirror) -> Bool {
    switch mirror.displayStyle {
    case .struct, .class, .tuple, .dictionary, .collection, .set: true
    default: !mirror.children.isEmpty
    }
  }

  private func fields(of mirror: Mirror, _ object: JSONCreatableObject?) -> [[Field]] {
    guard let known else { return inspect(mirror) }
    let fields = known.withLock { $0.fields }
    if !fields.isEmpty { return fields }
    let found = inspect(mirror)
    let boxes = object.flatMap { object in
      self.boxes(mirror, found).flatMap { StoredBoxes(of: object, $0) }
    }
    // Instances of subclasses have their own shapes; cases of an enum differ from each other.
    if mirror.displayStyle != .enum { known.withLock { $0 = Known(fields: found, boxes: boxes) } }
    return found
  }

  /// The boxes of an object in the order of its fields; nil if it has other properties.
  private func boxes(
    _ mirror: Mirror, _ fields: [[Field]]
  ) -> [(name: String, box: AnyMappedBox)]? {
    var boxes: [(name: String, box: AnyMappedBox)] = []
    var level: Mirror? = mirror
    for fields in fields {
      guard let current = level else { return nil }
      for (field, child) in zip(fields, current.children) {
        guard let name = field.name, let box = (child.value as? any MappedProperty)?.mappedBox
        else { return nil }
        boxes.append((name, box))
      }
      level = current.superclassMirror
    }
    return boxes
  }

  private func inspect(_ mirror: Mirror) -> [[Field]] {
    var levels: [[Field]] = []
    var level: Mirror? = mirror
    while let current = level, current.subjectType != JSONCreatableObject.self {
      levels.append(
        current.children.map { child in
          Field(
            name: child.label.map { name(of: $0, child.value) },
            valueOfMapped: (child.value as? any MappedProperty)?.mappedBox.valueOfMapped)
        })
      level = current.superclassMirror
    }
    while levels.count > 1, levels.last?.isEmpty == true { levels.removeLast() }
    return levels
  }

  private func name(of label: String, _ value: Any) -> String {
    if let mapped = value as? any MappedProperty { return mapped.mappedBox.fieldName(label) }
    let property = PropertyLabel.property(label)
    return renamed[property] ?? property
  }
}
