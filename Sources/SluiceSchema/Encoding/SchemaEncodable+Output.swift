public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SchemaEncodable {
  /// The value as owned JSON, whole: ``SchemaEncodable/json`` can't throw.
  ///
  /// Throws `depth-exceeded` for values that nest more than 1024 levels of collections, cyclic ones
  /// included, or more than the thread's stack holds.
  public func encoded() throws(JSONError) -> JSON {
    try WritingDepth.checked { json }
  }

  /// The value's JSON as UTF-8. Throws what ``encoded()`` throws.
  public func jsonData(_ options: JSONWriter.Options = .compact) throws(JSONError) -> Data {
    try encoded().serializedData(options)
  }

  /// The value's JSON as UTF-8. Throws what ``encoded()`` throws.
  public func jsonBytes(_ options: JSONWriter.Options = .compact) throws(JSONError) -> [UInt8] {
    try encoded().serialized(options)
  }
}
