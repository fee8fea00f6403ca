public import Sluice
public import SluiceSchema

/// Replaces the module's name in `Elevate.Decodable` and `Elevate.decodeObject(from: data)`.
///
/// A module's name qualifies only its own declarations. So the types are aliases here, and the
/// functions are static functions that call SluiceSchema's.
public enum Elevate {
  /// Elevate's `Decodable`.
  public typealias Decodable = SchemaDecodable
  /// Elevate's `Decoder`.
  public typealias Decoder = SchemaDecoder
  /// Elevate's `Encodable`.
  public typealias Encodable = SchemaEncodable
  /// Reads an object's properties by a schema.
  public typealias Parser = SluiceSchema.Parser
  /// Why a payload was rejected.
  public typealias ParserError = SluiceSchema.ParserError
  /// Elevate's `Schema`: declares properties in the closure of `parseEntity`.
  public typealias Schema = SchemaBuilder
  /// A declared property.
  public typealias SchemaProperty = SchemaBuilder.Property
  /// Elevate's name for the types of properties.
  public typealias SchemaPropertyProtocol = SchemaPropertyType
  /// Decodes an `Int` from a string.
  public typealias StringToIntDecoder = StringDecoder<Int>
  /// Decodes a `Date` from a string.
  public typealias DateDecoder = SluiceSchema.DateDecoder

  /// Returns the value at a key path of a document, made by its type.
  @inlinable
  public static func decodeObject<T: SchemaDecodable>(
    from source: some JSONSource, atKeyPath keyPath: String = ""
  ) throws -> T {
    try SluiceSchema.decodeObject(from: source, atKeyPath: keyPath)
  }

  /// Returns the elements of the array at a key path of a document, made by their type.
  @inlinable
  public static func decodeArray<T: SchemaDecodable>(
    from source: some JSONSource, atKeyPath keyPath: String = ""
  ) throws -> [T] {
    try SluiceSchema.decodeArray(from: source, atKeyPath: keyPath)
  }

  /// Returns the value at a key path of a document, made by a decoder.
  public static func decodeObject<T>(
    from source: some JSONSource, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
  ) throws -> T {
    try SluiceSchema.decodeObject(from: source, atKeyPath: keyPath, with: decoder)
  }

  /// Returns the elements of the array at a key path of a document, made by a decoder.
  public static func decodeArray<T>(
    from source: some JSONSource, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
  ) throws -> [T] {
    try SluiceSchema.decodeArray(from: source, atKeyPath: keyPath, with: decoder)
  }

  /// Returns the value at a key path below a cursor, made by its type.
  @inlinable
  public static func decodeObject<T: SchemaDecodable>(
    from json: JSONCursor, atKeyPath keyPath: String = ""
  ) throws -> T {
    try SluiceSchema.decodeObject(from: json, atKeyPath: keyPath)
  }

  /// Returns the elements of the array at a key path below a cursor, made by their type.
  @inlinable
  public static func decodeArray<T: SchemaDecodable>(
    from json: JSONCursor, atKeyPath keyPath: String = ""
  ) throws -> [T] {
    try SluiceSchema.decodeArray(from: json, atKeyPath: keyPath)
  }

  /// Returns the value at a key path below a cursor, made by a decoder.
  public static func decodeObject<T>(
    from json: JSONCursor, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
  ) throws -> T {
    try SluiceSchema.decodeObject(from: json, atKeyPath: keyPath, with: decoder)
  }

  /// Returns the elements of the array at a key path below a cursor, made by a decoder.
  public static func decodeArray<T>(
    from json: JSONCursor, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
  ) throws -> [T] {
    try SluiceSchema.decodeArray(from: json, atKeyPath: keyPath, with: decoder)
  }
}
