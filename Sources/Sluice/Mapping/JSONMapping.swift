/// Defines what a piece of JSON means: turns a cursor into a value.
///
/// Schemas, rules, decodable types and searches are mappings. Feeds, import jobs and readers take any mapping and know
/// none by name. Make a mapping once and use it for many documents, from several threads at a time.
///
/// ```swift
/// struct UserMapping: JSONMapping {
///   func value(from cursor: JSONCursor) throws -> User {
///     User(id: try cursor["id"].int, name: try cursor["name"].string)
///   }
/// }
/// let user = try reader.value(of: bytes, by: UserMapping())
/// ```
public protocol JSONMapping<Value>: Sendable {
  associatedtype Value

  /// The value that the JSON at `cursor` stands for. Throws its faults; a ``JSONError`` gets line, column and path when
  /// it leaves the document.
  func value(from cursor: JSONCursor) throws -> Value
}

/// A mapping that can also write its values.
public protocol JSONWritingMapping<Value>: JSONMapping {
  /// Writes the value as one JSON value.
  func write(_ value: Value, to writer: inout JSONWriter) throws
}

/// A mapping made from a closure.
///
/// ```swift
/// let ids = ClosureMapping { try $0["user"]["id"].int }
/// ```
public struct ClosureMapping<Value>: JSONMapping {
  @usableFromInline let read: @Sendable (JSONCursor) throws -> Value

  @inlinable
  public init(_ read: @escaping @Sendable (JSONCursor) throws -> Value) { self.read = read }

  @inlinable
  public func value(from cursor: JSONCursor) throws -> Value { try read(cursor) }
}

/// The mapping of JSON to itself: every value, owned.
public struct OwnedMapping: JSONWritingMapping {
  public init() {}

  public func value(from cursor: JSONCursor) throws -> JSON { try cursor.materializeMapped() }

  public func write(_ value: JSON, to writer: inout JSONWriter) throws { try writer.value(value) }
}

extension JSONMapping where Self == OwnedMapping {
  /// Every value, owned.
  public static var owned: OwnedMapping { OwnedMapping() }
}
