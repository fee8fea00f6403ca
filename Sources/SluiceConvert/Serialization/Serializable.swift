public import Sluice

/// A type that `-->` writes as a dictionary: the reverse of ``Deserializable``.
///
/// ```swift
/// struct Person: Serializable {
///   var name = "Unknown"
///   var age: Int?
///
///   func toDictionary() -> [String: Any] {
///     var dictionary: [String: Any] = [:]
///     name --> dictionary["name"]
///     age --> dictionary["age"]
///     return dictionary
///   }
/// }
/// ```
///
/// A `[String: Any]` is unordered, so `-->` sorts its fields by name. ``JSONSerializable`` keeps
/// the order of the lines.
public protocol Serializable {
  /// Returns the fields. Values may be anything that has a JSON form.
  func toDictionary() throws -> [String: Any]
}

/// A type that `-->` writes as a JSON object: the reverse of ``JSONDeserializable``.
///
/// ```swift
/// struct Person: JSONSerializable {
///   var name = "Unknown"
///   var age: Int?
///
///   func toObject() -> JSONObject {
///     var object = JSONObject()
///     name --> object["name"]
///     age --> object["age"]
///     return object
///   }
/// }
/// ```
public protocol JSONSerializable: Serializable {
  /// Returns the fields, in the order of writing.
  func toObject() throws -> JSONObject
}

extension JSONSerializable {
  public func toDictionary() throws -> [String: Any] { try toObject().foundationDictionary() }
}
