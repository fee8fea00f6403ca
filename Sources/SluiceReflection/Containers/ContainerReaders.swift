import Sluice

/// A type that provides its own reader: the standard library's containers.
protocol SelfReading {
  static func makeReader(_ readers: ValueReaders) -> any AnyValueReader
}

/// The wrapped type decides; `null` never sets an optional to nil.
extension Optional: SelfReading {
  static func makeReader(_ readers: ValueReaders) -> any AnyValueReader {
    if let leaf = Wrapped.self as? any ReadableLeaf.Type { return leaf.makeOptionalReader() }
    let wrapped = readers.reader(of: Wrapped.self)
    return ValueReader<Wrapped?>(takesNull: wrapped.takesNull) { position, session in
      guard let value = try wrapped.read(position, session) else { return nil }
      return .some(value)
    }
  }
}

/// Leaves out elements that are null or can't be converted.
extension Array: SelfReading {
  static func makeReader(_ readers: ValueReaders) -> any AnyValueReader {
    let element = readers.reader(of: Element.self)
    return ValueReader<[Element]> { position, session in
      var elements: [Element] = []
      let isArray = try session.forEachValue(of: position, by: element, as: Self.self) {
        elements.append($0)
      }
      return isArray ? elements : nil
    }
  }
}

extension Set: SelfReading {
  static func makeReader(_ readers: ValueReaders) -> any AnyValueReader {
    let element = readers.reader(of: Element.self)
    return ValueReader<Set<Element>> { position, session in
      var elements: Set<Element> = []
      let isArray = try session.forEachValue(of: position, by: element, as: Self.self) {
        elements.insert($0)
      }
      return isArray ? elements : nil
    }
  }
}

extension ReadSession {
  /// Returns false for a value that is not an array.
  fileprivate func forEachValue<Element>(
    of position: JSONPosition, by reader: ValueReader<Element>, as type: Any.Type,
    _ body: (Element) -> Void
  ) throws -> Bool {
    guard position.byte == Byte.openBracket else {
      warnUnconverted(position, to: type)
      return false
    }
    try forEachElement(of: position) { position in
      if !reader.takesNull, position.isNull { return }
      if let element = try reader.read(position, self) { body(element) }
    }
    return true
  }
}

/// Leaves out entries whose value is null, or whose key or value can't be converted.
extension Dictionary: SelfReading {
  static func makeReader(_ readers: ValueReaders) -> any AnyValueReader {
    let key = DictionaryKey<Key>()
    let value = readers.reader(of: Value.self)
    return ValueReader<[Key: Value]> { position, session in
      guard position.byte == Byte.openBrace else {
        session.warnUnconverted(position, to: Self.self)
        return nil
      }
      guard let key else {
        session.warn(.unsupportedDictionaryKeyType(Key.self), position)
        return nil
      }
      var entries: [Key: Value] = [:]
      try session.forEachField(of: position) { name, position in
        guard let key = key.make(name) else {
          return session.warn(.unsupportedDictionaryKeyType(Key.self), position)
        }
        // The last of two fields with one name counts, whatever its value.
        entries[key] = nil
        if !value.takesNull, position.isNull { return }
        if let value = try value.read(position, session) { entries[key] = value }
      }
      return entries
    }
  }
}

extension ValueReaders {
  /// Makes a reader for a custom collection, created from an array.
  static func collection<T: JSONCollectionCreatable>(_ type: T.Type) -> any AnyValueReader {
    ValueReader<T> { position, session in
      guard position.byte == Byte.openBracket else {
        session.warnUnconverted(position, to: T.self)
        return nil
      }
      let reader = session.readers.any(T.elementType)
      var elements: [Any] = []
      try session.forEachElement(of: position) { position in
        if !reader.takesNull, position.isNull { return }
        if let element = try reader.readAny(position, session) { elements.append(element) }
      }
      return T(array: elements)
    }
  }

  /// Makes a reader for a custom dictionary, created from a dictionary.
  static func dictionary<T: JSONDictionaryCreatable>(_ type: T.Type) -> any AnyValueReader {
    ValueReader<T> { position, session in
      guard position.byte == Byte.openBrace else {
        session.warnUnconverted(position, to: T.self)
        return nil
      }
      guard T.keyValueTypes.key == String.self else {
        session.warn(.unsupportedDictionaryKeyType(T.keyValueTypes.key), position)
        return nil
      }
      let reader = session.readers.any(T.keyValueTypes.value)
      var entries: [String: Any] = [:]
      try session.forEachField(of: position) { name, position in
        entries[name] = nil
        if !reader.takesNull, position.isNull { return }
        if let value = try reader.readAny(position, session) { entries[name] = value }
      }
      return T(dictionary: entries)
    }
  }
}
