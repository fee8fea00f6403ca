/// The mapping of a value that may be `null`, which becomes nil: ``JSONMapping/nullable(_:)``.
public struct NullableMapping<Wrapped: JSONMapping>: JSONMapping {
  /// The mapping of a value that is not `null`.
  public let wrapped: Wrapped

  @inlinable public init(_ wrapped: Wrapped) { self.wrapped = wrapped }

  @inlinable
  public func value(from cursor: JSONCursor) throws -> Wrapped.Value? {
    cursor.isNull ? nil : try wrapped.value(from: cursor)
  }
}

extension NullableMapping: JSONWritingMapping where Wrapped: JSONWritingMapping {
  @inlinable
  public func write(_ value: Wrapped.Value?, to writer: inout JSONWriter) throws {
    guard let value else { return try writer.null() }
    try wrapped.write(value, to: &writer)
  }
}

extension JSONMapping {
  /// A value that may be `null`: for elements of arrays and dictionaries. (To a schema's fields,
  /// `null` is the same as missing.)
  @inlinable
  public static func nullable<Wrapped: JSONMapping>(_ wrapped: Wrapped) -> Self
  where Self == NullableMapping<Wrapped> {
    NullableMapping(wrapped)
  }
}
