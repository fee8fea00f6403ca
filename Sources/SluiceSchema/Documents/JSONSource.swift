public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that holds one JSON document: `Data`, `[UInt8]`, `String`, `Substring`, the owned `JSON`,
/// `JSONDocument` and `JSONView`.
public protocol JSONSource {
  /// Opens the document with `reader`. Throws errors of opening it and of `body`.
  func withDocument<R>(
    _ reader: inout JSONReader, _ body: (JSONCursor) throws -> R
  ) throws -> R
}

/// A document in UTF-8, UTF-16 or UTF-32, with or without a byte order mark.
extension Data: JSONSource {
  public func withDocument<R>(
    _ reader: inout JSONReader, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try reader.withDocument(self, body)
  }
}

/// A document in UTF-8.
extension [UInt8]: JSONSource {
  public func withDocument<R>(
    _ reader: inout JSONReader, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try reader.withDocument(self, body)
  }
}

extension String: JSONSource {
  public func withDocument<R>(
    _ reader: inout JSONReader, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try reader.withDocument(self, body)
  }
}

/// An owned value, which is written as JSON and opened: O(size).
extension JSON: JSONSource {
  public func withDocument<R>(
    _ reader: inout JSONReader, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try reader.withDocument(try serialized(), body)
  }
}

extension Substring: JSONSource {
  public func withDocument<R>(
    _ reader: inout JSONReader, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try reader.withDocument(self, body)
  }
}

/// A document that is open already: it keeps its own options, and is checked as it was when it was opened.
extension JSONDocument: JSONSource {
  public func withDocument<R>(
    _ reader: inout JSONReader, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try root.withCursor(body)
  }
}

/// A value of a document that is open already, checked as the document was.
extension JSONView: JSONSource {
  public func withDocument<R>(
    _ reader: inout JSONReader, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try withCursor(body)
  }
}
