public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Searches of whole documents. Each document is checked in full before the search, unless
/// `checking` says otherwise. The last of several duplicate keys counts. Each throws a `JSONError`
/// for text that is not JSON.
///
/// Cost in addition to the search: a copy of the bytes into a reused buffer (none for padded
/// bytes), a pass of indexing, and a pass of checking.
extension JSONSearch {
  /// Returns all models of the document in `data`: UTF-8, UTF-16 or UTF-32.
  public func parseAll(
    _ data: Data, checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> [Model] {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(data) { root in try parseAll(root, nearMisses: nearMisses) }
    }
  }

  /// Returns all models of the document in `bytes`, in UTF-8.
  public func parseAll(
    _ bytes: [UInt8], checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> [Model] {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(bytes) { root in try parseAll(root, nearMisses: nearMisses) }
    }
  }

  /// Returns all models of the document in `text`.
  public func parseAll(
    _ text: some StringProtocol, checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> [Model] {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(text) { root in try parseAll(root, nearMisses: nearMisses) }
    }
  }

  /// Returns all models of the document in padded bytes, in UTF-8, without copying them.
  public func parseAll(
    _ bytes: borrowing PaddedBytes, checking: JSONChecking = .full,
    nearMisses: NearMissList? = nil
  ) throws -> [Model] {
    try unsafe bytes.withUnsafeBytes { bytes in
      try SearchedDocument.withReader(checking) { reader in
        try unsafe reader.withDocument(padded: bytes) { root in
          try parseAll(root, nearMisses: nearMisses)
        }
      }
    }
  }

  /// Returns all models of an owned value, which is written as JSON and opened: O(size).
  public func parseAll(_ json: JSON, nearMisses: NearMissList? = nil) throws -> [Model] {
    try parseAll(try json.serialized(), checking: .accessed, nearMisses: nearMisses)
  }

  /// Returns the first model of the document in `data`, or nil. To stop reading after it, check
  /// only what is accessed: `parseFirst(data, checking: .accessed)`.
  public func parseFirst(
    _ data: Data, checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> Model? {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(data) { root in try parseFirst(root, nearMisses: nearMisses) }
    }
  }

  /// Returns the first model of the document in `bytes`, in UTF-8, or nil.
  public func parseFirst(
    _ bytes: [UInt8], checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> Model? {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(bytes) { root in try parseFirst(root, nearMisses: nearMisses) }
    }
  }

  /// Returns the first model of the document in `text`, or nil.
  public func parseFirst(
    _ text: some StringProtocol, checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> Model? {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(text) { root in try parseFirst(root, nearMisses: nearMisses) }
    }
  }

  /// Returns the first model of the document in padded bytes, or nil, without copying them.
  public func parseFirst(
    _ bytes: borrowing PaddedBytes, checking: JSONChecking = .full,
    nearMisses: NearMissList? = nil
  ) throws -> Model? {
    try unsafe bytes.withUnsafeBytes { bytes in
      try SearchedDocument.withReader(checking) { reader in
        try unsafe reader.withDocument(padded: bytes) { root in
          try parseFirst(root, nearMisses: nearMisses)
        }
      }
    }
  }

  /// Returns the first model of an owned value, or nil.
  public func parseFirst(_ json: JSON, nearMisses: NearMissList? = nil) throws -> Model? {
    try parseFirst(try json.serialized(), checking: .accessed, nearMisses: nearMisses)
  }
}

enum SearchedDocument {
  static func withReader<R>(
    _ checking: JSONChecking, _ body: (inout JSONReader) throws -> R
  ) rethrows -> R {
    try JSONReaderPool.shared.withReader(
      options: JSONOptions(checking: checking, duplicateKeys: .lastWins), body)
  }
}
