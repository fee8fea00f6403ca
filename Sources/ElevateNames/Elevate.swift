public import Sluice
public import SluiceSchema

/// Stands for the module's name in `Elevate.decodeObject(from: data)`: a name with a module before
/// it does not lead to another module's functions, so these are static functions that call
/// SluiceSchema's.
public enum Elevate {
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
