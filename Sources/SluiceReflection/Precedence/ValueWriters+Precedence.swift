import Foundation
import Sluice

extension ValueWriters {
  /// The writers that all serializations share.
  static let shared = ValueWriters { type, writers in make(type, writers) }

  private static func make(_ type: Any.Type, _ writers: ValueWriters) -> ValueWriter {
    if let type = type as? any AnyOptional.Type { return optional(type, writers) }
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

  private static func optional<T: AnyOptional>(
    _ type: T.Type, _ writers: ValueWriters
  ) -> ValueWriter {
    // A cast looks into optionals by itself.
    let wrapped = writers.writer(of: T.wrappedType)
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
