public import Sluice

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// `parse` is CoreParser's name for `parseAll`. Each throws a `JSONError` for text that is not
/// JSON.
extension JSONParser {
  /// Returns all models of the document in `data`, which is checked in full.
  public func parse(_ data: Data) throws -> [Model] { try parseAll(data) }

  /// Returns all models of the document in `bytes`, in UTF-8.
  public func parse(_ bytes: [UInt8]) throws -> [Model] { try parseAll(bytes) }

  /// Returns all models of the document in `text`.
  public func parse(_ text: some StringProtocol) throws -> [Model] { try parseAll(text) }

  /// Returns all models below `cursor`.
  public func parse(_ cursor: JSONCursor) throws -> [Model] { try parseAll(cursor) }

  /// Returns all models of an owned value.
  public func parse(_ json: Sluice.JSON) throws -> [Model] { try parseAll(json) }
}
