import Foundation
import Sluice
import SluiceFoundation

/// Reads JSON into your own types by reflection, without mapping code.
///
/// ```swift
/// let deserializer = JSONDeserializer()
/// let jsonGuy: Person = try deserializer.deserialize(jsonData)
/// ```
///
/// Types choose one of three ways. Structs and final classes conform to ``JSONCreatable``. Class
/// hierarchies use ``Mapped`` properties and ``JSONCreatableObject``. The fastest way is a table,
/// ``JSONPropertyMapped``. A field that is missing or `null` leaves its property as `init()` made
/// it. So does one that can't be converted, which is reported to the observer.
///
/// Not Sendable: use one for each thread, or a ``ReflectedMapping``.
nonisolated open class JSONDeserializer {
  /// Returns the date in any JSON value: `String`, `NSNumber`, `[Any]`, `[String: Any]` or `NSNull`.
  /// Nil for a value that is not a date.
  public typealias DateConversion = (Any) -> Date?

  /// Converts every `Date`. Without a block, dates are not set.
  public var dateConversionBlock: DateConversion?
  /// By default the whole document is checked before anything is made from it, and the last of
  /// several fields with one name counts.
  public var readingOptions = JSONOptions(checking: .full, duplicateKeys: .lastWins)

  public init() {}

  /// Reads an object.
  ///
  /// Throws `type-mismatch` when the JSON is not an object, errors of opening the document, and
  /// `depth-exceeded`. For a ``JSONCreatable`` also throws errors of its own `init(from:)`, and
  /// `missing-field` for a value that neither the JSON nor `init()` has.
  open func deserialize<T: JSONObjectCreatable>(
    _ jsonData: Data, observer: (any JSONWarningObserver)? = nil
  ) throws -> T {
    try read(jsonData, observer) { position, session in
      try session.object(T.self, at: position)
    }
  }

  /// Reads an array, a set or a custom collection. Elements that can't be converted are left out.
  ///
  /// Throws `type-mismatch` when the JSON is not an array, and errors of opening the document.
  open func deserialize<T: JSONCollectionCreatable>(
    _ jsonData: Data, observer: (any JSONWarningObserver)? = nil
  ) throws -> T {
    try read(jsonData, observer) { position, session in
      guard position.byte == Byte.openBracket else { throw position.mismatch(.array) }
      return try session.root(T.self, at: position)
    }
  }

  /// Reads a dictionary. Entries that can't be converted are left out.
  ///
  /// Throws `type-mismatch` when the JSON is not an object, and errors of opening the document.
  open func deserialize<T: JSONDictionaryCreatable>(
    _ jsonData: Data, observer: (any JSONWarningObserver)? = nil
  ) throws -> T {
    try read(jsonData, observer) { position, session in
      guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
      return try session.root(T.self, at: position)
    }
  }

  /// Sets the properties of an instance that the JSON has.
  ///
  /// Everything is read before anything is set: when this throws, the instance is unchanged. Only
  /// errors of the instance's own `setValue` come later; they are warnings, and the other
  /// properties are set.
  open func deserialize(
    _ jsonData: Data, intoInstance instance: any JSONKeyValueCreatable,
    observer: (any JSONWarningObserver)? = nil
  ) throws {
    try read(jsonData, observer) { position, session in
      try session.fill(instance, from: position)
    }
  }

  /// Replaces a value by one with the JSON's properties; the others keep their values.
  ///
  /// When this throws, the value is unchanged. A class gets a new instance, unless it is
  /// ``JSONKeyValueCreatable`` or has a table; then the instance is filled.
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
    let session = ReadSession(dateConversionBlock, observer, .shared)
    defer { session.end() }
    return try JSONReaderPool.shared.withReader(options: readingOptions) { reader in
      try reader.withDocument(data) { root in
        let result = try body(root.position, session)
        try session.refuseFault()
        return result
      }
    }
  }
}

extension ReadSession {
  /// Reads a value whose type is known to fit the current kind of JSON.
  func root<T>(_ type: T.Type, at position: JSONPosition) throws -> T {
    guard let value = try reader(type).read(position, self) else {
      throw JSONError(.invalidValue, at: position.offset, name: "\(type)")
    }
    return value
  }

  /// Reads a new object.
  func object<T: JSONObjectCreatable>(_ type: T.Type, at position: JSONPosition) throws -> T {
    guard position.byte == Byte.openBrace else { throw position.mismatch(.object) }
    if let type = type as? any JSONCreatable.Type, !(type is any JSONPropertyMapped.Type),
      !(type is any JSONKeyValueCreatable.Type)
    {
      // Without its reader, which would turn errors of `init(from:)` into warnings.
      if let value = try decoded(type, at: position, prototype: nil) as? T { return value }
    }
    return try root(type, at: position)
  }

  /// Reads an object that starts as `prototype`.
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
    try MappedPlans.plan(of: instance, readers).fill(instance, from: position, self)
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
