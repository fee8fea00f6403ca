extension JSON: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String {
    // In memory, a value that is well formed by its type can't fail to be written.
    (try? serializedString()) ?? "null"
  }

  /// The value as JSON. O(size).
  ///
  /// Throws nothing that a value of this type can bring about; the signature is the writer's.
  public func serialized(_ options: JSONWriter.Options = .compact) throws(JSONError) -> [UInt8] {
    var writer = JSONWriter(options: options)
    try writer.value(self)
    return try writer.takeBytes()
  }

  /// The value as JSON text. O(size).
  public func serializedString(
    _ options: JSONWriter.Options = .compact
  ) throws(JSONError) -> String {
    var writer = JSONWriter(options: options)
    try writer.value(self)
    return try writer.takeString()
  }
}
