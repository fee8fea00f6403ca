public import Sluice

/// A document's value in one call.
extension Schema {
  /// The value at a key path of a document, `""` being its root. The document is checked in full.
  ///
  /// Throws ``ParserError``: of deserialization for what is not JSON, of validation for what the
  /// schema does not take, or when nothing stands at the key path; and what ``value(from:)`` throws.
  @inlinable
  public func decode(_ source: some JSONSource, atKeyPath keyPath: String = "") throws -> Value {
    try source.withSchemaDocument { root in
      try root.withValue(atKeyPath: keyPath) { try value(from: $0) }
    }
  }

  /// The values of the elements of the array at a key path of a document. See
  /// ``decode(_:atKeyPath:)``.
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
