extension JSON: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String {
    // In memory, writing a value that its type makes well formed can't fail.
    (try? serializedString()) ?? "null"
  }

  /// The value as JSON. O(size).
  ///
  /// No value of this type makes it throw; the signature is the writer's.
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
