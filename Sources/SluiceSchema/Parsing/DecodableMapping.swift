public import Sluice

/// The mapping of JSON to a type that makes itself of it. ``Sluice/JSONMapping/decodable(_:)``.
public struct DecodableMapping<Value: SchemaDecodable>: JSONMapping {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> Value { try Value(json: cursor) }
}

/// The mapping of JSON to what a decoder makes of it. ``Sluice/JSONMapping/decoder(_:as:)``.
public struct DecoderMapping<Value>: JSONMapping {
  private let decoder: any SchemaDecoder & Sendable

  public init(_ decoder: any SchemaDecoder & Sendable, as type: Value.Type = Value.self) {
    self.decoder = decoder
  }

  /// Throws what the decoder throws, and ``ParserError`` when it makes another type.
  public func value(from cursor: JSONCursor) throws -> Value {
    let made = try decoder.decode(cursor)
    guard let value = made as? Value else {
      throw ParserError.validation(
        failureReason: "\(decoder) made a value of type \(type(of: made)), not \(Value.self)")
    }
    return value
  }
}

extension JSONMapping {
  /// A type that makes itself of JSON.
  @inlinable
  public static func decodable<T: SchemaDecodable>(_ type: T.Type) -> Self
  where Self == DecodableMapping<T> {
    DecodableMapping()
  }

  /// What a decoder makes of JSON.
  public static func decoder<T>(
    _ decoder: any SchemaDecoder & Sendable, as type: T.Type = T.self
  ) -> Self where Self == DecoderMapping<T> {
    DecoderMapping(decoder, as: type)
  }
}
