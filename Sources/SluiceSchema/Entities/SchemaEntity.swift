import Sluice

/// The values that a schema read from an object, by the key paths of its properties.
///
/// ```swift
/// let name: String = entity <-! "name"
/// let age = try entity.value("age", as: Int.self)
/// ```
///
/// An entity is not a dictionary: it keeps the schema's order, and its values in one allocation;
/// ``dictionary`` makes a dictionary. It has no optional properties that were missing or null.
/// Reading properties in the schema's order costs one comparison each.
public struct SchemaEntity {
  @usableFromInline let storage: EntityStorage

  init(storage: EntityStorage) { self.storage = storage }

  /// Calls `body` with the value of a key path.
  @inlinable @inline(__always)
  func withSlot<R>(_ keyPath: String, _ body: (borrowing SchemaValue) throws -> R) rethrows -> R {
    try unsafe storage.withUnsafeMutablePointers { header, slots in
      let next = unsafe header.pointee.next
      if unsafe next < header.pointee.count, unsafe isSameKey(header.pointee.names[next], keyPath) {
        unsafe header.pointee.next = next &+ 1
        return try unsafe body(slots[next])
      }
      guard let place = find(keyPath) else { return try body(.absent) }
      return try unsafe body(slots[place])
    }
  }

  @usableFromInline @inline(never)
  func find(_ keyPath: String) -> Int? {
    unsafe storage.withUnsafeMutablePointerToHeader { header in
      guard let place = unsafe header.pointee.keys.place(of: keyPath) else { return nil }
      unsafe header.pointee.next = place &+ 1
      return place
    }
  }

  /// The value of a key path, or nil when it is missing or not a `T`.
  @inlinable
  public subscript<T>(keyPath: String, as type: T.Type) -> T? {
    withSlot(keyPath) { $0.value(as: T.self) }
  }

  /// The value of a key path, or nil when it is missing.
  public subscript(keyPath: String) -> Any? { withSlot(keyPath) { $0.any } }

  /// Returns the value of a key path.
  ///
  /// Throws ``ParserError`` when it is missing or not a `T`; ``<-!(_:_:)`` stops the program
  /// instead.
  @inlinable
  public func value<T>(_ keyPath: String, as type: T.Type = T.self) throws -> T {
    guard let value = withSlot(keyPath, { $0.value(as: T.self) }) else {
      throw missing(keyPath, T.self)
    }
    return value
  }

  /// Returns the value of a key path, or nil when it is missing. Throws ``ParserError`` when it is
  /// not a `T`.
  @inlinable
  public func value<T>(ifPresent keyPath: String, as type: T.Type = T.self) throws -> T? {
    if let value = withSlot(keyPath, { $0.value(as: T.self) }) { return value }
    guard contains(keyPath) else { return nil }
    throw missing(keyPath, T.self)
  }

  /// Returns whether there is a value at a key path.
  public func contains(_ keyPath: String) -> Bool { withSlot(keyPath) { !$0.isAbsent } }

  @usableFromInline @inline(never)
  func missing(_ keyPath: String, _ type: Any.Type) -> ParserError {
    guard let value = self[keyPath] else {
      return .validation(failureReason: "No value for key path [\(keyPath)] was parsed")
    }
    return .validation(
      failureReason: "Value for key path [\(keyPath)] is of type \(Swift.type(of: value)),"
        + " not \(type)")
  }
}

extension SchemaEntity {
  /// The key paths that have a value, in the schema's order.
  public var keys: [String] { present.map { $0.name } }

  /// The number of key paths that have a value.
  public var count: Int { present.count }

  /// Whether no key path has a value.
  public var isEmpty: Bool { present.isEmpty }

  /// The values as a dictionary. O(count), allocates.
  public var dictionary: [String: Any] {
    Dictionary(present.map { ($0.name, $0.value) }) { _, last in last }
  }

  private var present: [(name: String, value: Any)] {
    unsafe storage.withUnsafeMutablePointers { header, slots in
      unsafe header.pointee.keys.all.enumerated().compactMap { place, name in
        unsafe slots[place].any.map { (name, $0) }
      }
    }
  }
}

extension SchemaEntity: CustomStringConvertible {
  /// The key paths and values, in the schema's order.
  public var description: String {
    "[\(present.map { "\($0.name): \($0.value)" }.joined(separator: ", "))]"
  }
}
