extension JSONReader {
  /// Opens a document that is followed by ``PaddedBytes/padding`` readable bytes of any content. Copies nothing.
  ///
  /// The bytes must stay unchanged until this returns.
  @inlinable
  public mutating func withDocument<R>(
    padded bytes: UnsafeBufferPointer<UInt8>, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    let index = try unsafe open(padded: bytes)
    defer { unsafe index.close() }
    do {
      return try unsafe body(JSONCursor(unchecked: JSONPosition(rootOf: index)))
    } catch let error as JSONError {
      throw unsafe error.leaving(bytes)
    }
  }

  /// Opens a document that was read into padded bytes. Copies nothing.
  @inlinable
  public mutating func withDocument<R>(
    _ bytes: borrowing PaddedBytes, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try unsafe withDocument(padded: bytes.unsafeBytes, body)
  }

  /// Opens a document from bytes of any origin. Copies them once into the reader's buffer.
  public mutating func withDocument<R>(
    unpadded bytes: UnsafeBufferPointer<UInt8>, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    let storage = try unsafe storage().takeUnretainedValue()
    guard bytes.count <= options.sizeLimit else { throw tooLarge() }
    storage.buffer.removeAll()
    try storage.buffer.reserve(bytes.count)
    unsafe storage.buffer.append(UnsafeRawBufferPointer(bytes))
    return try unsafe withDocument(padded: storage.buffer.unsafeBytes, body)
  }

  /// Opens a document from the bytes that a buffer lends, such as SwiftNIO's. Copies them once into the reader's buffer.
  public mutating func withDocument<R>(
    unpadded bytes: UnsafeRawBufferPointer, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try unsafe bytes.withMemoryRebound(to: UInt8.self) {
      try unsafe withDocument(unpadded: $0, body)
    }
  }

  /// Opens a document from an array. Copies it once into the reader's buffer.
  public mutating func withDocument<R>(
    _ bytes: [UInt8], _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try unsafe bytes.withUnsafeBufferPointer { try unsafe withDocument(unpadded: $0, body) }
  }

  /// Opens a document from a span. Copies it once into the reader's buffer.
  public mutating func withDocument<R>(
    _ bytes: Span<UInt8>, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try unsafe bytes.withUnsafeBufferPointer { try unsafe withDocument(unpadded: $0, body) }
  }

  /// Opens a document from a raw span. Copies it once into the reader's buffer.
  public mutating func withDocument<R>(
    _ bytes: RawSpan, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try unsafe bytes.withUnsafeBytes { raw in
      try unsafe raw.withMemoryRebound(to: UInt8.self) {
        try unsafe withDocument(unpadded: $0, body)
      }
    }
  }

  /// Opens a document from a string. Copies its UTF-8 once into the reader's buffer.
  public mutating func withDocument<R>(
    _ text: some StringProtocol, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    var text = String(text)
    return try text.withUTF8 { try unsafe withDocument(unpadded: $0, body) }
  }

  /// Indexes the document and, under `.full`, checks it. The index lives as long as the reader's storage.
  @usableFromInline
  mutating func open(
    padded bytes: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> UnsafeMutablePointer<StructuralIndex> {
    let unmanaged = try unsafe storage()
    guard bytes.count <= options.sizeLimit else { throw tooLarge() }
    let text = unsafe bytes.behindByteOrderMark
    let options = options
    // A `Result`, because typed errors do not pass through the standard library's closure.
    let opened: Result<UnsafeMutablePointer<StructuralIndex>, JSONError> =
      unsafe unmanaged._withUnsafeGuaranteedRef { storage in
        do throws(JSONError) {
          return unsafe .success(try storage.open(text, options))
        } catch {
          return unsafe .failure(error)
        }
      }
    switch unsafe opened {
    case .success(let index): return unsafe index
    case .failure(let error): throw unsafe error.leaving(bytes)
    }
  }

  @usableFromInline
  func tooLarge() -> JSONError {
    JSONError(.tooLarge, at: 0, name: "\(options.sizeLimit)")
  }
}

extension JSONOptions {
  /// The options for a document inside a string of another document: that one's, with full checking.
  package init(ofTextIn outer: JSONPosition) {
    let context = unsafe outer.context
    unsafe self.init(
      checking: .full,
      duplicateKeys: context.pointee.choosesDuplicateKeys ? context.pointee.duplicateKeys : nil,
      depthLimit: Int(context.pointee.depthLimit))
  }
}

extension JSONReader {
  /// Opens a document in UTF-8, UTF-16 or UTF-32, recognised by its first bytes. Encodings other than UTF-8 are
  /// transcoded, and error offsets then count in the UTF-8 text.
  package mutating func withDocument<R>(
    inAnyEncoding bytes: UnsafeBufferPointer<UInt8>, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    guard let encoding = unsafe TextEncoding(detectedIn: bytes) else {
      return try unsafe withDocument(unpadded: bytes, body)
    }
    var utf8 = PaddedBytes()
    try unsafe encoding.transcode(bytes, into: &utf8)
    return try withDocument(utf8, body)
  }
}
