import Sluice

/// The stored properties of a type as its mirror shows them: looked at once, and remembered by what
/// their fields are named.
final class ObjectShape: Sendable {
  /// The names of the fields, level by level: the type's own first, then each superclass's. Filled
  /// by the first instance. Nil: the type's mirror is its own making and may differ from instance to
  /// instance.
  private let names: Guarded<[[String?]]>?
  private let renamed: [String: String]
  private let type: Any.Type

  init(_ type: Any.Type) {
    self.type = type
    names = type is any CustomReflectable.Type ? nil : Guarded([])
    // A type that is read through coding keys is written under the same names.
    renamed = (type as? any JSONCreatable.Type).map { PrototypeInfo.of($0).namesOfRenamed } ?? [:]
  }

  var writer: ValueWriter {
    ValueWriter(isObject: type is AnyObject.Type) { value, out in
      let mirror = Mirror(reflecting: value)
      if mirror.children.isEmpty, mirror.superclassMirror == nil, self.isNothing(mirror) {
        return out.warn(.unsupportedConversion(self.type, JSON.self))
      }
      let names = self.names(of: mirror)
      try out.object { out in
        var level: Mirror? = mirror
        var depth = 0
        while let current = level {
          for (name, child) in zip(names[depth], current.children) {
            guard let name else { continue }
            try out.field(name) { out in
              if let mapped = child.value as? any MappedProperty {
                try out.write(mapped.mappedBox.anyValue)
              } else {
                try out.write(child.value)
              }
            }
          }
          level = current.superclassMirror
          depth += 1
        }
      }
    }
  }

  /// Whether there is no such thing in JSON: an enum's bare case, a function, a metatype.
  private func isNothing(_ mirror: Mirror) -> Bool {
    switch mirror.displayStyle {
    case .struct, .class, .tuple, .dictionary, .collection, .set: false
    default: true
    }
  }

  private func names(of mirror: Mirror) -> [[String?]] {
    guard let names else { return look(at: mirror) }
    let known = names.withLock { $0 }
    if !known.isEmpty { return known }
    let found = look(at: mirror)
    // Of a class, instances of subclasses have shapes of their own. Of an enum, each case is one.
    if mirror.displayStyle != .enum { names.withLock { $0 = found } }
    return found
  }

  private func look(at mirror: Mirror) -> [[String?]] {
    var levels: [[String?]] = []
    var level: Mirror? = mirror
    while let current = level {
      levels.append(
        current.children.map { child in
          child.label.map { name(of: $0, child.value) }
        })
      level = current.superclassMirror
    }
    return levels
  }

  private func name(of label: String, _ value: Any) -> String {
    if let mapped = value as? any MappedProperty { return mapped.mappedBox.fieldName(label) }
    let property = PropertyLabel.property(label)
    return renamed[property] ?? property
  }
}

/// What mirrors call stored properties.
enum PropertyLabel {
  /// The property's own name: lazy ones are stored under another.
  static func property(_ label: String) -> String {
    let lazy = "$__lazy_storage_$_"
    return label.hasPrefix(lazy) ? String(label.dropFirst(lazy.count)) : label
  }

  /// The name of a property with a wrapper, by that of its storage.
  static func wrapped(_ label: String) -> String {
    label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}
