public import Sluice
import SluiceFoundation

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SchemaEncodable {
  /// Returns the whole value as owned JSON. Unlike ``SchemaEncodable/json`` this can throw.
  ///
  /// Throws `depth-exceeded` for values with more than 1024 levels of collections, such as cyclic
  /// ones, or more than the thread's stack holds.
  public func encoded() throws(JSONError) -> JSON {
    try WritingDepth.checked { json }
  }

  /// Returns the value's JSON as UTF-8. Throws the errors of ``encoded()``.
  public func jsonData(_ options: JSONWriter.Options = .compact) throws(JSONError) -> Data {
    try encoded().serializedData(options)
  }

  /// Returns the value's JSON as UTF-8. Throws the errors of ``encoded()``.
  public func jsonBytes(_ options: JSONWriter.Options = .compact) throws(JSONError) -> [UInt8] {
    try encoded().serialized(options)
  }
}
