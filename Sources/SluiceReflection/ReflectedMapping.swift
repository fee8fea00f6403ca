import Foundation
import Sluice

/// Maps a type that is read and written by reflection, for feeds, readers, and arrays of other
/// mappings: ``Sluice/JSONMapping/reflected(_:dates:)``.
///
/// Warnings are not reported.
public struct ReflectedMapping<Value>: JSONWritingMapping {
  /// Converts JSON to dates, and dates to JSON.
  public struct Dates: Sendable {
    let read: @Sendable (Any) -> Date?
    let write: @Sendable (Date) -> (any JSONLeafRepresentable)?

    public init(
      read: @escaping @Sendable (Any) -> Date?,
      write: @escaping @Sendable (Date) -> (any JSONLeafRepresentable)?
    ) {
      self.read = read
      self.write = write
    }
  }

  private let dates: Dates?
  private let object: @Sendable (JSONPosition, ReadSession) throws -> Value

  public init(_ type: Value.Type = Value.self, dates: Dates? = nil)
  where Value: JSONObjectCreatable {
    self.dates = dates
    object = { position, session in try session.object(Value.self, at: position) }
  }

  /// Throws the same errors as ``JSONDeserializer`` for an object.
  public func value(from cursor: JSONCursor) throws -> Value {
    let session = ReadSession(dates?.read, nil, .shared)
    defer { session.end() }
    let value = try object(cursor.position, session)
    try session.refuseFault()
    return value
  }

  /// Throws the same errors as ``JSONSerializer/serialize(_:observer:)``.
  public func write(_ value: Value, to writer: inout JSONWriter) throws {
    let serializer = JSONSerializer()
    serializer.dateConversionBlock = dates?.write
    try serializer.write(value, to: &writer)
  }
}

extension JSONMapping {
  /// Maps objects of a type that is read and written by reflection.
  public static func reflected<T: JSONObjectCreatable>(
    _ type: T.Type, dates: ReflectedMapping<T>.Dates? = nil
  ) -> Self where Self == ReflectedMapping<T> {
    ReflectedMapping(type, dates: dates)
  }
}
