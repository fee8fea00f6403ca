import Foundation
import Sluice
import SluiceSystem

/// Reads JSON into values of one type. Chosen once for each type, and cached.
///
/// Sound to share because what `read` captures are types and other readers. (The compiler requires
/// types whose conformances are not isolated to an actor: others are not found at run time.)
final class ValueReader<Value>: AnyValueReader, @unchecked Sendable {
  /// Returns nil for JSON that can't be converted, and reports that as a warning. Throws errors in
  /// the text, and `depth-exceeded`.
  let read: (JSONPosition, ReadSession) throws -> Value?
  /// Whether it reads `null` as well; other readers treat `null` as missing.
  let takesNull: Bool

  init(
    takesNull: Bool = false,
    _ read: @escaping (JSONPosition, ReadSession) throws -> Value?
  ) {
    self.takesNull = takesNull
    self.read = read
  }

  /// The cached reader of the type.
  static var shared: ValueReader<Value> {
    let reader = ValueReaders.any(Value.self)
    if let reader = reader as? ValueReader<Value> { return reader }
    return ValueReader(takesNull: reader.takesNull) { position, session in
      try reader.readAny(position, session) as? Value
    }
  }

  func readAny(_ position: JSONPosition, _ session: ReadSession) throws -> Any? {
    try read(position, session).map { $0 as Any }
  }
}

/// A reader whose type is known only at run time.
protocol AnyValueReader: AnyObject, Sendable {
  var takesNull: Bool { get }
  func readAny(_ position: JSONPosition, _ session: ReadSession) throws -> Any?
}

/// A type that provides its own reader: the standard library's containers.
protocol SelfReading {
  static func makeReader() -> any AnyValueReader
}

enum ValueReaders {
  private static let known = LockedValue<[ObjectIdentifier: any AnyValueReader]>([:])

  static func any(_ type: Any.Type) -> any AnyValueReader {
    let key = ObjectIdentifier(type)
    if let reader = known.withLock({ $0[key] }) { return reader }
    // Two threads may each make one: both are the same.
    let reader = make(type)
    known.withLock { $0[key] = reader }
    return reader
  }

  private static func make(_ type: Any.Type) -> any AnyValueReader {
    if let type = type as? any SelfReading.Type { return type.makeReader() }
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
    return ValueReader<T> { position, session in
      guard position.byte == Byte.openBrace else {
        session.warnUnconverted(position, to: T.self)
        return nil
      }
      return try MappedPlans.of(T.self).make(T.self, from: position, session)
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
