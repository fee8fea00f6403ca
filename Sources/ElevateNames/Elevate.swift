public import Sluice
public import SluiceSchema

/// Stands for the module's name in `Elevate.Decodable` and `Elevate.decodeObject(from: data)`.
///
/// A module's name leads only to what that module declares itself. So the types are aliases here, and
/// the functions are static functions that call SluiceSchema's.
public enum Elevate {
  /// Elevate's `Decodable`.
  public typealias Decodable = SchemaDecodable
  /// Elevate's `Decoder`.
  public typealias Decoder = SchemaDecoder
  /// Elevate's `Encodable`.
  public typealias Encodable = SchemaEncodable
  /// Takes an object apart by a schema.
  public typealias Parser = SluiceSchema.Parser
  /// Why a payload was refused.
  public typealias ParserError = SluiceSchema.ParserError
  /// Elevate's `Schema`: what the closure of `parseEntity` declares properties on.
  public typealias Schema = SchemaBuilder
  /// Elevate's name for the types of properties.
  public typealias SchemaPropertyProtocol = SchemaPropertyType
  /// Makes an `Int` of a string.
  public typealias StringToIntDecoder = SluiceSchema.StringToIntDecoder
  /// Makes a `Date` of a string.
  public typealias DateDecoder = SluiceSchema.DateDecoder

  /// The value at a key path of a document, made by its type.
  @inlinable
  public static func decodeObject<T: SchemaDecodable>(
    from source: some JSONSource, atKeyPath keyPath: String = ""
  ) throws -> T {
    try SluiceSchema.decodeObject(from: source, atKeyPath: keyPath)
  }

  /// The values of the array at a key path of a document, made by their type.
  @inlinable
  public static func decodeArray<T: SchemaDecodable>(
    from source: some JSONSource, atKeyPath keyPath: String = ""
  ) throws -> [T] {
    try SluiceSchema.decodeArray(from: source, atKeyPath: keyPath)
  }

  /// The value at a key path of a document, made by a decoder.
  public static func decodeObject<T>(
    from source: some JSONSource, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
  ) throws -> T {
    try SluiceSchema.decodeObject(from: source, atKeyPath: keyPath, with: decoder)
  }

  /// The values of the array at a key path of a document, made by a decoder.
  public static func decodeArray<T>(
    from source: some JSONSource, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
  ) throws -> [T] {
    try SluiceSchema.decodeArray(from: source, atKeyPath: keyPath, with: decoder)
  }

  /// The value at a key path below a cursor, made by its type.
  @inlinable
  public static func decodeObject<T: SchemaDecodable>(
    from json: JSONCursor, atKeyPath keyPath: String = ""
  ) throws -> T {
    try SluiceSchema.decodeObject(from: json, atKeyPath: keyPath)
  }

  /// The values of the array at a key path below a cursor, made by their type.
  @inlinable
  public static func decodeArray<T: SchemaDecodable>(
    from json: JSONCursor, atKeyPath keyPath: String = ""
  ) throws -> [T] {
    try SluiceSchema.decodeArray(from: json, atKeyPath: keyPath)
  }

  /// The value at a key path below a cursor, made by a decoder.
  public static func decodeObject<T>(
    from json: JSONCursor, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
  ) throws -> T {
    try SluiceSchema.decodeObject(from: json, atKeyPath: keyPath, with: decoder)
  }

  /// The values of the array at a key path below a cursor, made by a decoder.
  public static func decodeArray<T>(
    from json: JSONCursor, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
  ) throws -> [T] {
    try SluiceSchema.decodeArray(from: json, atKeyPath: keyPath, with: decoder)
  }
}
