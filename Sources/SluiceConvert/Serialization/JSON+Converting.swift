import Foundation
public import Sluice

extension JSON {
  /// The JSON that stands for a Swift value: what `-->` writes.
  ///
  /// `nil` and `NSNull` are `null`; numbers, strings, Booleans and ``ScalarConvertible``'s other
  /// sources are scalars; arrays and dictionaries go element by element, dictionaries in the order of
  /// their keys; ``Serializable`` values are objects. Dates go by ``Conversion/dateFormatter``.
  ///
  /// O(size). Throws ``ConversionError`` for what has no form in JSON, `depth-exceeded` beyond 1024
  /// levels (of objects that lead back to themselves, too) or where the thread's stack ends, and what
  /// `toDictionary` throws.
  public init(converting value: Any) throws {
    if let json = value as? JSON {
      self = json
    } else if let object = value as? JSONObject {
      self = .object(object)
    } else if let value = value as? any JSONSerializable {
      let outer = try WritingDepth.enter()
      defer { WritingDepth.leave(to: outer) }
      // Lines of `toObject` that fail go on: a refusal of theirs is heard here.
      self = .object(try WritingDepth.checked(throwing: { try value.toObject() }))
    } else if let value = value as? any Serializable {
      let outer = try WritingDepth.enter()
      defer { WritingDepth.leave(to: outer) }
      // The dictionary is the level that was entered.
      self = .object(
        try JSONObject(
          converting: try WritingDepth.checked(throwing: { try value.toDictionary() })))
    } else if let elements = value as? [Any] {
      let outer = try WritingDepth.enter()
      defer { WritingDepth.leave(to: outer) }
      self = .array(try elements.map { try JSON(converting: $0) })
    } else if let entries = value as? [AnyHashable: Any] {
      let outer = try WritingDepth.enter()
      defer { WritingDepth.leave(to: outer) }
      self = .object(try JSONObject(converting: entries))
    } else if let optional = value as? any AnyOptional {
      try StackRoom.check()
      guard let wrapped = optional.wrapped else {
        self = .null
        return
      }
      try self.init(converting: wrapped)
    } else {
      self = try JSON(scalar: value) ?? .null
    }
  }
}

extension JSONObject {
  /// Keys are what `String` converts from: `[Int: Material]` has `"7"`.
  fileprivate init(converting entries: [AnyHashable: Any]) throws {
    var fields: [(key: String, value: JSON)] = []
    fields.reserveCapacity(entries.count)
    for (key, value) in entries {
      guard let name = try String.convert(fromValue: key.base) else {
        throw ConversionError.unsupportedType
      }
      fields.append((name, try JSON(converting: value)))
    }
    self.init(fields.sorted { $0.key < $1.key })
  }
}
