public import Sluice

/// A type that `-->` makes a dictionary of: the other way of ``Deserializable``.
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
/// The order of a `[String: Any]` is not the program's: `-->` writes its fields in the order of their
/// names. ``JSONSerializable`` keeps the order of the lines.
public protocol Serializable {
  /// The fields. Values may be anything that has a form in JSON.
  func toDictionary() throws -> [String: Any]
}

/// A type that `-->` makes a JSON object of: the other way of ``JSONDeserializable``.
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
  /// The fields, in the order in which they are written.
  func toObject() throws -> JSONObject
}

extension JSONSerializable {
  public func toDictionary() throws -> [String: Any] { try toObject().foundationDictionary() }
}
