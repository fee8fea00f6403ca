public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Whole documents. They are checked in full before anything is looked for, unless `checking` says
/// otherwise; of duplicate keys the last counts. Each throws a `JSONError` for text that is not JSON.
///
/// Cost beside the search's own: a copy of the bytes into a buffer that is used again (of padded
/// bytes none), a pass of indexing, and a pass of checking.
extension JSONSearch {
  /// All models of the document in `data`: UTF-8, UTF-16 or UTF-32.
  public func parseAll(
    _ data: Data, checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> [Model] {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(data) { root in try parseAll(root, nearMisses: nearMisses) }
    }
  }

  /// All models of the document in `bytes`, in UTF-8.
  public func parseAll(
    _ bytes: [UInt8], checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> [Model] {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(bytes) { root in try parseAll(root, nearMisses: nearMisses) }
    }
  }

  /// All models of the document in `text`.
  public func parseAll(
    _ text: some StringProtocol, checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> [Model] {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(text) { root in try parseAll(root, nearMisses: nearMisses) }
    }
  }

  /// All models of the document in padded bytes, in UTF-8: nothing is copied.
  public func parseAll(
    _ bytes: borrowing PaddedBytes, checking: JSONChecking = .full,
    nearMisses: NearMissList? = nil
  ) throws -> [Model] {
    try bytes.withUnsafeBytes { bytes in
      try SearchedDocument.withReader(checking) { reader in
        try reader.withDocument(padded: bytes) { root in try parseAll(root, nearMisses: nearMisses)
        }
      }
    }
  }

  /// All models of an owned value, which is written as JSON and opened: O(size).
  public func parseAll(_ json: JSON, nearMisses: NearMissList? = nil) throws -> [Model] {
    try parseAll(try json.serialized(), checking: .accessed, nearMisses: nearMisses)
  }

  /// The first model of the document in `data`, or nil. To stop reading behind it, check only what is
  /// accessed: `parseFirst(data, checking: .accessed)`.
  public func parseFirst(
    _ data: Data, checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> Model? {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(data) { root in try parseFirst(root, nearMisses: nearMisses) }
    }
  }

  /// The first model of the document in `bytes`, in UTF-8, or nil.
  public func parseFirst(
    _ bytes: [UInt8], checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> Model? {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(bytes) { root in try parseFirst(root, nearMisses: nearMisses) }
    }
  }

  /// The first model of the document in `text`, or nil.
  public func parseFirst(
    _ text: some StringProtocol, checking: JSONChecking = .full, nearMisses: NearMissList? = nil
  ) throws -> Model? {
    try SearchedDocument.withReader(checking) { reader in
      try reader.withDocument(text) { root in try parseFirst(root, nearMisses: nearMisses) }
    }
  }

  /// The first model of the document in padded bytes, or nil: nothing is copied.
  public func parseFirst(
    _ bytes: borrowing PaddedBytes, checking: JSONChecking = .full,
    nearMisses: NearMissList? = nil
  ) throws -> Model? {
    try bytes.withUnsafeBytes { bytes in
      try SearchedDocument.withReader(checking) { reader in
        try reader.withDocument(padded: bytes) { root in
          try parseFirst(root, nearMisses: nearMisses)
        }
      }
    }
  }

  /// The first model of an owned value, or nil.
  public func parseFirst(_ json: JSON, nearMisses: NearMissList? = nil) throws -> Model? {
    try parseFirst(try json.serialized(), checking: .accessed, nearMisses: nearMisses)
  }
}

enum SearchedDocument {
  static func withReader<R>(
    _ checking: JSONChecking, _ body: (inout JSONReader) throws -> R
  ) rethrows -> R {
    try ReaderPool.withReader(JSONOptions(checking: checking, duplicateKeys: .lastWins), body)
  }
}
