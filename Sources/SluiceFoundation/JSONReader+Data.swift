import Sluice

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension JSONReader {
  /// Opens the document in `data`: its bytes are copied once into the reader's buffer.
  ///
  /// UTF-16 and UTF-32 are detected by their byte order mark or the position of zeros (RFC 4627
  /// section 3) and transcoded; error offsets then count in the UTF-8 text.
  public mutating func withDocument<R>(
    _ data: Data, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try unsafe data.withUnsafeBytes { raw in
      try unsafe raw.withMemoryRebound(to: UInt8.self) {
        try unsafe withDocument(inAnyEncoding: $0, body)
      }
    }
  }

  /// Opens the document in a file. Throws `io` if the URL is not a file URL. See
  /// `withDocument(contentsOfFile:_:)`.
  public mutating func withDocument<R>(
    contentsOf url: URL, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    guard url.isFileURL else {
      throw JSONError(
        .io, at: 0, name: url.absoluteString, reason: "only files are read; fetch other URLs first")
    }
    return try withDocument(contentsOfFile: url.path(percentEncoded: false), body)
  }

  /// The value that a mapping reads from the document in `data`.
  public mutating func value<M: JSONMapping>(of data: Data, by mapping: M) throws -> M.Value {
    try withDocument(data) { root in try mapping.value(from: root) }
  }
}

extension JSON {
  /// The value of a JSON text, indexed and checked in full; nothing is made before it is read. UTF-16 and UTF-32 are
  /// transcoded.
  public init(
    parsing data: Data, options: JSONOptions = JSONOptions(checking: .full)
  ) throws {
    if options.checking == .full {
      try self.init(keeping: JSONDocument(parsing: data, options: options))
    } else {
      var reader = JSONReader(options: options)
      self = try reader.withDocument(data) { root in try root.materialize() }
    }
  }

  /// The value as JSON.
  public func serializedData(_ options: JSONWriter.Options = .compact) throws(JSONError) -> Data {
    Data(try serialized(options))
  }
}
