import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A declared property. A class, so that reading it copies nothing.
final class EntityProperty: Sendable {
  /// How a value is made from the JSON at the key path.
  enum Decoding: Sendable {
    case none
    case type(DecodableReader)
    /// The decoder itself belongs to the call: the next call may bring another one.
    case decoder
  }

  let name: PropertyName
  let type: SchemaPropertyType
  let isOptional: Bool
  let decoding: Decoding

  init(
    name: PropertyName, type: SchemaPropertyType, isOptional: Bool, decoding: Decoding
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.decoding = decoding
  }

  @inline(__always)
  func isSame(_ keyPath: String, _ type: SchemaPropertyType, _ isOptional: Bool) -> Bool {
    self.type == type && self.isOptional == isOptional && isSameKey(name.keyPath, keyPath)
  }

  @inline(__always)
  var isPlain: Bool { if case .none = decoding { true } else { false } }

  @inline(__always)
  var hasDecoder: Bool { if case .decoder = decoding { true } else { false } }

  @inline(__always)
  func isDecoded(by type: any SchemaDecodable.Type) -> Bool {
    if case .type(let reader) = decoding { reader.type == type } else { false }
  }

  func isSame(as other: EntityProperty) -> Bool {
    guard isSame(other.name.keyPath, other.type, other.isOptional) else { return false }
    switch (decoding, other.decoding) {
    case (.none, .none), (.decoder, .decoder): return true
    case (.type(let own), .type(let other)): return own.type == other.type
    default: return false
    }
  }
}

extension EntityProperty {
  /// Reads the value at `place` into the slot. Throws errors in the value.
  @inline(__always)
  func read(
    _ place: JSONPosition, into slot: UnsafeMutablePointer<SchemaValue>,
    _ decoders: [any SchemaDecoder], _ next: inout Int
  ) throws {
    if case .none = decoding {
      switch type {
      case .string: unsafe slot.pointee = .string(try place.ownedString())
      case .int: unsafe slot.pointee = .int(try place.integerOrBool(as: Int.self))
      case .uint: unsafe slot.pointee = .uint(try place.integerOrBool(as: UInt.self))
      case .double: unsafe slot.pointee = .double(try place.doubleOrBool())
      case .bool: unsafe slot.pointee = .bool(try place.bool())
      default: if let value = try rarerValue(at: place) { unsafe slot.pointee = value }
      }
    } else if let value = try decodedValue(at: place, decoders, &next) {
      unsafe slot.pointee = value
    }
  }

  @inline(never)
  private func decodedValue(
    at place: JSONPosition, _ decoders: [any SchemaDecoder], _ next: inout Int
  ) throws -> SchemaValue? {
    switch decoding {
    case .none: return nil
    case .type(let reader):
      if type == .array { return try elements(at: place, nil) }
      guard try isOfType(place) else { return nil }
      return try reader.one(place)
    case .decoder:
      let decoder = decoders[next]
      next += 1
      if type == .array { return try elements(at: place, decoder) }
      guard try isOfType(place) else { return nil }
      return SchemaValue(decoded: try decoder.decode(JSONCursor(unchecked: place)))
    }
  }

  /// Checks that the value has the property's type before a decoder reads it. Throws when it does
  /// not; returns false when the value counts as missing.
  private func isOfType(_ place: JSONPosition) throws -> Bool {
    switch type {
    case .json: break
    case .string: guard place.byte == Byte.quote else { throw place.mismatch(.string) }
    case .dictionary: guard place.byte == Byte.openBrace else { throw place.mismatch(.object) }
    default: return try rarerValue(at: place) != nil
    }
    return true
  }

  /// Returns nil when an optional property's text is not a URL: the value then counts as missing.
  private func url(at place: JSONPosition) throws(JSONError) -> URL? {
    do throws(JSONError) {
      return try JSONCursor(unchecked: place).url
    } catch {
      guard error.code == .invalidValue, isOptional else { throw error }
      return nil
    }
  }

  @inline(never)
  private func rarerValue(at place: JSONPosition) throws -> SchemaValue? {
    let cursor = JSONCursor(unchecked: place)
    switch type {
    case .string: return .string(try place.ownedString())
    case .bool: return .bool(try place.bool())
    case .double: return .double(try place.doubleOrBool())
    case .float: return .float(try place.floatOrBool())
    case .int: return .int(try place.integerOrBool(as: Int.self))
    case .uint: return .uint(try place.integerOrBool(as: UInt.self))
    case .url: return try url(at: place).map { .url($0) }
    case .int8: return .int8(try place.integerOrBool(as: Int8.self))
    case .int16: return .int16(try place.integerOrBool(as: Int16.self))
    case .int32: return .int32(try place.integerOrBool(as: Int32.self))
    case .int64: return .int64(try place.integerOrBool(as: Int64.self))
    case .uint8: return .uint8(try place.integerOrBool(as: UInt8.self))
    case .uint16: return .uint16(try place.integerOrBool(as: UInt16.self))
    case .uint32: return .uint32(try place.integerOrBool(as: UInt32.self))
    case .uint64: return .uint64(try place.integerOrBool(as: UInt64.self))
    case .decimal: return .boxed(TypedBox(try cursor.decimal))
    case .date: return .boxed(TypedBox(try cursor.date))
    case .uuid: return .boxed(TypedBox(try cursor.uuid))
    case .data: return .boxed(TypedBox(try cursor.data))
    case .json: return .boxed(TypedBox(try cursor.materializeMapped()))
    case .dictionary:
      guard place.byte == Byte.openBrace else { throw place.mismatch(.object) }
      return .boxed(TypedBox(try place.foundationObject()))
    case .array: return try elements(at: place, nil)
    }
  }
}
