public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What holds one JSON document: `Data`, `[UInt8]`, `String`, `Substring`, and the owned `JSON`.
public protocol JSONSource {
  /// Opens the document with `reader`. Throws what opening it and `body` throw.
  func withDocument<R>(
    _ reader: inout JSONReader, _ body: (JSONCursor) throws -> R
  ) throws -> R
}

/// UTF-8, UTF-16 or UTF-32, with a byte order mark or without.
extension Data: JSONSource {
  public func withDocument<R>(
    _ reader: inout JSONReader, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    try reader.withDocument(self, body)
  }
}

/// UTF-8.
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

/// An owned value. It is written as JSON and opened: O(size).
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
