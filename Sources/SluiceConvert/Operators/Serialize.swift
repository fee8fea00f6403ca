public import Foundation
public import Sluice
import SluiceFoundation

// `-->` writes the JSON of a value into a variable. The mirror of `<--`: nothing throws, and the
// failure handler receives failures. For nil and failures an optional variable becomes nil, and any
// other keeps its value.

/// Sets the variable to the JSON text of the value; keeps its value for nil and failures.
@discardableResult
public func --> <V>(left: V?, right: inout String) -> String {
  if let made = Conversion.serialized(left, { try JSON(converting: $0).serializedString() }) {
    right = made
  }
  return right
}

/// Sets the variable to the JSON text of the value; to nil for nil and failures.
@discardableResult
public func --> <V>(left: V?, right: inout String?) -> String? {
  right = Conversion.serialized(left) { try JSON(converting: $0).serializedString() }
  return right
}

/// Sets the variable to the JSON text of the value, in UTF-8; keeps its value for nil and failures.
@discardableResult
public func --> <V>(left: V?, right: inout Data) -> Data {
  if let made = Conversion.serialized(left, { try JSON(converting: $0).serializedData() }) {
    right = made
  }
  return right
}

/// Sets the variable to the JSON text of the value, in UTF-8; to nil for nil and failures.
@discardableResult
public func --> <V>(left: V?, right: inout Data?) -> Data? {
  right = Conversion.serialized(left) { try JSON(converting: $0).serializedData() }
  return right
}

/// Sets the variable to the JSON of the value; keeps its value for nil and failures.
@discardableResult
public func --> <V>(left: V?, right: inout JSON) -> JSON {
  if let made = Conversion.serialized(left, { try JSON(converting: $0) }) { right = made }
  return right
}

/// Sets the variable to the JSON of the value; to nil for nil and failures.
@discardableResult
public func --> <V>(left: V?, right: inout JSON?) -> JSON? {
  right = Conversion.serialized(left) { try JSON(converting: $0) }
  return right
}

/// Sets the member of a dictionary to what `JSONSerialization` would make of the value's JSON: a
/// `String`, an `NSNumber`, `[Any]` or `[String: Any]`. Removes it for nil and failures.
@discardableResult
public func --> <V>(left: V?, right: inout Any?) -> Any? {
  right = Conversion.serialized(left) { try JSON(converting: $0).foundationValue() }
  return right
}

/// Sets the dictionary to the fields of the value, if it has any; keeps its value otherwise.
@discardableResult
public func --> <V>(left: V?, right: inout [String: Any]) -> [String: Any] {
  let made = Conversion.serialized(left) {
    guard case .object(let object) = try JSON(converting: $0) else {
      throw ConversionError.unsupportedType
    }
    return try object.foundationDictionary()
  }
  if let made { right = made }
  return right
}

extension Conversion {
  /// Only the outermost `-->` reports a value that is too deep: those inside it are lines of
  /// `toDictionary`, which continue after failures.
  fileprivate static func serialized<V, R>(_ value: V?, _ make: (Any) throws -> R) -> R? {
    guard let value else { return nil }
    do {
      return try WritingDepth.checked(throwing: { try make(value) })
    } catch {
      if !WritingDepth.isOutermost, (error as? JSONError)?.code == .depthExceeded {
        WritingDepth.refuse()
      } else {
        report(error, of: value, to: R.self)
      }
      return nil
    }
  }
}
