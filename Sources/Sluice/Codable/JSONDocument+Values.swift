extension JSONDocument {
  /// A document with this value: its compact text, indexed. O(size). Throws `too-large`, and `depth-exceeded` for more
  /// than 8192 levels.
  public init(_ json: JSON) throws(JSONError) {
    var writer = JSONWriter()
    try writer.value(json)
    let options = JSONOptions(checking: .full, depthLimit: JSON.depthCeiling)
    try self.init(parsing: writer.takeBytes(), options: options)
  }
}

/// Works with any encoder and decoder, through ``JSON``: see there for what these lose. SluiceDecoder and ``JSONWriter`` lose
/// nothing.
extension JSONView: Codable {
  /// Makes a document of the value. Throws the decoder's errors.
  public init(from decoder: any Decoder) throws {
    self = try JSONDocument(from: decoder).root
  }

  /// Throws `EncodingError` for values nested deeper than 512 levels, and the faults of a value in a document that was
  /// not checked.
  public func encode(to encoder: any Encoder) throws { try materialize().encode(to: encoder) }
}

extension JSONDocument: Codable {
  /// Throws the decoder's errors.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? any ExactDecoder {
      self = try JSONDocument(exactly: decoder)
    } else {
      self = try JSONDocument(JSON(from: decoder))
    }
  }

  /// Throws as ``JSONView`` does.
  public func encode(to encoder: any Encoder) throws { try root.encode(to: encoder) }
}
