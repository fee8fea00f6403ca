import Sluice

extension ValueReaders {
  /// The readers that all sessions share.
  static let shared = ValueReaders { type, readers in make(type, readers) }

  private static func make(_ type: Any.Type, _ readers: ValueReaders) -> any AnyValueReader {
    if let type = type as? any SelfReading.Type { return type.makeReader(readers) }
    if let type = type as? any ReadableLeaf.Type { return type.makeReader() }
    if let reader = FoundationReaders.reader(of: type) { return reader }
    var facets = Facets()
    if let type = type as? any JSONLeafCreatable.Type { facets.leaf = customLeaf(type) }
    if let type = type as? any JSONCollectionCreatable.Type { facets.array = collection(type) }
    facets.object = object(type)
    if let reader = facets.only { return reader }
    if facets.isEmpty, let type = type as? any Decodable.Type { return decodable(type) }
    return FacetReader(type, facets)
  }

  private static func object(_ type: Any.Type) -> (any AnyValueReader)? {
    if let type = type as? any JSONKeyValueCreatable.Type { return keyValue(type) }
    if let type = type as? any JSONPropertyMapped.Type { return table(type) }
    if let type = type as? any JSONCreatable.Type { return decodable(type) }
    if let type = type as? any JSONDictionaryCreatable.Type { return dictionary(type) }
    return nil
  }

  private static func customLeaf<T: JSONLeafCreatable>(_ type: T.Type) -> any AnyValueReader {
    ValueReader<T> { position, session in
      if let leaf = try position.leafValue(), let value = T(jsonValue: leaf) { return value }
      session.warnUnconverted(position, to: T.self)
      return nil
    }
  }

  private static func keyValue<T: JSONKeyValueCreatable>(_ type: T.Type) -> any AnyValueReader {
    ValueReader<T> { position, session in
      guard position.byte == Byte.openBrace else {
        session.warnUnconverted(position, to: T.self)
        return nil
      }
      return try MappedPlans.of(T.self, session.readers).make(T.self, from: position, session)
    }
  }

  private static func table<T: JSONPropertyMapped>(_ type: T.Type) -> any AnyValueReader {
    ValueReader<T> { position, session in
      guard position.byte == Byte.openBrace else {
        session.warnUnconverted(position, to: T.self)
        return nil
      }
      return try T.jsonProperties.make(from: position, session) { T() }
    }
  }
}
