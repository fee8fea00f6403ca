public import Sluice

/// Returns the value at a key path of a document, made by its type. `""` is the document's root.
/// The value may be of any kind that the type reads. The document is checked in full.
///
/// ```swift
/// let avatar: Avatar = try decodeObject(from: data, atKeyPath: "response.avatar")
/// ```
///
/// Throws ``ParserError``: of deserialization for text that is not JSON; of validation when there
/// is nothing at the key path, and with everything that is wrong with the value. Rethrows other
/// errors of the type unchanged.
@inlinable
public func decodeObject<T: SchemaDecodable>(
  from source: some JSONSource, atKeyPath keyPath: String = ""
) throws -> T {
  try source.withSchemaDocument { try decodeObject(from: $0, atKeyPath: keyPath) }
}

/// Returns the elements of the array at a key path of a document, made by their type. Faults of
/// each element are reported with its index. See ``decodeObject(from:atKeyPath:)-(JSONSource,_)``.
@inlinable
public func decodeArray<T: SchemaDecodable>(
  from source: some JSONSource, atKeyPath keyPath: String = ""
) throws -> [T] {
  try source.withSchemaDocument { try decodeArray(from: $0, atKeyPath: keyPath) }
}

/// Returns the value at a key path of a document, made by a decoder. Also throws ``ParserError``
/// when the decoder makes another type. See ``decodeObject(from:atKeyPath:)-(JSONSource,_)``.
public func decodeObject<T>(
  from source: some JSONSource, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
) throws -> T {
  try source.withSchemaDocument {
    try decodeObject(from: $0, atKeyPath: keyPath, with: decoder)
  }
}

/// Returns the elements of the array at a key path of a document, made by a decoder. See
/// ``decodeArray(from:atKeyPath:)-(JSONSource,_)``.
public func decodeArray<T>(
  from source: some JSONSource, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
) throws -> [T] {
  try source.withSchemaDocument {
    try decodeArray(from: $0, atKeyPath: keyPath, with: decoder)
  }
}
