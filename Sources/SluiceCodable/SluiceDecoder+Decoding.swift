public import Foundation
public import Sluice

extension SluiceDecoder {
  /// Decodes a value from a document in UTF-8, UTF-16 or UTF-32. Copies its bytes once.
  ///
  /// Throws `DecodingError`, and what the type's own `init(from:)` throws.
  public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(data) { try $0.decoded(type) }
  }

  /// Decodes a value whose type needs a configuration.
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try decode(data) { try T(from: $0, configuration: configuration) }
  }

  /// Decodes a value whose type needs a configuration, which another type provides.
  public func decode<T, C>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T
  where
    T: DecodableWithConfiguration, C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  {
    try decode(type, from: data, configuration: C.decodingConfiguration)
  }
}

/// Other sources of bytes. They are UTF-8.
extension SluiceDecoder {
  /// Decodes a value from a string.
  public func decode<T: Decodable>(_ type: T.Type, from text: some StringProtocol) throws -> T {
    var text = String(text)
    return try text.withUTF8 { try unsafe decode(unpadded: $0) { try $0.decoded(type) } }
  }

  /// Decodes a value from an array.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try unsafe bytes.withUnsafeBufferPointer {
      try unsafe decode(unpadded: $0) { try $0.decoded(type) }
    }
  }

  /// Decodes a value from a span.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: Span<UInt8>) throws -> T {
    try unsafe bytes.withUnsafeBufferPointer {
      try unsafe decode(unpadded: $0) { try $0.decoded(type) }
    }
  }

  /// Decodes a value from a raw span.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: RawSpan) throws -> T {
    try unsafe bytes.withUnsafeBytes { raw in
      try unsafe raw.withMemoryRebound(to: UInt8.self) {
        try unsafe decode(unpadded: $0) { try $0.decoded(type) }
      }
    }
  }

  /// Decodes a value from padded bytes. Copies them only if a decoder or container escapes from the type's
  /// `init(from:)`.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: borrowing PaddedBytes) throws -> T {
    try unsafe bytes.withUnsafeBytes { (bytes) throws in
      try unsafe decode(padded: bytes, options) { try $0.decoded(type) }
    }
  }

  /// Decodes the value at a position of an open document, or a record of a feed.
  ///
  /// The reader's options say how the document was checked. Coding paths begin at the value; lines and columns count in the
  /// document, or in the record.
  public func decode<T: Decodable>(_ type: T.Type, from cursor: JSONCursor) throws -> T {
    try decode(located: cursor.position, options) { try $0.decoded(type) }
  }
}

/// Parts of a document.
extension SluiceDecoder {
  /// Decodes the value at a pointer. Skips the rest of the document, which is checked all the same under
  /// `JSONChecking.full`.
  ///
  /// Coding paths begin at the value. Throws `dataCorrupted` if the pointer leads nowhere.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, at pointer: JSONPointer
  ) throws -> T {
    try decode(data) { decoder in
      try decoder.at { (root) throws(JSONError) in
        try JSONCursor(unchecked: root).at(pointer).position
      }.decoded(type)
    }
  }

  /// Decodes the value at a dotted key path.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, at keyPath: JSONKeyPath
  ) throws -> T {
    try decode(data) { decoder in
      try decoder.at { (root) throws(JSONError) in
        try JSONCursor(unchecked: root).at(keyPath: keyPath).position
      }.decoded(type)
    }
  }
}

extension PositionDecoder {
  /// The decoder of a value elsewhere, at which coding paths begin.
  fileprivate func at(
    _ find: (JSONPosition) throws(JSONError) -> JSONPosition
  ) throws -> PositionDecoder {
    do throws(JSONError) {
      let found = try find(position)
      session.moveRoot(to: found.token)
      return PositionDecoder(scope: scope, session: session, token: found.token, depth: 0)
    } catch {
      throw session.corrupted(error, [])
    }
  }
}
