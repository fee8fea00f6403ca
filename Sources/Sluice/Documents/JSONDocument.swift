/// A document that owns its text and its index, and can be kept: an immutable, Sendable value whose copies share it.
///
/// ```swift
/// let document = try JSONDocument(parsing: #"{"user": {"id": 7, "tags": ["a", "b"]}}"#)
/// let user = try document.root["user"]
/// Task { print(try user["id"].int) }  // 7
/// ```
///
/// Its values are ``JSONView``s. Reading takes no lock, from any number of tasks at once.
///
/// Cost of opening: that of a ``JSONReader``, one copy of the text unless ``PaddedBytes`` are handed over, and one pass
/// that finds the partner of each bracket. Memory: the text, and eight bytes for each token (bracket, comma, colon,
/// string, number or literal): two to three times the text for most documents. Memory of released documents is kept
/// for the next ones, up to 64 MiB.
///
/// Files are read into memory, not mapped: a mapped file that another process cuts short would end this one by a signal
/// at any later read.
public struct JSONDocument: Sendable {
  @usableFromInline package let storage: DocumentStorage

  package init(_ storage: DocumentStorage) { self.storage = storage }

  /// The whole value. O(1).
  @inlinable
  public var root: JSONView {
    unsafe JSONView(storage, storage.header.pointee.first)
  }

  /// Calls `body` with the text in UTF-8, with its byte order mark if it has one.
  public func withBytes<R, E: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    defer { withExtendedLifetime(storage) {} }
    return try unsafe body(storage.bytes)
  }
}

extension JSONDocument {
  /// Indexes a text that was read into padded bytes and checks it in full, unless `options` say otherwise. Takes over
  /// the bytes and copies nothing.
  ///
  /// Throws the errors of opening a document, with line, column and path, and `out-of-memory`.
  public init(
    parsing bytes: consuming PaddedBytes, options: JSONOptions = JSONOptions(checking: .full)
  ) throws(JSONError) {
    guard bytes.count <= options.sizeLimit else { throw .tooLarge(options) }
    self.init(try DocumentStorage(try DocumentText(adopting: bytes), options))
  }

  /// Copies a text in UTF-8, indexes it and checks it in full, unless `options` say otherwise. Throws as
  /// ``init(parsing:options:)-(PaddedBytes,_)`` does.
  public init(
    parsing bytes: UnsafeRawBufferPointer, options: JSONOptions = JSONOptions(checking: .full)
  ) throws(JSONError) {
    guard bytes.count <= options.sizeLimit else { throw .tooLarge(options) }
    let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let text = unsafe UnsafeBufferPointer(start: start, count: bytes.count)
    self.init(try unsafe DocumentStorage(try DocumentText(copying: text), options))
  }
}

extension JSONDocument {
  /// Copies a text in UTF-8, indexes it and checks it in full, unless `options` say otherwise. Throws as
  /// ``init(parsing:options:)-(PaddedBytes,_)`` does.
  public init(
    parsing bytes: [UInt8], options: JSONOptions = JSONOptions(checking: .full)
  ) throws(JSONError) {
    try unsafe self.init(parsing: bytes.span.bytes, options: options)
  }

  /// Copies a text in UTF-8, indexes it and checks it in full, unless `options` say otherwise. Throws as
  /// ``init(parsing:options:)-(PaddedBytes,_)`` does.
  public init(
    parsing bytes: RawSpan, options: JSONOptions = JSONOptions(checking: .full)
  ) throws(JSONError) {
    self = try unsafe bytes.withUnsafeBytes { (bytes) throws(JSONError) in
      try unsafe JSONDocument(parsing: bytes, options: options)
    }
  }

  /// Copies a text, indexes it and checks it in full, unless `options` say otherwise. Throws as
  /// ``init(parsing:options:)-(PaddedBytes,_)`` does.
  public init(
    parsing text: some StringProtocol, options: JSONOptions = JSONOptions(checking: .full)
  ) throws(JSONError) {
    self = try unsafe withUTF8(of: text) { (bytes) throws(JSONError) in
      try unsafe JSONDocument(parsing: UnsafeRawBufferPointer(bytes), options: options)
    }
  }

  /// Reads a file, indexes it and checks it in full, unless `options` say otherwise. UTF-16 and UTF-32 are recognised by
  /// the first bytes and transcoded.
  ///
  /// Throws `io` with the path and the system's message, and as ``init(parsing:options:)-(PaddedBytes,_)`` does.
  public init(
    contentsOfFile path: String, options: JSONOptions = JSONOptions(checking: .full)
  ) throws(JSONError) {
    var bytes = PaddedBytes()
    try FileContents(path).read(into: &bytes, limit: options.sizeLimit)
    if let encoding = unsafe TextEncoding(detectedIn: bytes.unsafeBytes) {
      var utf8 = PaddedBytes()
      try unsafe encoding.transcode(bytes.unsafeBytes, into: &utf8)
      bytes = utf8
    }
    // Room that reading left over would be held as long as the document.
    if bytes.capacity - bytes.count > 4096 + bytes.count / 8 {
      try unsafe self.init(parsing: UnsafeRawBufferPointer(bytes.unsafeBytes), options: options)
    } else {
      try self.init(parsing: bytes, options: options)
    }
  }
}

extension JSONError {
  fileprivate static func tooLarge(_ options: JSONOptions) -> JSONError {
    JSONError(.tooLarge, at: 0, name: "\(options.sizeLimit)")
  }
}
