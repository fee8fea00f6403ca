import Foundation
import Sluice

extension Conversion {
  /// Makes a collection from a string with JSON, which works for ``Deserializable`` elements only.
  static func converted<C: Convertible>(
    fromText value: Any, elements: Any.Type
  ) throws -> C? {
    guard elements is any Deserializable.Type else {
      if isNil(value) { return nil }
      throw ConversionError.unsupportedType
    }
    return try JSONText.withDocument(in: value) { try C.convert(from: $0) }
  }

  static func converted<C: Convertible>(
    fromText cursor: JSONCursor, elements: Any.Type
  ) throws -> C? {
    guard elements is any Deserializable.Type else {
      if cursor.isNull { return nil }
      throw ConversionError.unsupportedType
    }
    return try JSONText.withDocument(in: cursor) { try C.convert(from: $0) }
  }

  /// The same for a dictionary with keys of any kind.
  @usableFromInline @inline(never)
  static func converted<K, V: Convertible>(
    fromText cursor: JSONCursor, key: (String, JSONCursor) throws -> K?
  ) throws -> [K: V]? {
    guard V.self is any Deserializable.Type else {
      if cursor.isNull { return nil }
      throw ConversionError.unsupportedType
    }
    return try JSONText.withDocument(in: cursor) { root in
      // A string in the string would start the conversion again.
      guard root.position.byte == Byte.openBrace else { throw ConversionError.unsupportedType }
      return try [K: V].converted(from: root, key: key)
    }
  }
}
