/// Reads a document's value by a mapping, in one call. Throws the errors of `withDocument` and of the mapping.
extension JSONReader {
  @inlinable
  public mutating func value<M: JSONMapping>(of bytes: [UInt8], by mapping: M) throws -> M.Value {
    try withDocument(bytes) { root in try mapping.value(from: root) }
  }

  @inlinable
  public mutating func value<M: JSONMapping>(
    of text: some StringProtocol, by mapping: M
  ) throws -> M.Value {
    try withDocument(text) { root in try mapping.value(from: root) }
  }

  @inlinable
  public mutating func value<M: JSONMapping>(
    of bytes: Span<UInt8>, by mapping: M
  ) throws -> M.Value {
    try withDocument(bytes) { root in try mapping.value(from: root) }
  }

  @inlinable
  public mutating func value<M: JSONMapping>(of bytes: RawSpan, by mapping: M) throws -> M.Value {
    try withDocument(bytes) { root in try mapping.value(from: root) }
  }

  @inlinable
  public mutating func value<M: JSONMapping>(
    of bytes: borrowing PaddedBytes, by mapping: M
  ) throws -> M.Value {
    try withDocument(bytes) { root in try mapping.value(from: root) }
  }
}

extension JSONWritingMapping {
  /// The value as JSON. Throws the mapping's errors, and `invalid-write` if the mapping did not write one whole value.
  public func serialized(
    _ value: Value, options: JSONWriter.Options = .compact
  ) throws -> [UInt8] {
    var writer = JSONWriter(options: options)
    try write(value, to: &writer)
    return try writer.takeBytes()
  }
}
