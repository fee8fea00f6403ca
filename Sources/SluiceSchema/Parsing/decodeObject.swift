public import Sluice

/// The value at a key path of a document, made by its type. `""` is the document's root; the value
/// may be of any kind that the type takes. The document is checked in full.
///
/// ```swift
/// let avatar: Avatar = try decodeObject(from: data, atKeyPath: "response.avatar")
/// ```
///
/// Throws ``ParserError``: of deserialization for what is not JSON; of validation when nothing
/// stands at the key path, and with all that is wrong with the value. Other errors that the type
/// throws come out as they are.
@inlinable
public func decodeObject<T: SchemaDecodable>(
  from source: some JSONSource, atKeyPath keyPath: String = ""
) throws -> T {
  try source.withSchemaDocument { try decodeObject(from: $0, atKeyPath: keyPath) }
}

/// The values of the elements of the array at a key path of a document, made by their type. What is
/// wrong with each element is reported with its index. See ``decodeObject(from:atKeyPath:)``.
@inlinable
public func decodeArray<T: SchemaDecodable>(
  from source: some JSONSource, atKeyPath keyPath: String = ""
) throws -> [T] {
  try source.withSchemaDocument { try decodeArray(from: $0, atKeyPath: keyPath) }
}

/// The value at a key path of a document, made by a decoder. Throws ``ParserError`` when the decoder
/// makes another type, too. See ``decodeObject(from:atKeyPath:)``.
public func decodeObject<T>(
  from source: some JSONSource, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
) throws -> T {
  try source.withSchemaDocument {
    try decodeObject(from: $0, atKeyPath: keyPath, with: decoder)
  }
}

/// The values of the elements of the array at a key path of a document, made by a decoder. See
/// ``decodeArray(from:atKeyPath:)``.
public func decodeArray<T>(
  from source: some JSONSource, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
) throws -> [T] {
  try source.withSchemaDocument {
    try decodeArray(from: $0, atKeyPath: keyPath, with: decoder)
  }
}
