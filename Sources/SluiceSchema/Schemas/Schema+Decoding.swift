public import Sluice

/// Decodes a document in one call.
extension Schema {
  /// Returns the value at a key path of a document; `""` is its root. The document is checked in
  /// full.
  ///
  /// Throws ``ParserError``: of deserialization for text that is not JSON; of validation for values
  /// that don't match the schema, or when there is nothing at the key path. Also throws the errors
  /// of ``value(from:)``.
  @inlinable
  public func decode(_ source: some JSONSource, atKeyPath keyPath: String = "") throws -> Value {
    try source.withSchemaDocument { root in
      try root.withValue(atKeyPath: keyPath) { try value(from: $0) }
    }
  }

  /// Returns the elements of the array at a key path of a document. See ``decode(_:atKeyPath:)``.
  @inlinable
  public func decodeArray(
    _ source: some JSONSource, atKeyPath keyPath: String = ""
  ) throws -> [Value] {
    let elements = ArrayMapping(of: self)
    return try source.withSchemaDocument { root in
      try root.withValue(atKeyPath: keyPath) { try elements.value(from: $0) }
    }
  }
}
