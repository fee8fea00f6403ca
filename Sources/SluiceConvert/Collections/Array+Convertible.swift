public import Sluice

/// Converts arrays element by element. Elements that can't be converted are left out, and the
/// failure handler receives each. `null` elements are left out, too. ``Deserializable`` elements
/// can also be read from a string with a JSON array.
extension Array: Convertible where Element: Convertible {
  public static func convert<T>(fromValue value: T?) throws -> [Element]? {
    guard let value else { return nil }
    if let same = Conversion.same(value, asVery: [Element].self) { return same }
    if case .array(let elements)? = value as? JSON { return converted(elements) }
    if let elements = value as? JSONArray { return converted(elements) }
    if let elements = value as? [Any] { return converted(elements) }
    return try converted(fromText: value)
  }

  @inlinable
  public static func convert(from cursor: JSONCursor) throws -> [Element]? {
    guard cursor.position.byte == Byte.openBracket else {
      return try converted(fromText: cursor)
    }
    var converted: [Element] = []
    var elements = try cursor.elements
    while let element = try elements.next() {
      if let value = Conversion.value(Element.self, of: element) { converted.append(value) }
    }
    return converted
  }

  private static func converted(_ elements: some Collection) -> [Element] {
    var converted: [Element] = []
    converted.reserveCapacity(elements.count)
    for (i, element) in elements.enumerated() {
      let value = Conversion.value(Element.self, of: element, at: { "[\(i)]" })
      if let value { converted.append(value) }
    }
    return converted
  }

  private static func converted(fromText value: Any) throws -> [Element]? {
    try Conversion.converted(fromText: value, elements: Element.self)
  }

  @usableFromInline @inline(never)
  static func converted(fromText cursor: JSONCursor) throws -> [Element]? {
    try Conversion.converted(fromText: cursor, elements: Element.self)
  }
}
