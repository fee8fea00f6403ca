public import Sluice

/// A type that initialises itself from a dictionary.
///
/// ```swift
/// struct Person: Deserializable {
///   var name = "Unknown"
///   var age: Int?
///
///   init?(dictionary: [String: Any]) {
///     guard dictionary["name"] != nil else { return nil }
///     name <-- dictionary["name"]
///     age <-- dictionary["age"]
///   }
/// }
/// ```
///
/// `<--` makes a value from a dictionary, an object in JSON, and a string or `Data` that holds
/// JSON. The initialiser need not be failable; nil means that the dictionary represents something
/// else.
///
/// The dictionary has the values that `JSONSerialization` would make. ``JSONDeserializable`` avoids
/// it and is several times faster.
public protocol Deserializable: Convertible {
  /// Creates a value from the fields of an object. Returns nil if they represent something else.
  init?(dictionary: [String: Any])
}

extension Deserializable {
  public static func convert<T>(fromValue value: T?) throws -> Self? {
    guard let value else { return nil }
    if let same = Conversion.same(value, as: Self.self) { return same }
    if let dictionary = value as? [String: Any] {
      try StackRoom.check()
      return try made(Self(dictionary: dictionary))
    }
    if let object = JSONObject(value) {
      return try made(Self(dictionary: try object.foundationDictionary()))
    }
    return try JSONText.withDocument(in: value) { try convert(from: $0) }
  }

  public static func convert(from cursor: JSONCursor) throws -> Self? {
    guard cursor.position.byte == Byte.openBrace else {
      return try JSONText.withDocument(in: cursor) { try convert(from: $0) }
    }
    let context = unsafe cursor.position.context
    try unsafe context.enterMapping(at: cursor.position)
    defer { unsafe context.leaveMapping() }
    guard case .object(let object) = try cursor.materializeMapped() else { return nil }
    return try made(Self(dictionary: try object.foundationDictionary()))
  }

  private static func made(_ value: Self?) throws -> Self {
    guard let value else { throw ConversionError.invalidValue }
    return value
  }
}

extension JSONObject {
  /// Creates the object of a value.
  init?(_ value: Any) {
    if let object = value as? JSONObject {
      self = object
    } else if case .object(let object)? = value as? JSON {
      self = object
    } else {
      return nil
    }
  }
}
