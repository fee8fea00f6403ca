import Foundation
import Sluice
import SluiceFoundation
import SluiceSystem

/// Writes values of one type. Chosen once for each type by the order of precedence, and cached.
///
/// Sound to share because what `write` captures are types, and shapes, which are Sendable.
final class ValueWriter: @unchecked Sendable {
  /// Writes a value of the type.
  let write: (Any, inout ReflectionOutput) throws -> Void
  /// Whether it can contain other values, so that its depth must be limited.
  let nests: Bool
  /// Whether `write` also accepts (nested) optionals of the type, and leaves nil out.
  let unwraps: Bool
  /// Whether it may contain itself, as a class.
  let isObject: Bool

  init(
    nests: Bool = true, isObject: Bool = false, unwraps: Bool = false,
    _ write: @escaping (Any, inout ReflectionOutput) throws -> Void
  ) {
    self.write = write
    self.nests = nests
    self.isObject = isObject
    self.unwraps = unwraps
  }

  private static let known = LockedValue<[ObjectIdentifier: ValueWriter]>([:])

  /// Returns the writer of a dynamic type.
  static func of(_ type: Any.Type) -> ValueWriter {
    let key = ObjectIdentifier(type)
    if let writer = known.withLock({ $0[key] }) { return writer }
    // Two threads may each make one: both are the same.
    let writer = make(type)
    known.withLock { $0[key] = writer }
    return writer
  }

  private static func make(_ type: Any.Type) -> ValueWriter {
    if let type = type as? any AnyOptional.Type { return optional(type) }
    if type is any JSONProxyProvider.Type { return proxy(type) }
    if let type = type as? any WritableLeaf.Type { return type.makeWriter() }
    if type is any JSONLeafRepresentable.Type { return customLeaf(type) }
    if type == Date.self { return date }
    if type == JSON.self { return json }
    if type is any DictionaryReflection.Type { return dictionary(type) }
    if type is any CollectionReflection.Type { return collection(type) }
    if let type = type as? any JSONPropertyMapped.Type { return table(type) }
    return ObjectShape(type).writer
  }

  private static func optional<T: AnyOptional>(_ type: T.Type) -> ValueWriter {
    // A cast looks into optionals by itself.
    let wrapped = of(T.wrappedType)
    if wrapped.unwraps { return wrapped }
    return ValueWriter(nests: false) { value, out in
      if let value = value as? T, let wrapped = value.wrapped { try out.write(wrapped) }
    }
  }

  private static func proxy(_ type: Any.Type) -> ValueWriter {
    ValueWriter(isObject: type is AnyObject.Type) { value, out in
      if let value = value as? any JSONProxyProvider { try out.write(value.jsonProxy) }
    }
  }

  private static func customLeaf(_ type: Any.Type) -> ValueWriter {
    ValueWriter(nests: false) { value, out in
      guard let leaf = (value as? any JSONLeafRepresentable)?.jsonLeafValue else { return }
      try out.leaf { writer in try writer.value(leaf.json) }
    }
  }

  private static let date = ValueWriter(nests: false) { value, out in
    guard let date = value as? Date, let convert = out.convertDate else { return }
    guard let leaf = convert(date)?.jsonLeafValue else { return }
    try out.leaf { writer in try writer.value(leaf.json) }
  }

  private static let json = ValueWriter(nests: false) { value, out in
    guard let json = value as? JSON else { return }
    try out.leaf { writer in try writer.value(json) }
  }

  private static func collection(_ type: Any.Type) -> ValueWriter {
    ValueWriter(isObject: type is AnyObject.Type) { value, out in
      try out.array { out in
        guard let sequence = value as? any Sequence else {
          for child in Mirror(reflecting: value).children { try out.element(child.value) }
          return
        }
        for element in sequence { try out.element(element) }
      }
    }
  }

  private static func table<T: JSONPropertyMapped>(_ type: T.Type) -> ValueWriter {
    ValueWriter(isObject: type is AnyObject.Type) { value, out in
      guard let value = value as? T else { return }
      try out.object { out in
        for property in T.jsonProperties.properties {
          try out.field(property.name) { out in try property.write(value, &out) }
        }
      }
    }
  }
}
