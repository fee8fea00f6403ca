public import Sluice

/// Returns the value at a key path below a cursor, made by its type. See
/// ``decodeObject(from:atKeyPath:)-(JSONSource,_)``.
@inlinable
public func decodeObject<T: SchemaDecodable>(
  from json: JSONCursor, atKeyPath keyPath: String = ""
) throws -> T {
  try json.withValue(atKeyPath: keyPath) { try T(json: $0) }
}

/// Returns the elements of the array at a key path below a cursor, made by their type.
@inlinable
public func decodeArray<T: SchemaDecodable>(
  from json: JSONCursor, atKeyPath keyPath: String = ""
) throws -> [T] {
  try json.withValue(atKeyPath: keyPath) {
    guard $0.position.byte == Byte.openBracket else { throw $0.position.mismatch(.array) }
    return try [T](decoding: $0.position)
  }
}

/// Returns the value at a key path below a cursor, made by a decoder.
public func decodeObject<T>(
  from json: JSONCursor, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
) throws -> T {
  try json.withValue(atKeyPath: keyPath) { try decoder.made(try decoder.decode($0)) }
}

/// Returns the elements of the array at a key path below a cursor, made by a decoder.
public func decodeArray<T>(
  from json: JSONCursor, atKeyPath keyPath: String = "", with decoder: any SchemaDecoder
) throws -> [T] {
  try json.withValue(atKeyPath: keyPath) {
    let array = $0.position
    guard array.byte == Byte.openBracket else { throw array.mismatch(.array) }
    return try array.elements(by: decoder) { try decoder.made($0) }
  }
}

extension SchemaDecoder {
  /// Returns what the decoder made, as the requested type.
  fileprivate func made<T>(_ value: Any) throws -> T {
    guard let made = value as? T else {
      throw ParserError.validation(
        failureReason: "\(self) made a value of type \(type(of: value)), not \(T.self)")
    }
    return made
  }
}
