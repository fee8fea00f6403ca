import Foundation
import Sluice
import SluiceFoundation

/// Makes a date of any JSON value: `String`, `NSNumber`, `[Any]`, `[String: Any]` or `NSNull`. Nil:
/// it is none.
public typealias SGYJSONDateConversionBlock = (Any) -> Date?

/// Reads JSON into any type that says how it is made, by reflection: no mapping code.
///
/// ```swift
/// let deserializer = SGYJSONDeserializer()
/// let jsonGuy: Person = try deserializer.deserialize(jsonData)
/// ```
///
/// Types say so in one of three ways: structs and final classes by ``JSONCreatable``, hierarchies of
/// classes by ``Mapped`` properties and ``JSONCreatableObject``, and the fastest way by a table,
/// ``JSONPropertyMapped``. A field that is missing or `null` leaves its property as `init()` made it;
/// so does one that can't be converted, which is reported to the observer.
///
/// Not Sendable: use one for each thread; or a ``ReflectedMapping``.
nonisolated open class SGYJSONDeserializer {
  /// Makes every `Date`. Without one, dates are left as they are.
  public var dateConversionBlock: SGYJSONDateConversionBlock?
  /// The whole document is checked before anything is made of it, and of fields of one name the last
  /// counts, unless told otherwise.
  public var readingOptions = JSONOptions(checking: .full, duplicateKeys: .lastWins)

  public init() {}

  /// An object.
  ///
  /// Throws `type-mismatch` when the JSON is none, what opening the document throws,
  /// `depth-exceeded`; of a ``JSONCreatable`` also what its own `init(from:)` throws, and
  /// `missing-field` for a value that neither the JSON nor `init()` has.
  open func deserialize<T: JSONObjectCreatable>(
    _ jsonData: Data, observer: (any JSONWarningObserver)? = nil
  ) throws -> T {
    try read(jsonData, observer) { position, session in
      try session.object(T.self, at: position)
    }
  }

  /// An array, a set or a collection of one's own. Elements that can't be converted are left out.
  ///
  /// Throws `type-mismatch` when the JSON is no array, and what opening the document throws.
  open func deserialize<T: JSONCollectionCreatable>(
    _ jsonData: Data, observer: (any JSONWarningObserver)? = nil
  ) throws -> T {
    try read(jsonData, observer) { position, session in
      guard position.byte == Byte.openBracket else { throw position.mismatch(.array) }
      return try session.root(T.self, at: position)
    }
  }

  /// A dictionary. Entries that can't be converted are left out.
  ///
  /// Throws `type-mismatch` when the JSON is no object, and what opening the document throws.
  open func deserialize<T: JSONDictionaryCreatable>(
    _ jsonData: Data, observer: (any JSONWarningObserver)? = nil
  ) throws -> T {
    try read(jsonData, observer) { position, session in
      guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
      return try session.root(T.self, at: position)
    }
  }

  /// Sets those properties of an instance that the JSON has.
  ///
  /// Everything is read before anything is set: when this throws, the instance is as it was. Only
  /// what the instance's own `setValue` throws comes later; it is a warning, and the other
  /// properties are set.
  open func deserialize(
    _ jsonData: Data, intoInstance instance: any JSONKeyValueCreatable,
    observer: (any JSONWarningObserver)? = nil
  ) throws {
    try read(jsonData, observer) { position, session in
      try session.fill(instance, from: position)
    }
  }

  /// Replaces a value by one with what the JSON has; the rest is as it was.
  ///
  /// When this throws, the value is as it was. A class gets a new instance, but for one that is
  /// ``JSONKeyValueCreatable`` or has a table, which is filled.
  open func deserialize<T: JSONObjectCreatable>(
    _ jsonData: Data, into value: inout T, observer: (any JSONWarningObserver)? = nil
  ) throws {
    let prototype = value
    value = try read(jsonData, observer) { position, session in
      try session.object(T.self, at: position, over: prototype)
    }
  }

  private func read<R>(
    _ data: Data, _ observer: (any JSONWarningObserver)?,
    _ body: (JSONPosition, ReadSession) throws -> R
  ) throws -> R {
    let session = ReadSession(dateConversionBlock, observer)
    defer { session.end() }
    return try ReaderPool.withReader(readingOptions) { reader in
      try reader.withDocument(data) { root in try body(root.position, session) }
    }
  }
}

extension ReadSession {
  /// A value whose type is known to fit the kind of JSON at hand.
  func root<T>(_ type: T.Type, at position: JSONPosition) throws -> T {
    guard let value = try reader(type).read(position, self) else {
      throw JSONError(.invalidValue, at: position.offset, name: "\(type)")
    }
    return value
  }

  /// An object, new.
  func object<T: JSONObjectCreatable>(_ type: T.Type, at position: JSONPosition) throws -> T {
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    if let type = type as? any JSONCreatable.Type, !(type is any JSONPropertyMapped.Type),
      !(type is any JSONKeyValueCreatable.Type)
    {
      // Not by its reader, which makes a warning of what `init(from:)` throws.
      if let value = try decoded(type, at: position, prototype: nil) as? T { return value }
    }
    return try root(type, at: position)
  }

  /// An object that begins as `prototype`.
  func object<T: JSONObjectCreatable>(
    _ type: T.Type, at position: JSONPosition, over prototype: T
  ) throws -> T {
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    if let instance = prototype as? any JSONKeyValueCreatable {
      try fill(instance, from: position)
      return prototype
    }
    if let type = type as? any JSONPropertyMapped.Type,
      let value = try table(type, at: position, over: prototype) as? T
    {
      return value
    }
    if let type = type as? any JSONCreatable.Type,
      let value = try decoded(type, at: position, prototype: prototype) as? T
    {
      return value
    }
    throw JSONError(.invalidValue, at: position.offset, name: "\(type)")
  }

  func fill(_ instance: any JSONKeyValueCreatable, from position: JSONPosition) throws {
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    try MappedPlans.plan(of: instance).fill(instance, from: position, self)
  }

  private func decoded<T: JSONCreatable>(
    _ type: T.Type, at position: JSONPosition, prototype: Any?
  ) throws -> T {
    try decode(type, at: position, PrototypeInfo.of(type), prototype: prototype)
  }

  private func table<T: JSONPropertyMapped>(
    _ type: T.Type, at position: JSONPosition, over prototype: Any
  ) throws -> T? {
    guard var value = prototype as? T else { return nil }
    try T.jsonProperties.fill(&value, from: position, self)
    return value
  }
}
