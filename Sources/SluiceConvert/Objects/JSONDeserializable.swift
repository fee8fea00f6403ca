public import Sluice

/// A type that initialises itself from the fields of an object in the document. Copies only the
/// values that it reads.
///
/// ```swift
/// struct Person: JSONDeserializable {
///   var name = "Unknown"
///   var age: Int?
///
///   init?(dictionary: JSONMembers) {
///     name <-- dictionary["name"]
///     age <-- dictionary["age"]
///   }
/// }
/// ```
///
/// The lines are the same as in ``Deserializable``; only the dictionary's type differs. It also
/// accepts all sources of a `Deserializable`: a `[String: Any]` is written as JSON first.
public protocol JSONDeserializable: Deserializable {
  /// Creates a value from the fields of an object. Returns nil if they represent something else.
  init?(dictionary: JSONMembers)
}

extension JSONDeserializable {
  /// Omits values of the dictionary that JSON can't express, and passes each to the failure
  /// handler.
  public init?(dictionary: [String: Any]) {
    var object = JSONObject()
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      object[key] = Conversion.value(JSON.self, of: value, at: { "[\"\(key)\"]" })
    }
    do {
      guard let made = try Self.convert(fromValue: object) else { return nil }
      self = made
    } catch ConversionError.invalidValue {
      // The other initialiser returned nil, and so does this one.
      return nil
    } catch {
      Conversion.report(error, of: object, to: Self.self)
      return nil
    }
  }

  public static func convert<T>(fromValue value: T?) throws -> Self? {
    guard let value else { return nil }
    if let same = Conversion.same(value, as: Self.self) { return same }
    if let dictionary = value as? [String: Any] {
      try StackRoom.check()
      guard let made = Self(dictionary: dictionary) else { throw ConversionError.invalidValue }
      return made
    }
    if let object = JSONObject(value) {
      let text = try JSON.object(object).serialized()
      return try JSONText.withDocument(in: text) { try convert(from: $0) }
    }
    return try JSONText.withDocument(in: value) { try convert(from: $0) }
  }

  @inlinable
  public static func convert(from cursor: JSONCursor) throws -> Self? {
    guard let dictionary = JSONMembers(cursor) else { return try converted(fromText: cursor) }
    let position = cursor.position
    try unsafe position.context.enterMapping(at: position)
    defer { unsafe position.context.leaveMapping() }
    guard let made = Self(dictionary: dictionary) else { throw ConversionError.invalidValue }
    return made
  }

  @usableFromInline @inline(never)
  static func converted(fromText cursor: JSONCursor) throws -> Self? {
    try JSONText.withDocument(in: cursor) { try convert(from: $0) }
  }
}
