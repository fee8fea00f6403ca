public import Sluice

/// Maps JSON to a type that can initialise itself from JSON: `JSONMapping/decodable(_:)`.
public struct DecodableMapping<Value: SchemaDecodable>: JSONMapping {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> Value { try Value(json: cursor) }
}

/// Maps JSON with a decoder: `JSONMapping/decoder(_:as:)`.
public struct DecoderMapping<Value>: JSONMapping {
  private let decoder: any SchemaDecoder & Sendable

  public init(_ decoder: any SchemaDecoder & Sendable, as type: Value.Type = Value.self) {
    self.decoder = decoder
  }

  /// Throws errors of the decoder, and ``ParserError`` when it makes another type.
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
  /// Reads a type that can initialise itself from JSON.
  @inlinable
  public static func decodable<T: SchemaDecodable>(_ type: T.Type) -> Self
  where Self == DecodableMapping<T> {
    DecodableMapping()
  }

  /// Reads a value that a decoder makes from JSON.
  public static func decoder<T>(
    _ decoder: any SchemaDecoder & Sendable, as type: T.Type = T.self
  ) -> Self where Self == DecoderMapping<T> {
    DecoderMapping(decoder, as: type)
  }
}
