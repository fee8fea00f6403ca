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

  /// The fields by level: first the type's own, then each superclass's, up to the last one that has
  /// any. Filled by the first instance. Nil when the type has a custom mirror, which may differ
  /// between instances.
  private let fields: LockedValue<[[Field]]>?
  private let renamed: [String: String]
  private let type: Any.Type
  /// Whether instances may have a list of their boxes: then no mirror is needed.
  private let mayHaveList: Bool

  init(_ type: Any.Type) {
    self.type = type
    mayHaveList = type is JSONCreatableObject.Type
    fields = type is any CustomReflectable.Type ? nil : LockedValue([])
    // A type that is read with coding keys is written with the same names.
    renamed = (type as? any JSONCreatable.Type).map { PrototypeInfo.of($0).namesOfRenamed } ?? [:]
  }

  var writer: ValueWriter {
    ValueWriter(isObject: type is AnyObject.Type) { value, out in
      if self.mayHaveList, let list = (value as? JSONCreatableObject)?.mappedBoxes, list.isCurrent {
        return try list.write(&out)
      }
      let mirror = Mirror(reflecting: value)
      guard self.isObject(mirror) else {
        return out.warn(.unsupportedConversion(self.type, JSON.self))
      }
      let fields = self.fields(of: mirror)
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

  private func fields(of mirror: Mirror) -> [[Field]] {
    guard let fields else { return inspect(mirror) }
    let known = fields.withLock { $0 }
    if !known.isEmpty { return known }
    let found = inspect(mirror)
    // Instances of subclasses have their own shapes; cases of an enum differ from each other.
    if mirror.displayStyle != .enum { fields.withLock { $0 = found } }
    return found
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
