public import Foundation
public import Sluice

extension SluiceDecoder {
  /// Decodes a value whose type needs a configuration.
  public func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try decode(data) { try type.init(from: $0, configuration: configuration) }
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
    try decode(text: text) { try $0.decoded(type) }
  }

  /// Decodes a value from an array.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try decode(bytes: bytes) { try $0.decoded(type) }
  }

  /// Decodes a value from a span. Copies it, because it may be of a mapped file.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: Span<UInt8>) throws -> T {
    try unsafe bytes.withUnsafeBufferPointer {
      try unsafe decode(unpadded: $0, isShared: true) { try $0.decoded(type) }
    }
  }

  /// Decodes a value from a raw span. Copies it, as a span.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: RawSpan) throws -> T {
    try unsafe bytes.withUnsafeBytes { raw in
      try unsafe raw.withMemoryRebound(to: UInt8.self) {
        try unsafe decode(unpadded: $0, isShared: true) { try $0.decoded(type) }
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

  /// Decodes the value of a view of a document that is kept. Errors are those of its cursor.
  public func decode<T: Decodable>(_ type: T.Type, from view: JSONView) throws -> T {
    try view.withCursor { try decode(type, from: $0) }
  }
}

/// Parts of a document. The rest is skipped, and checked all the same under `JSONChecking.full`.
///
/// Coding paths begin at the value. A path that leads nowhere is `dataCorrupted`.
extension SluiceDecoder {
  /// Decodes the value at a pointer.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, at pointer: JSONPointer
  ) throws -> T {
    try decode(data) { try $0.at(pointer).decoded(type) }
  }

  /// Decodes the value at a dotted key path.
  public func decode<T: Decodable>(
    _ type: T.Type, from data: Data, at keyPath: JSONKeyPath
  ) throws -> T {
    try decode(data) { try $0.at(keyPath).decoded(type) }
  }

  /// Decodes the value at a pointer.
  public func decode<T: Decodable>(
    _ type: T.Type, from text: some StringProtocol, at pointer: JSONPointer
  ) throws -> T {
    try decode(text: text) { try $0.at(pointer).decoded(type) }
  }

  /// Decodes the value at a dotted key path.
  public func decode<T: Decodable>(
    _ type: T.Type, from text: some StringProtocol, at keyPath: JSONKeyPath
  ) throws -> T {
    try decode(text: text) { try $0.at(keyPath).decoded(type) }
  }

  /// Decodes the value at a pointer.
  public func decode<T: Decodable>(
    _ type: T.Type, from bytes: [UInt8], at pointer: JSONPointer
  ) throws -> T {
    try decode(bytes: bytes) { try $0.at(pointer).decoded(type) }
  }

  /// Decodes the value at a dotted key path.
  public func decode<T: Decodable>(
    _ type: T.Type, from bytes: [UInt8], at keyPath: JSONKeyPath
  ) throws -> T {
    try decode(bytes: bytes) { try $0.at(keyPath).decoded(type) }
  }

  private func decode<R>(
    text: some StringProtocol, _ body: (PositionDecoder) throws -> R
  ) throws -> R {
    var text = String(text)
    return try text.withUTF8 { try unsafe decode(unpadded: $0, body) }
  }

  private func decode<R>(bytes: [UInt8], _ body: (PositionDecoder) throws -> R) throws -> R {
    try unsafe bytes.withUnsafeBufferPointer { try unsafe decode(unpadded: $0, body) }
  }
}

extension PositionDecoder {
  fileprivate func at(_ pointer: JSONPointer) throws -> PositionDecoder {
    try at { (root) throws(JSONError) in try JSONCursor(unchecked: root).at(pointer).position }
  }

  fileprivate func at(_ keyPath: JSONKeyPath) throws -> PositionDecoder {
    try at { (root) throws(JSONError) in
      try JSONCursor(unchecked: root).at(keyPath: keyPath).position
    }
  }

  /// The decoder of a value elsewhere, at which coding paths begin.
  private func at(
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
