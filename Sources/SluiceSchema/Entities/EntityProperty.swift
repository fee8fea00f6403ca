import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A property as it was declared.
struct EntityProperty: Sendable {
  /// What makes a value of what stands at the key path.
  enum Decoding: Sendable {
    case none
    case type(DecodableReader)
    /// The decoder itself is the call's: the next time it may be another one.
    case decoder
  }

  let name: PropertyName
  let type: SchemaPropertyType
  let isOptional: Bool
  let decoding: Decoding

  @inline(__always)
  func isSame(_ keyPath: String, _ type: SchemaPropertyType, _ isOptional: Bool) -> Bool {
    self.type == type && self.isOptional == isOptional && name.keyPath == keyPath
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
  /// The value at `place` for the slot; nil: there is none. Throws what is wrong with it.
  @inline(__always)
  func value(
    at place: JSONPosition, _ decoder: (any SchemaDecoder)?
  ) throws -> SchemaValue? {
    switch decoding {
    case .none:
      if type == .url { return try url(at: place).map { .boxed(TypedBox($0)) } }
      return try plainValue(at: place)
    case .type(let reader): return try decodedValue(at: place) { try reader.one(place) }
    case .decoder:
      return try decodedValue(at: place) {
        guard let decoder else { return nil }
        return SchemaValue(decoded: try decoder.decode(JSONCursor(unchecked: place)))
      }
    }
  }

  /// The value is of the property's type before the decoder gets it.
  private func decodedValue(
    at place: JSONPosition, _ decode: () throws -> SchemaValue?
  ) throws -> SchemaValue? {
    switch type {
    case .json: break
    case .string: guard place.byte == Byte.quote else { throw place.mismatch(.string) }
    case .dictionary: guard place.byte == Byte.openBrace else { throw place.mismatch(.object) }
    case .url: if try url(at: place) == nil { return nil }
    default: _ = try plainValue(at: place)
    }
    return try decode()
  }

  /// Nil: an optional property's text is no URL, which is as if it were missing.
  private func url(at place: JSONPosition) throws(JSONError) -> URL? {
    do throws(JSONError) {
      return try JSONCursor(unchecked: place).url
    } catch {
      guard error.code == .invalidValue, isOptional else { throw error }
      return nil
    }
  }

  @inline(__always)
  private func plainValue(at place: JSONPosition) throws -> SchemaValue {
    switch type {
    case .string: return .string(try place.ownedString())
    case .int: return .int(try place.integerOrBool(as: Int.self))
    case .uint: return .uint(try place.integerOrBool(as: UInt.self))
    case .double: return .double(try place.doubleOrBool())
    case .float: return .float(try place.floatOrBool())
    case .bool: return .bool(try place.bool())
    default: return try rarerValue(at: place)
    }
  }

  @inline(never)
  private func rarerValue(at place: JSONPosition) throws -> SchemaValue {
    let cursor = JSONCursor(unchecked: place)
    switch type {
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
    case .json: return .boxed(TypedBox(try cursor.materialize()))
    case .dictionary:
      guard place.byte == Byte.openBrace else { throw place.mismatch(.object) }
      return .boxed(TypedBox(try place.foundationObject()))
    case .array, .string, .int, .uint, .double, .float, .bool, .url:
      throw place.mismatch(.array)
    }
  }
}
