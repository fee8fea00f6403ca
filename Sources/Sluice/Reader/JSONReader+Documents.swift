extension JSONReader {
  /// Opens a document that is followed by ``PaddedBytes/padding`` readable bytes of any content. Copies nothing.
  ///
  /// The bytes must stay unchanged until this returns.
  @inlinable
  public mutating func withDocument<R>(
    padded bytes: UnsafeBufferPointer<UInt8>, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    let index = try open(padded: bytes)
    defer { index.close() }
    do {
      return try body(JSONCursor(unchecked: JSONPosition(rootOf: index)))
    } catch let error as JSONError {
      throw error.leaving(bytes)
    }
  }

  /// Opens a document that was read into padded bytes. Copies nothing.
  @inlinable
  public mutating func withDocument<R>(
    _ bytes: borrowing PaddedBytes, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try withDocument(padded: bytes.unsafeBytes, body)
  }

  /// Opens a document from bytes of any origin. Copies them once into the reader's buffer.
  public mutating func withDocument<R>(
    unpadded bytes: UnsafeBufferPointer<UInt8>, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    let storage = try storage().takeUnretainedValue()
    guard bytes.count <= options.sizeLimit else { throw tooLarge() }
    storage.buffer.removeAll()
    try storage.buffer.reserve(bytes.count)
    storage.buffer.append(UnsafeRawBufferPointer(bytes))
    return try withDocument(padded: storage.buffer.unsafeBytes, body)
  }

  /// Opens a document from the bytes that a buffer lends, such as SwiftNIO's. Copies them once into the reader's buffer.
  public mutating func withDocument<R>(
    unpadded bytes: UnsafeRawBufferPointer, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try bytes.withMemoryRebound(to: UInt8.self) { try withDocument(unpadded: $0, body) }
  }

  /// Opens a document from an array. Copies it once into the reader's buffer.
  public mutating func withDocument<R>(
    _ bytes: [UInt8], _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try bytes.withUnsafeBufferPointer { try withDocument(unpadded: $0, body) }
  }

  /// Opens a document from a span. Copies it once into the reader's buffer.
  public mutating func withDocument<R>(
    _ bytes: Span<UInt8>, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try bytes.withUnsafeBufferPointer { try withDocument(unpadded: $0, body) }
  }

  /// Opens a document from a raw span. Copies it once into the reader's buffer.
  public mutating func withDocument<R>(
    _ bytes: RawSpan, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try bytes.withUnsafeBytes { raw in
      try raw.withMemoryRebound(to: UInt8.self) { try withDocument(unpadded: $0, body) }
    }
  }

  /// Opens a document from a string. Copies its UTF-8 once into the reader's buffer.
  public mutating func withDocument<R>(
    _ text: some StringProtocol, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    var text = String(text)
    return try text.withUTF8 { try withDocument(unpadded: $0, body) }
  }

  /// Indexes the document and, under `.full`, checks it. The index lives as long as the reader's storage.
  @usableFromInline
  mutating func open(
    padded bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> UnsafeMutablePointer<StructuralIndex> {
    let unmanaged = try storage()
    guard bytes.count <= options.sizeLimit else { throw tooLarge() }
    let text = bytes.behindByteOrderMark
    let options = options
    // A `Result`, because typed errors do not pass through the standard library's closure.
    let opened: Result<UnsafeMutablePointer<StructuralIndex>, JSONError> =
      unmanaged._withUnsafeGuaranteedRef { storage in
        do throws(JSONError) {
          return .success(try storage.open(text, options))
        } catch {
          return .failure(error)
        }
      }
    switch opened {
    case .success(let index): return index
    case .failure(let error): throw error.leaving(bytes)
    }
  }

  @usableFromInline
  func tooLarge() -> JSONError {
    JSONError(.tooLarge, at: 0, name: "\(options.sizeLimit)")
  }
}
