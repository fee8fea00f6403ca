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

extension JSONArray: CustomStringConvertible, CustomReflectable {
  /// The array as compact JSON.
  public var description: String { JSON.array(self).description }

  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: self, displayStyle: .collection)
  }
}

extension JSONObject: CustomStringConvertible, CustomReflectable {
  /// The object as compact JSON.
  public var description: String { JSON.object(self).description }

  public var customMirror: Mirror {
    Mirror(
      self, children: map { (label: Optional($0.key), value: $0.value as Any) },
      displayStyle: .struct)
  }
}
