/// An encoder of JSON, which writes owned values as they are.
package protocol JSONValueEncoder: Encoder {
  /// Encodes the value of this encoder.
  func encode(json: JSON) throws
}

/// Works with any encoder and decoder. Those of other libraries support neither big integers nor more digits than a double
/// holds, and decoders rarely keep the order of fields: SluiceCodable's, ``JSONWriter`` and ``JSONCursor/materialize()``
/// preserve all of it.
extension JSON: Codable {
  /// Throws the decoder's errors, and `typeMismatch` for a value of a kind that JSON doesn't have.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? any ExactDecoder {
      self = try JSON(exactly: decoder)
      return
    }
    do {
      try StackRoom.check()
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
    if let scalar = try JSON.scalar(from: decoder) {
      self = scalar
    } else if let elements = try? decoder.unkeyedContainer() {
      self = .array(try JSONArray(from: elements))
    } else {
      self = .object(try JSONObject(from: decoder))
    }
  }

  /// Returns nil if the value is a container.
  private static func scalar(from decoder: any Decoder) throws -> JSON? {
    guard let value = try? decoder.singleValueContainer() else { return nil }
    if value.decodeNil() { return .null }
    if let bool = try? value.decode(Bool.self) { return .bool(bool) }
    if let string = try? value.decode(String.self) { return .string(string) }
    if let integer = try? value.decode(Int64.self) { return JSON(integer) }
    if let integer = try? value.decode(UInt64.self) { return JSON(integer) }
    if let double = try? value.decode(Double.self) { return try? JSON(double) }
    return nil
  }

  /// Throws `EncodingError` for values nested deeper than 512 levels, or deeper than the thread's stack allows:
  /// other encoders than SluiceCodable's recurse.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? any JSONValueEncoder { return try encoder.encode(json: self) }
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool):
      var container = encoder.singleValueContainer()
      try container.encode(bool)
    case .number(let number): try number.encode(to: encoder)
    case .string(let string):
      var container = encoder.singleValueContainer()
      try container.encode(string)
    case .array(let elements): try elements.encode(to: encoder)
    case .object(let object): try object.encode(to: encoder)
    }
  }

  /// Each level of an encoder's recursion takes some kilobytes of stack.
  fileprivate static func refuseDepth(_ value: Any, _ encoder: any Encoder) throws {
    let isLeft = StackRoom.isLeft
    guard !isLeft || encoder.codingPath.count >= 512 else { return }
    let levels = isLeft ? "512" : "\(encoder.codingPath.count)"
    throw EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "expected at most \(levels) levels of nesting, found more"
          + (isLeft ? "" : ": the thread's stack is full") + "; JSONWriter has no limit"))
  }
}

extension JSONNumber: Codable {
  /// From SluiceDecoder the number as it is written; from others as an `Int64`, a `UInt64` or a `Double`, whichever comes
  /// first.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? any ExactDecoder {
      self = try JSONNumber(exactly: decoder)
      return
    }
    let value = try decoder.singleValueContainer()
    if let integer = try? value.decode(Int64.self) {
      self.init(integer)
    } else if let integer = try? value.decode(UInt64.self) {
      self.init(integer)
    } else {
      self = try JSONNumber(try value.decode(Double.self))
    }
  }

  /// Numbers that fit neither a 64-bit integer nor a double exactly are encoded as the nearest double, and `-0` as one,
  /// too; throws `EncodingError` beyond the largest finite double.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? any JSONValueEncoder {
      return try encoder.encode(json: .number(self))
    }
    var container = encoder.singleValueContainer()
    if isPlainInteger, let integer = int64 {
      try container.encode(integer)
    } else if isPlainInteger, let integer = uint64 {
      try container.encode(integer)
    } else if let double {
      try container.encode(double)
    } else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "expected a number within the range of Double, found \(self)"))
    }
  }
}

extension JSONArray: Codable {
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? any ExactDecoder {
      self = try JSONArray(exactly: decoder)
    } else {
      self = try JSONArray(from: try decoder.unkeyedContainer())
    }
  }

  fileprivate init(from container: any UnkeyedDecodingContainer) throws {
    var container = container
    var elements: [JSON] = []
    if let count = container.count {
      elements.reserveCapacity(Swift.min(Swift.max(count, 0), 4096))
    }
    while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
    self.init(elements)
  }

  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? any JSONValueEncoder {
      return try encoder.encode(json: .array(self))
    }
    try JSON.refuseDepth(self, encoder)
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension JSONObject: Codable {
  private struct FieldKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// The fields in the order of the decoder's `allKeys`; from SluiceDecoder as the document has them.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? any ExactDecoder {
      self = try JSONObject(exactly: decoder)
      return
    }
    let container = try decoder.container(keyedBy: FieldKey.self)
    self.init()
    for key in container.allKeys {
      updateValue(try container.decode(JSON.self, forKey: key), forKey: key.stringValue)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? any JSONValueEncoder {
      return try encoder.encode(json: .object(self))
    }
    try JSON.refuseDepth(self, encoder)
    var container = encoder.container(keyedBy: FieldKey.self)
    for (key, value) in self { try container.encode(value, forKey: FieldKey(stringValue: key)) }
  }
}
