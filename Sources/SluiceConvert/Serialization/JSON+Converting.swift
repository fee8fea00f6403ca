import Foundation
public import Sluice

extension JSON {
  /// Creates the JSON that represents a Swift value: the JSON that `-->` writes.
  ///
  /// `nil` and `NSNull` are `null`. Numbers, strings, Booleans and ``ScalarConvertible``'s other
  /// sources are scalars. Arrays and dictionaries are converted element by element, dictionaries
  /// sorted by key. ``Serializable`` values are objects. Dates use ``Conversion/dateFormatter``.
  ///
  /// O(size). Throws ``ConversionError`` for values without a JSON form, `depth-exceeded` beyond
  /// 1024 levels (as in cyclic objects) or where the thread's stack ends, and errors of
  /// `toDictionary`.
  public init(converting value: Any) throws {
    if let json = value as? JSON {
      self = json
    } else if let object = value as? JSONObject {
      self = .object(object)
    } else if let elements = value as? JSONArray {
      self = .array(elements)
    } else if let value = value as? any JSONSerializable {
      let outer = try WritingDepth.enter()
      defer { WritingDepth.leave(to: outer) }
      // Lines of `toObject` continue after a failure: this reports a rejected depth.
      self = .object(try WritingDepth.checked(throwing: { try value.toObject() }))
    } else if let value = value as? any Serializable {
      let outer = try WritingDepth.enter()
      defer { WritingDepth.leave(to: outer) }
      // The dictionary has the level that was entered.
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
  /// Keys are converted to `String`: `[Int: Material]` has `"7"`.
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
