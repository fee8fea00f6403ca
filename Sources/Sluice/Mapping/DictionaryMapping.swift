/// The mapping of an object whose keys are data and whose values are all of one kind, such as `{"ann": 1, "bob": 2}`:
/// ``JSONMapping/dictionary(of:)``.
///
/// One pass; allocates the dictionary. The last of several equal keys counts unless the reader's options say otherwise
/// (<doc:RepeatedKeys>). Throws like ``ArrayMapping``.
public struct DictionaryMapping<Element: JSONMapping>: JSONMapping {
  /// The mapping of each value.
  public let element: Element

  @inlinable public init(of element: Element) { self.element = element }

  @inlinable
  public func value(from cursor: JSONCursor) throws -> [String: Element.Value] {
    let object = cursor.position
    guard object.byte == Byte.openBrace else { throw object.mismatch(.object) }
    var values: [String: Element.Value] = [:]
    var last = object.token
    while let next = try object.nextField(after: last) {
      last = next
      let key = try JSONCursor(unchecked: object.at(next &- 2)).string
      let value: Element.Value
      do {
        value = try element.value(from: cursor.at(next))
      } catch {
        return try valuesOfFieldsThatCount(of: object, error)
      }
      if let first = values.updateValue(value, forKey: key),
        try object.isFirstCounted(over: next)
      {
        values[key] = first
      }
    }
    object.leaveHint(behindLast: last)
    return values
  }

  /// Walks again after a bad value. The value may not count, because its key occurs twice; and where faults are
  /// collected, all of them are wanted.
  @usableFromInline @inline(never)
  func valuesOfFieldsThatCount(
    of object: JSONPosition, _ error: any Error
  ) throws -> [String: Element.Value] {
    guard error.isAboutSomeValue else { throw error }
    var fields: [(key: String, value: UInt32)] = []
    var places: [String: Int] = [:]
    var last = object.token
    while let next = try object.nextField(after: last) {
      last = next
      let key = try JSONCursor(unchecked: object.at(next &- 2)).string
      if let place = places.updateValue(fields.count, forKey: key) {
        places[key] = place
        if try !object.isFirstCounted(over: next) { fields[place].value = next }
      } else {
        fields.append((key, next))
      }
    }
    var values: [String: Element.Value] = [:]
    var faults: ValueFaults?
    for (key, token) in fields {
      let position = object.at(token)
      do {
        let value = try element.value(from: JSONCursor(unchecked: position))
        if faults == nil { values[key] = value }
      } catch {
        if faults == nil {
          faults = ValueFaults(error, at: .entry(key), of: position, expected: Element.Value.self)
          guard faults != nil else { throw error }
        } else if faults?.add(error, at: .entry(key), of: position) != true {
          throw error
        }
      }
    }
    if let faults { throw faults }
    return values
  }
}

extension JSONPosition {
  /// For the value of a key that already occurred in this object: whether mappings use the first value instead of this
  /// one. Throws `duplicate-key` if the reader refuses both.
  @usableFromInline @inline(never)
  package func isFirstCounted(over value: UInt32) throws(JSONError) -> Bool {
    switch unsafe context.pointee.mappedDuplicateKeys {
    case .firstWins: return true
    case .lastWins: return false
    case .reject: throw at(value).duplicateKey()
    }
  }
}

extension DictionaryMapping: JSONWritingMapping where Element: JSONWritingMapping {
  /// Writes the fields in the order of their keys.
  @inlinable
  public func write(_ value: [String: Element.Value], to writer: inout JSONWriter) throws {
    try writer.whole { writer in
      try writer.beginObject()
      for (key, item) in value.sorted(by: { $0.key < $1.key }) {
        try writer.key(key)
        try element.write(item, to: &writer)
      }
      try writer.endObject()
    }
  }
}

extension JSONMapping {
  /// An object whose keys are data, with values of one kind.
  @inlinable
  public static func dictionary<Element: JSONMapping>(of element: Element) -> Self
  where Self == DictionaryMapping<Element> {
    DictionaryMapping(of: element)
  }
}
