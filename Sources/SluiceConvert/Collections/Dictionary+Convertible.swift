public import Sluice

/// Converts objects and dictionaries entry by entry. Entries whose key or value can't be converted
/// are left out, and the failure handler receives each. Keys need not be strings: `[Int: Material]`
/// reads `{"7": …}`. ``Deserializable`` values can also be read from a string with a JSON object.
///
/// The last of several equal keys counts, unless the document was opened with another policy.
extension Dictionary: Convertible where Key: Convertible, Value: Convertible {
  public static func convert<T>(fromValue value: T?) throws -> [Key: Value]? {
    guard let value else { return nil }
    if let same = Conversion.same(value, asVery: [Key: Value].self) { return same }
    if case .object(let object)? = value as? JSON { return converted(object) }
    if let object = value as? JSONObject { return converted(object) }
    if let entries = value as? [AnyHashable: Any] {
      return converted(entries.lazy.map { ($0.base, $1) })
    }
    return try Conversion.converted(fromText: value, elements: Value.self)
  }

  @inlinable
  public static func convert(from cursor: JSONCursor) throws -> [Key: Value]? {
    try converted(from: cursor) { key, _ in Conversion.value(Key.self, of: key) }
  }

  private static func converted<K, V>(_ entries: some Sequence<(key: K, value: V)>) -> [Key: Value]
  {
    var converted: [Key: Value] = [:]
    for (key, value) in entries {
      let place = { "[\"\(key)\"]" }
      guard let name = Conversion.value(Key.self, of: key, at: place) else { continue }
      converted[name] = Conversion.value(Value.self, of: value, at: place)
    }
    return converted
  }
}

extension Dictionary where Value: Convertible {
  /// Returns the entries of an object. `key` makes each key from its text and the field's value.
  @inlinable
  static func converted(
    from cursor: JSONCursor, key: (String, JSONCursor) throws -> Key?
  ) throws -> [Key: Value]? {
    guard cursor.position.byte == Byte.openBrace else {
      return try Conversion.converted(fromText: cursor, key: key)
    }
    var counting = Conversion.CountingMembers(cursor)
    var converted: [Key: Value] = [:]
    var fields = try cursor.fields
    while let field = try fields.next() {
      let name = try field.key.string
      guard try counting.count(name, field.value), let key = try key(name, field.value) else {
        continue
      }
      converted[key] = Conversion.value(Value.self, of: field.value)
    }
    return converted
  }
}

extension Conversion {
  /// Decides which fields of an object count when keys repeat.
  @usableFromInline
  struct CountingMembers {
    private var counting: CountingFields

    @usableFromInline
    init(_ object: JSONCursor) { counting = CountingFields(of: object.position) }

    @usableFromInline
    mutating func count(_ name: String, _ value: JSONCursor) throws(JSONError) -> Bool {
      try counting.count(name, at: value.position.token)
    }
  }
}
